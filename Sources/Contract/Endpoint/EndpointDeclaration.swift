public import Kernel

/// An endpoint without its types: what the document, the mount and the access tests walk over.
public protocol EndpointDeclaration: Sendable {
    /// Its name everywhere.
    var name: String { get }
    /// The HTTP method.
    var method: Method { get }
    /// The path.
    var path: PathTemplate { get }
    /// The key of the query by which it is told from the other one of its method and path.
    var selector: String? { get }
    /// Whether the input travels in a body, not in the query.
    var hasBody: Bool { get }
    /// Whether a file travels in the body, and the input beside it in the query.
    var takesFile: Bool { get }
    /// The fields of the input that travel in headers.
    var headers: [HeaderField] { get }
    /// One sentence for the reader of the document.
    var summary: String { get }
    /// Who may call it.
    var access: Access { get }
    /// What of the API a token must have been given for it.
    var scope: APIScopes { get }
    /// Whether it may be called again.
    var repeats: Repeats { get }
    /// The document it belongs to.
    var surface: Surface { get }
    /// The status of success.
    var status: Int { get }
    /// Other statuses of success, with the same answer.
    var otherStatuses: [Int] { get }
    /// Its refusals beyond those that its access, method and input bring.
    var refusals: [Problem.Kind] { get }
    /// How long a device may keep its answer; `nil` where each call asks the server.
    var keeps: CacheLifetime? { get }
    /// The rooms of which some answer may be another once it is done.
    var outdates: OutdatedRooms { get }
    /// The shape of its input.
    var inputSchema: Schema { get }
    /// The media types of the files that it may answer in the place of JSON.
    var files: [String] { get }
    /// The shape of its answer; `nil` when the answer has no body, or is a file.
    var outputSchema: Schema? { get }
    /// The example input as JSON.
    ///
    /// - Throws: `EncodingError`.
    func exampleJSON() throws -> JSON
    /// The example answer as JSON.
    ///
    /// - Throws: `EncodingError`.
    func answersJSON() throws -> JSON
}

extension Endpoint: EndpointDeclaration {
    /// The shape of its input.
    public var inputSchema: Schema { Schema(ofInput: Input.self) }

    /// The shape of its answer; `nil` when the answer has no body, or is a file.
    public var outputSchema: Schema? {
        status == 204 || !files.isEmpty ? nil : Schema(of: Output.self)
    }

    /// The example input as JSON.
    public func exampleJSON() throws -> JSON { try JSONParser.parse(WireEncoder.bytes(example)) }

    /// The example answer as JSON.
    public func answersJSON() throws -> JSON { try JSONParser.parse(WireEncoder.bytes(answers)) }
}

extension EndpointDeclaration {
    /// Every kind of refusal a caller may meet: its own, and those of its access, method and input.
    public var allRefusals: [Problem.Kind] {
        let properties = inputSchema.properties
        var kinds: Set<Problem.Kind> = [.rateLimited, .internal, .unavailable]
        kinds.formUnion(refusals)
        switch access {
        case .anyone: break
        case .optional, .member: kinds.insert(.unauthenticated)
        case .parent, .child, .operator: kinds.formUnion([.unauthenticated, .forbidden])
        }
        if !scope.isEmpty { kinds.insert(.outOfScope) }
        if hasBody || takesFile {
            kinds.formUnion([.invalid, .payloadTooLarge, .unsupportedMediaType])
        } else if properties.contains(where: { !path.keys.contains($0.name) }) {
            kinds.insert(.invalid)
        }
        if repeats == .withKey { kinds.formUnion([.invalid, .conflict]) }
        // Whoever names a member may name one whom they may not know of.
        if !path.keys.isEmpty || properties.contains(where: \.schema.takesInteger) {
            kinds.insert(.notFound)
        }
        return Problem.Kind.allCases.filter(kinds.contains)
    }
}
