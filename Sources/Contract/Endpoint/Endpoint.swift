public import Kernel

/// One call of the API, as a value: what it takes, what it answers, and who may make it.
///
/// The server mounts it, the SDK calls it, the OpenAPI document lists it and the security tests
/// walk it. A key that the path names travels in the path, one of ``headers`` in its header; the
/// other keys travel in the JSON body where the endpoint has one, else in the query.
public struct Endpoint<Input: WireInput, Output: Codable & Sendable>: Sendable {
    /// Its name everywhere: operation, SDK method, `operationId`.
    public let name: String
    /// The HTTP method.
    public let method: Method
    /// The path, with `{key}` where a key of the input stands.
    public let path: PathTemplate
    /// The key of the query that a request names when it means this endpoint, and not the other
    /// one of the same method and path; `nil` where nothing has to be told apart.
    public let selector: String?
    /// Whether the input travels in a body, not in the query.
    public let hasBody: Bool
    /// Whether a file travels in the body, and the input beside it in the query.
    public let takesFile: Bool
    /// The fields of the input that travel in headers, not in path, query or body.
    public let headers: [HeaderField]
    /// One sentence for the reader of the document.
    public let summary: String
    /// Who may call it.
    public let access: Access
    /// What of the API a token must have been given for it; nothing where none is looked at.
    public let scope: APIScopes
    /// Whether it may be called again after an answer got lost.
    public let repeats: Repeats
    /// The document whose conventions its errors follow.
    public let surface: Surface
    /// The status of success.
    public let status: Int
    /// Other statuses of success, with the same answer.
    public let otherStatuses: [Int]
    /// The refusals beyond those that its access, method and input bring.
    public let refusals: [Problem.Kind]
    /// An input, as the document shows it.
    public let example: Input
    /// The answer to ``example``.
    public let answers: Output
    /// The media types of the files that it may answer in the place of JSON, piece by piece.
    public let files: [String]
    /// How long a device may keep its answer; `nil` where each call asks the server.
    public let keeps: CacheLifetime?
    /// The rooms of which some answer may be another once it is done.
    public let outdates: OutdatedRooms
    /// How long a call that waits for the network is worth sending; nothing where its answer is for
    /// the moment alone.
    public let waits: Duration

    /// Declares an endpoint.
    ///
    /// What is not said follows from the rest. `room`: The surface; another one's scopes where
    /// something else is said. `selector`: None; what no other endpoint of the
    /// method and path takes is for this one. `hasBody`, `repeats`: From the method; what only
    /// reads may be repeated freely, all else with a key. A password has no place in a query, so
    /// a body for it is said, and a file is one of its own. `status`: 204 where nothing is
    /// answered, else 200. `example`, `answers`: Nothing. `files`: None; the answer is JSON.
    /// `keeps`: Nothing. `outdates`: Nothing where it may be repeated freely, else all rooms: money
    /// that moves, and a transaction that gets another category, show in each.
    /// `waits`: A week where it may be repeated with a key, else nothing.
    public init(
        _ name: String,
        _ method: Method,
        _ path: PathTemplate,
        _ summary: String,
        selector: String? = nil,
        hasBody: Bool? = nil,
        takesFile: Bool = false,
        headers: [HeaderField] = [],
        access: Access,
        scope: ScopeRule = .room,
        room: Surface? = nil,
        repeats: Repeats? = nil,
        surface: Surface,
        status: Int? = nil,
        otherStatuses: [Int] = [],
        refusals: [Problem.Kind] = [],
        example: Input = Empty(),
        answers: Output = Empty(),
        files: [String] = [],
        keeps: CacheLifetime? = nil,
        outdates: OutdatedRooms? = nil,
        waits: Duration? = nil
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.selector = selector
        self.hasBody = hasBody ?? (method.hasBody && !takesFile)
        self.takesFile = takesFile
        self.headers = headers
        self.summary = summary
        self.access = access
        self.scope = access == .anyone ? [] : scope.scopes(of: room ?? surface, method)
        self.repeats = repeats ?? (method == .get ? .freely : .withKey)
        self.surface = surface
        self.status = status ?? (Output.self == Empty.self && files.isEmpty ? 204 : 200)
        self.otherStatuses = otherStatuses
        self.refusals = refusals
        self.example = example
        self.answers = answers
        self.files = files
        self.keeps = keeps
        self.outdates = outdates ?? (self.repeats == .freely ? .nothing : .everything)
        let mayWait = self.repeats == .withKey && access != .anyone
        self.waits = waits ?? (mayWait ? .seconds(7 * 86_400) : .zero)
    }
}

/// The HTTP methods the API uses.
public enum Method: String, Sendable, CaseIterable {
    /// Reads.
    case get = "GET"
    /// Creates, or asks for a decision.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes some fields.
    case patch = "PATCH"
    /// Removes.
    case delete = "DELETE"

    /// Whether the input travels in a body, not in the query, unless an endpoint says otherwise.
    public var hasBody: Bool { self == .post || self == .put || self == .patch }
}

/// Who may call an endpoint.
public enum Access: String, Sendable, CaseIterable {
    /// Anyone; a token is not looked at.
    case anyone
    /// Anyone; a token that is sent must be good.
    case optional
    /// Any signed-in member.
    case member
    /// A member whose role is Parent.
    case parent
    /// A member whose role is Child.
    case child
    /// The operator of the server.
    case `operator`
}

/// Whether a call may be made again when its answer did not arrive.
public enum Repeats: String, Sendable, CaseIterable {
    /// Reading twice is reading once.
    case freely
    /// Only with the Idempotency-Key of the first try.
    case withKey
    /// Not at all; the header is ignored because the endpoint's own rules make repeats harmless.
    case never
}

/// The five documents, and what belongs to none of them.
public enum Surface: String, Sendable, CaseIterable {
    /// Guardian Card.
    case guardian
    /// Money App.
    case banking
    /// Card rewards.
    case rewards
    /// Allowance Tracker.
    case allowance
    /// Safepocket, and paths that are not known.
    case insights
}

/// A path with named places, such as `/rules/{id}`.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The template as it is written in the document.
    public let text: String
    /// The names of its places, in order.
    public let keys: [String]

    /// Makes a template from its text.
    public init(stringLiteral text: String) {
        self.text = text
        keys = text.split(separator: "/").compactMap { part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return nil }
            return String(part.dropFirst().dropLast())
        }
    }

    /// The path with its places filled; `nil` when a value is missing or empty.
    public func filled(with values: [String: String]) -> String? {
        var path = text
        for key in keys {
            // An empty part would name another route: `/rules/` is the list, not one rule.
            guard let value = values[key], !value.isEmpty else { return nil }
            path = path.replacing("{\(key)}", with: PercentCoding.encoded(value))
        }
        return path
    }
}
