import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations

/// The one way from a request to an operation and back, in the contract's order of checks.
struct EndpointHandler<Input: WireInput, Output: Codable & Sendable>: Sendable {
    /// Whether an answer may tell another status than the usual one.
    ///
    /// It stands first, where reading it takes no look at what the endpoint is generic over.
    private let hasOtherStatuses: Bool
    let endpoint: Endpoint<Input, Output>
    let operation: @Sendable (Input, Call) async throws -> Output
    /// Makes the file, where the endpoint answers one; the operation is not asked then.
    let file: (@Sendable (Input, Call) async throws -> ExportFile)?
    /// Begins an answer that is told while it is made, where a caller may ask for that.
    var telling: (@Sendable (Input, Call) async throws -> ToldAnswer<Output>)?
    let services: PipelineServices
    let metrics: EndpointMetrics

    init(
        endpoint: Endpoint<Input, Output>,
        operation: @escaping @Sendable (Input, Call) async throws -> Output,
        file: (@Sendable (Input, Call) async throws -> ExportFile)?,
        telling: (@Sendable (Input, Call) async throws -> ToldAnswer<Output>)? = nil,
        services: PipelineServices,
        metrics: EndpointMetrics
    ) {
        hasOtherStatuses = !endpoint.otherStatuses.isEmpty
        self.endpoint = endpoint
        self.operation = operation
        self.file = file
        self.telling = telling
        self.services = services
        self.metrics = metrics
    }

    func respond(to request: Request, _ context: PurserContext) async -> Response {
        let started = ContinuousClock.now
        let response: Response
        do {
            response = try await answer(request, context)
        } catch {
            response = services.refusal(
                of: endpoint.name,
                because: error,
                on: endpoint.surface,
                context
            )
        }
        services.note(response, of: endpoint.name, in: metrics, since: started, context)
        return response
    }

    /// Steps 2 to 9; step 1 was the router's.
    private func answer(_ request: Request, _ context: PurserContext) async throws -> Response {
        let now = services.now()
        let token = endpoint.access == .anyone ? nil : request.bearerToken
        let sender = try await services.sender(of: token, context, now: now)
        let body = try await services.bodies.wholeBody(of: request, from: context.network)
        defer { services.bodies.end(body) }
        var call = try self.call(of: sender, token, now, context)
        let input: Input
        do {
            try sender.require(endpoint.access, endpoint.scope)
            let json = try endpoint.hasBody ? request.json(body.bytes) : nil
            let query = try endpoint.hasBody ? [] : request.queryPairs()
            let inPath = try inPath(context)
            let inHeaders = endpoint.headerPairs { name in
                HTTPField.Name(name).flatMap { request.headers.only($0) }
            }
            input = try endpoint.input(
                inPath: inPath,
                query: query,
                body: json,
                inHeaders: inHeaders
            )
            let key = request.headers.only(.idempotencyKey)
            call = try withIdempotency(call, key) {
                Self.wireInput([inPath, query, inHeaders], json)
            }
        } catch {
            // A refusal must not be heard by whom the database would not let in any more.
            try await services.operations.identity.requireLiveSession(call)
            throw error
        }
        if let telling, request.takesEvents { return try await tell(telling, input, call, context) }
        guard let file else { return try await run(input, call) }
        return try await services.response(of: endpoint.name, call, context) {
            try await file(input, call)
        }
    }

    private func inPath(_ context: PurserContext) throws -> [(key: String, value: String)] {
        try endpoint.path.keys.map { key in
            guard let value = context.parameters.get(key) else { throw Problem(.notFound) }
            return (key, value)
        }
    }

    /// The call of a sender who may be heard.
    func call(
        of sender: Sender,
        _ token: String?,
        _ now: Timestamp,
        _ context: PurserContext
    ) throws -> Call {
        if token != nil ? sender.bearer == nil : !endpoint.access.allowsAnonymous {
            throw sender.challenge
        }
        return Call(
            caller: sender.caller,
            now: now,
            ids: services.ids,
            trace: context.trace,
            address: context.remoteAddress
        )
    }

    func withIdempotency(
        _ call: Call,
        _ key: String?,
        _ input: () -> JSON
    ) throws -> Call {
        guard endpoint.repeats == .withKey, let key else { return call }
        guard (1...Limits.idempotencyKeyCharacters).contains(key.unicodeScalars.count) else {
            let rule = "must have 1 to \(Limits.idempotencyKeyCharacters) characters"
            throw Problem.invalid([Fault(field: "Idempotency-Key", rule: rule)])
        }
        let idempotency = IdempotentCall(
            caller: call.caller,
            operation: "\(endpoint.method.rawValue) \(endpoint.path.text)",
            key: key,
            input: input(),
            hashKey: services.idempotencyKey,
            status: endpoint.status,
            hasOtherStatuses: hasOtherStatuses,
            surface: endpoint.surface
        )
        return Call(
            caller: call.caller,
            now: call.now,
            ids: call.ids,
            trace: call.trace,
            idempotency: idempotency,
            address: call.address
        )
    }

    /// What a request said, as it is compared with what another one of the same key said.
    private static func wireInput(
        _ beside: [[(key: String, value: String)]],
        _ json: JSON?
    ) -> JSON {
        let pairs = { (pairs: [(key: String, value: String)]) in
            JSON.object(pairs.map { JSON.Member($0.key, .string($0.value)) })
        }
        // A header that a call does not have is no part of it, as before there were any.
        return .array(
            beside.prefix(2).map(pairs) + [json ?? .null]
                + beside.dropFirst(2).filter { !$0.isEmpty }.map(pairs)
        )
    }

    /// Tells the answer while it is made.
    private func tell(
        _ telling: (Input, Call) async throws -> ToldAnswer<Output>,
        _ input: Input,
        _ call: Call,
        _ context: PurserContext
    ) async throws -> Response {
        do {
            let wording = AnswerWording.wire(of: endpoint, trace: context.trace)
            return try await services.eventResponse(of: endpoint, call, context, in: wording) {
                try await telling(input, call)
            }
        } catch let answer as ReplayedAnswer {
            return success(Array(answer.body.utf8), true, status: answer.status)
        }
    }

    /// Answers what the operation answers, or what it answered to the same call before.
    private func run(_ input: Input, _ call: Call) async throws -> Response {
        guard let idempotency = call.idempotency else {
            let output = try await operation(input, call)
            return success(try WireEncoder.bytes(output), false, status: status(of: output))
        }
        guard services.runningKeys.begin(idempotency.identity) else {
            let message = "The first call with this key is still running"
            throw Problem(.conflict, message, retryAfterSeconds: 1)
        }
        defer { services.runningKeys.end(idempotency.identity) }
        do {
            let output = try await operation(input, call)
            let bytes = try WireEncoder.bytes(output)
            return success(bytes, idempotency.isReplayed, status: status(of: output))
        } catch let answer as ReplayedAnswer {
            return success(Array(answer.body.utf8), true, status: answer.status)
        }
    }

    private func status(of output: Output) -> Int? {
        hasOtherStatuses ? (output as? any StatusTelling)?.status : nil
    }

    private func success(_ body: [UInt8], _ isReplayed: Bool, status: Int? = nil) -> Response {
        let code = status ?? endpoint.status
        var headers = code == 204 ? HTTPFields() : .json
        if isReplayed { headers[.idempotencyReplayed] = "true" }
        for header in endpoint.headers where header.isAnswered {
            guard let name = HTTPField.Name(header.name), let json = try? JSONParser.parse(body)
            else { continue }
            headers[name] = header.text(in: json)
        }
        guard code != 204 else { return Response(status: .noContent, headers: headers) }
        return Response(
            status: HTTPResponse.Status(code: code),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}

extension HTTPFields {
    /// What a body of JSON is.
    static let json: HTTPFields = [.contentType: "application/json"]
}

extension Access {
    /// Whether the endpoint answers callers without a token.
    fileprivate var allowsAnonymous: Bool { self == .anyone || self == .optional }
}
