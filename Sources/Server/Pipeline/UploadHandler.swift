import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations

/// The way of a request that carries a file: who sends it is known before any of it is received.
struct UploadHandler<Input: WireInput, Output: Codable & Sendable>: Sendable {
    let endpoint: Endpoint<Input, Output>
    let operation: @Sendable (Input, BankFileSource, Call) async throws -> Output
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
        let output = try await operation(input, source, call)
        return Response(
            status: HTTPResponse.Status(code: status(output)),
            headers: .json,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireEncoder.bytes(output)))
        )
    }
}
