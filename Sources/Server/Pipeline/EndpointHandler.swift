import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations

/// The one way from a request to an operation and back, in the contract's order of checks.
///
/// What an endpoint takes and gives is for ``MountedEndpoint`` alone to know: what stands here is
/// compiled once, and not once for each endpoint.
struct EndpointHandler: Sendable {
    /// Reads what was sent.
    typealias Read = @Sendable (SentInput) throws -> EndpointCall

    let endpoint: any EndpointDeclaration
    let services: PipelineServices
    let metrics: EndpointMetrics

    func respond(
        to request: Request,
        _ context: PurserContext,
        _ read: Read
    ) async -> Response {
        let started = ContinuousClock.now
        let response: Response
        do {
            response = try await answer(request, context, read)
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
    private func answer(
        _ request: Request,
        _ context: PurserContext,
        _ read: Read
    ) async throws -> Response {
        let now = services.now()
        let token = endpoint.access == .anyone ? nil : request.bearerToken
        let sender = try await services.sender(of: token, context, now: now)
        let body = try await services.bodies.wholeBody(of: request, from: context.network)
        defer { services.bodies.end(body) }
        var call = try self.call(of: sender, token, now, context)
        let input: EndpointCall
        do {
            try sender.require(endpoint.access, endpoint.scope)
            let sent = SentInput(
                inPath: try inPath(context),
                query: try endpoint.hasBody ? [] : request.queryPairs(),
                body: try endpoint.hasBody ? request.json(body.bytes) : nil,
                inHeaders: inHeaders(request)
            )
            input = try read(sent)
            call = try withIdempotency(call, request.headers.only(.idempotencyKey)) { sent.json }
        } catch {
            // A refusal must not be heard by whom the database would not let in any more.
            try await services.operations.identity.requireLiveSession(call)
            throw error
        }
        if let tell = input.tell, request.takesEvents {
            return try await self.tell(tell, call, context)
        }
        guard let file = input.file else { return try await run(input.run, call) }
        return try await services.response(of: endpoint.name, call, context) {
            try await file(call)
        }
    }

    private func inPath(_ context: PurserContext) throws -> [(key: String, value: String)] {
        try endpoint.path.keys.map { key in
            guard let value = context.parameters.get(key) else { throw Problem(.notFound) }
            return (key, value)
        }
    }

    private func inHeaders(_ request: Request) -> [(key: String, value: String)] {
        endpoint.headers.compactMap { header in
            guard header.isSent, let name = HTTPField.Name(header.name) else { return nil }
            return request.headers.only(name).map { (header.key, $0) }
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
            hasOtherStatuses: !endpoint.otherStatuses.isEmpty,
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

    /// Tells the answer while it is made.
    private func tell(
        _ told: EndpointCall.Tell,
        _ call: Call,
        _ context: PurserContext
    ) async throws -> Response {
        do {
            let wording = EndWording.wire(on: endpoint.surface, trace: context.trace)
            return try await services.eventResponse(of: endpoint, call, context, in: wording) {
                try await told(call)
            }
        } catch let answer as ReplayedAnswer {
            return success(Array(answer.body.utf8), true, status: answer.status)
        }
    }

    /// Answers what the operation answers, or what it answered to the same call before.
    private func run(_ run: EndpointCall.Run, _ call: Call) async throws -> Response {
        guard let idempotency = call.idempotency else {
            let (body, status) = try await run(call)
            return success(body, false, status: status)
        }
        guard services.runningKeys.begin(idempotency.identity) else {
            let message = "The first call with this key is still running"
            throw Problem(.conflict, message, retryAfterSeconds: 1)
        }
        defer { services.runningKeys.end(idempotency.identity) }
        do {
            let (body, status) = try await run(call)
            return success(body, idempotency.isReplayed, status: status)
        } catch let answer as ReplayedAnswer {
            return success(Array(answer.body.utf8), true, status: answer.status)
        }
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
