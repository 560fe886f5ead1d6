import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations

/// The way of a request that carries a file: who sends it is known before any of it is received.
struct UploadHandler<Input: WireInput, Output: Codable & Sendable>: Sendable {
    typealias Operation =
        @Sendable (Input, BankFileSource, Call, _ patience: Duration?) async throws -> Output

    let endpoint: Endpoint<Input, Output>
    let operation: Operation
    /// The status of an answer.
    let status: @Sendable (Output) -> Int
    let services: PipelineServices
    let metrics: EndpointMetrics

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

    private func answer(_ request: Request, _ context: PurserContext) async throws -> Response {
        let now = services.now()
        let sender = try await services.sender(of: request.bearerToken, context, now: now)
        try request.requireUploadSize()
        let call = try await self.call(of: sender, now, context)
        try services.uploads.enter(call.caller.key)
        defer { services.uploads.leave(call.caller.key) }
        let upload = try await request.upload()
        let pairs = try request.queryPairs() + upload.fields
        try FormText.requireStreamSafe(upload.fields)
        var keys: Set<ExactText> = []
        for (key, _) in pairs where !keys.insert(ExactText(key)).inserted {
            throw Problem.invalid([Fault(field: "body", rule: "has a field twice")])
        }
        let input = try endpoint.input(inPath: [], query: pairs, body: nil)
        let file = upload.file
        let source = BankFileSource(name: upload.fileName) { offset, most in
            try await file.bytes(from: offset, most: most)
        }
        let output = try await operation(input, source, call, nil)
        return Response(
            status: HTTPResponse.Status(code: status(output)),
            headers: .json,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireEncoder.bytes(output)))
        )
    }

    /// The call of a sender who may send a file.
    ///
    /// - Throws: ``Problem``; `DatabaseError`.
    private func call(
        of sender: Sender,
        _ now: Timestamp,
        _ context: PurserContext
    ) async throws -> Call {
        guard sender.bearer != nil else { throw sender.challenge }
        let call = Call(
            caller: sender.caller,
            now: now,
            ids: services.ids,
            trace: context.trace,
            address: context.remoteAddress
        )
        // Nothing is received from whom the database would not let in any more.
        try await services.operations.identity.requireLiveSession(call)
        try sender.require(endpoint.access, endpoint.scope)
        return call
    }
}

// MARK: Pages

/// What answers an endpoint's input from a page with a file that was received before.
struct PageUpload<Input: WireInput, Output: Codable & Sendable>: Sendable {
    let answer: @Sendable (Input, BankFileSource, PageCaller) async throws -> Output
}

extension UploadHandler {
    /// Answers a page of the web app: the same checks in the same order as
    /// ``respond(to:_:)``, without what is the wire's.
    ///
    /// A page waits less long for the rest of its work than another caller, because it shows how
    /// far that is.
    ///
    /// - Throws: ``Problem``; what the operation throws.
    func answer(
        _ input: Input,
        _ file: BankFileSource,
        _ caller: PageCaller
    ) async throws -> Output {
        let started = ContinuousClock.now
        do {
            let now = services.now()
            let sender = try await services.sender(of: caller.token, caller.context, now: now)
            let call = try await call(of: sender, now, caller.context)
            try services.uploads.enter(call.caller.key)
            defer { services.uploads.leave(call.caller.key) }
            let patience = Duration.seconds(Limits.importPageSeconds)
            let output = try await operation(try endpoint.checked(input), file, call, patience)
            metrics.record(status(output), since: started)
            return output
        } catch {
            metrics.record(Problem(failure: error).kind.status, since: started)
            throw error
        }
    }
}
