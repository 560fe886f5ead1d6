public import Contract
import HTTPTypes
import Hummingbird
public import Operations

/// Puts endpoints on the router, and makes sure that every declared one is there.
public struct Mount {
    private let router: Router<PurserContext>
    private let services: PipelineServices
    private let observed: any ObservedEndpoints
    private var served: [String: Int] = [:]
    private var methods: [PathTemplate: [Contract.Method]] = [:]
    private var undeclared: [PathTemplate: Surface] = [:]

    init(
        on router: Router<PurserContext>,
        _ services: PipelineServices,
        _ observed: any ObservedEndpoints
    ) {
        self.router = router
        self.services = services
        self.observed = observed
    }

    /// Serves an endpoint with an operation.
    public mutating func serve<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ operation: @escaping @Sendable (Input, Call) async throws -> Output
    ) {
        serve(endpoint, operation, file: nil)
    }

    /// Serves an endpoint whose answer is a file with the operation that makes it.
    mutating func serveFile<Input: WireInput>(
        _ endpoint: Endpoint<Input, Empty>,
        _ operation: @escaping @Sendable (Input, Call) async throws -> ExportFile
    ) {
        serve(endpoint, { _, _ in Empty() }, file: operation)
    }

    /// Serves an endpoint whose answer is told while it is made when a caller asks for events.
    mutating func serve<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ operation: @escaping @Sendable (Input, Call) async throws -> Output,
        telling: @escaping @Sendable (Input, Call) async throws -> ToldAnswer<Output>
    ) {
        serve(endpoint, operation, file: nil, telling: telling)
    }

    private mutating func serve<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ operation: @escaping @Sendable (Input, Call) async throws -> Output,
        file: (@Sendable (Input, Call) async throws -> ExportFile)?,
        telling: (@Sendable (Input, Call) async throws -> ToldAnswer<Output>)? = nil
    ) {
        let handler = EndpointHandler(
            endpoint: endpoint,
            operation: operation,
            file: file,
            telling: telling,
            services: services,
            metrics: observed.metrics(of: endpoint.name)
        )
        serve(endpoint) { request, context in await handler.respond(to: request, context) }
    }

    /// Serves an endpoint that takes a file.
    ///
    /// `status`: The status of an answer, one of those that the endpoint declares.
    mutating func serve<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        status: @escaping @Sendable (Output) -> Int,
        takingFile operation:
            @escaping @Sendable (Input, BankFileSource, Call) async throws -> Output
    ) {
        let handler = UploadHandler(
            endpoint: endpoint,
            operation: operation,
            status: status,
            services: services,
            metrics: observed.metrics(of: endpoint.name)
        )
        serve(endpoint) { request, context in await handler.respond(to: request, context) }
    }

    private mutating func serve(
        _ endpoint: any EndpointDeclaration,
        _ respond: @escaping @Sendable (Request, PurserContext) async -> Response
    ) {
        served[endpoint.name, default: 0] += 1
        // The router ends the program for a second handler; requireAll(_:) says which one it is.
        guard methods[endpoint.path]?.contains(endpoint.method) != true else {
            served[endpoint.name, default: 0] += 1
            return
        }
        methods[endpoint.path, default: []].append(endpoint.method)
        router.on(RouterPath(endpoint.path.text), method: endpoint.method.http, use: respond)
    }

    /// Serves the live events: no endpoint, because its answer has no end.
    mutating func serveEvents() {
        let name = "followEvents"
        let route = EventsRoute(
            name: name,
            services: services,
            metrics: observed.metrics(of: name)
        )
        methods[EventsRoute.path, default: []].append(.get)
        undeclared[EventsRoute.path] = EventsRoute.surface
        router.get(RouterPath(EventsRoute.path.text)) { request, context in
            await route.respond(to: request, context)
        }
    }

    /// Answers the methods that a known path does not have.
    func refuseOtherMethods(_ surfaces: [PathTemplate: Surface]) {
        for (path, methods) in methods {
            let surface = surfaces[path] ?? undeclared[path] ?? .insights
            let allowed = Contract.Method.allCases.filter(methods.contains)
            Self.refuseAllBut(allowed, at: path.text, on: router, surface)
        }
    }

    /// Answers the methods that a path does not have.
    static func refuseAllBut(
        _ allowed: [Contract.Method],
        at path: String,
        on router: Router<PurserContext>,
        _ surface: Surface = .insights
    ) {
        var known = Set(allowed.map(\.http))
        // Where there is GET there is HEAD (RFC 9110, section 9.1); the router makes it.
        if known.contains(.get) { known.insert(.head) }
        for method in allMethods where !known.contains(method) {
            router.on(RouterPath(path), method: method) { _, context in
                Problem(.methodNotAllowed, allowedMethods: allowed)
                    .response(for: surface, trace: context.trace)
            }
        }
    }

    /// Makes sure that each declared endpoint is served, and served once.
    ///
    /// - Throws: ``MountError``.
    func requireAll(_ declared: [any EndpointDeclaration]) throws {
        let unserved = declared.map(\.name).filter { served[$0] == nil }
        guard unserved.isEmpty else { throw MountError.unserved(unserved) }
        let doubled = served.filter { $0.value > 1 }.keys.sorted()
        guard doubled.isEmpty else { throw MountError.servedTwice(doubled) }
    }

    /// The methods that each known path answers, if only with a refusal.
    static let allMethods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]
}

/// Why a server does not start.
public enum MountError: Error, Equatable, CustomStringConvertible {
    /// Endpoints are declared and nothing serves them.
    case unserved([String])
    /// Endpoints are served more than once.
    case servedTwice([String])

    /// The sentence that the start ends with.
    public var description: String {
        switch self {
        case .unserved(let names):
            "declared and not mounted: \(names.joined(separator: ", "))"
        case .servedTwice(let names): "mounted twice: \(names.joined(separator: ", "))"
        }
    }
}

extension Contract.Method {
    var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}
