public import Contract
import HTTPTypes
import Hummingbird
public import Operations

/// Gathers what is served, makes sure that every declared endpoint is there, and puts it on the
/// router.
public struct Mount {
    let router: Router<PurserContext>
    private let services: PipelineServices
    private let observed: any ObservedEndpoints
    private var served: [String: Int] = [:]
    private var routes: [Route] = []
    private var places: [PathTemplate: [Contract.Method: Int]] = [:]
    private var undeclared: [PathTemplate: Surface] = [:]
    /// What answers pages, by the endpoint's name.
    private var pageAnswers: [String: any Sendable] = [:]

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
            services: services,
            metrics: observed.metrics(of: endpoint.name)
        )
        let mounted = MountedEndpoint(
            endpoint: endpoint,
            operation: operation,
            file: file,
            telling: telling,
            handler: handler
        )
        let read: EndpointHandler.Read = { try mounted.read($0) }
        serve(endpoint) { request, context in await handler.respond(to: request, context, read) }
        guard file == nil else {
            pageAnswers[endpoint.name] = PageFile { try await mounted.answerFile($0, $1) }
            return
        }
        pageAnswers[endpoint.name] = mounted.pageAnswer
    }

    /// The endpoints as pages call them.
    var pageCalls: PageCalls { PageCalls(pageAnswers) }

    /// Serves an endpoint that takes a file.
    ///
    /// - Parameters:
    ///   - endpoint: What is served.
    ///   - status: The status of an answer, one of those that the endpoint declares.
    ///   - operation: What is done with a file; for how long the call waits for it, where that is
    ///     not the usual time.
    mutating func serve<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        status: @escaping @Sendable (Output) -> Int,
        takingFile operation: @escaping UploadHandler<Input, Output>.Operation
    ) {
        let handler = UploadHandler(
            endpoint: endpoint,
            operation: operation,
            status: status,
            services: services,
            metrics: observed.metrics(of: endpoint.name)
        )
        serve(endpoint) { request, context in await handler.respond(to: request, context) }
        pageAnswers[endpoint.name] = PageUpload { try await handler.answer($0, $1, $2) }
    }

    private mutating func serve(
        _ endpoint: any EndpointDeclaration,
        _ respond: @escaping Route.Respond
    ) {
        served[endpoint.name, default: 0] += 1
        let place = place(of: endpoint.method, endpoint.path)
        // requireAll(_:) says of which endpoint there are two.
        if !routes[place].add(respond, where: endpoint.selector) {
            served[endpoint.name, default: 0] += 1
        }
    }

    /// Where the route of a method and a path is.
    private mutating func place(of method: Contract.Method, _ path: PathTemplate) -> Int {
        if let place = places[path]?[method] { return place }
        routes.append(Route(method, path))
        places[path, default: [:]][method] = routes.count - 1
        return routes.count - 1
    }

    /// Serves the live events: no endpoint, because its answer has no end.
    mutating func serveEvents() {
        let name = "followEvents"
        let route = EventsRoute(
            name: name,
            services: services,
            metrics: observed.metrics(of: name)
        )
        undeclared[EventsRoute.path] = EventsRoute.surface
        let place = place(of: .get, EventsRoute.path)
        let isFirst = routes[place].add({ await route.respond(to: $0, $1) }, where: nil)
        precondition(isFirst, "no endpoint has the path of the live events")
    }

    /// Puts on the router what is served, in the order in which it was given.
    func addRoutes() {
        for route in routes {
            router.on(RouterPath(route.path.text), method: route.method.http, use: route.respond)
        }
    }

    /// Answers the methods that a known path does not have.
    func refuseOtherMethods(_ surfaces: [PathTemplate: Surface]) {
        for (path, methods) in places {
            let surface = surfaces[path] ?? undeclared[path] ?? .insights
            let allowed = Contract.Method.allCases.filter { methods[$0] != nil }
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
