import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations

/// Takes what Stripe tells by itself, at `/webhooks/stripe`.
struct StripeWebhookRoute {
    let operations: Operations
    let bodies: BodyBudget
    let ids: any IDSource
    let now: @Sendable () -> Timestamp

    func respond(to request: Request, _ context: PurserContext) async -> Response {
        do {
            let body = try await bodies.wholeBody(of: request, from: context.network)
            defer { bodies.end(body) }
            let call = Call(
                caller: .anonymous(address: context.remoteAddress),
                now: now(),
                ids: ids,
                trace: context.trace
            )
            try await operations.guardian.takeStripeEvent(
                signature: request.headers.only(.stripeSignature),
                body: Array(body.bytes.readableBytesView),
                call
            )
            return Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"received":true}"#))
            )
        } catch {
            let problem = Problem(failure: error)
            let isOverload = (error as? Problem)?.kind == .unavailable
            if problem.kind.status >= 500, !isOverload {
                context.logger.error(
                    "event was not recorded",
                    metadata: ["trace": "\(context.trace)", "failure": "\(error)"]
                )
            }
            return problem.response(for: .insights, trace: context.trace)
        }
    }
}

extension HTTPField.Name {
    /// The signature over the body of an event.
    static var stripeSignature: HTTPField.Name {
        guard let name = HTTPField.Name("Stripe-Signature") else {
            preconditionFailure("a header's name is a token")
        }
        return name
    }
}
