import Contract
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Operations

/// Takes what Stripe tells by itself, at `/webhooks/stripe`.
struct StripeWebhookRoute {
    let services: PipelineServices

    func respond(to request: Request, _ context: PurserContext) async -> Response {
        do {
            let body = try await services.bodies.wholeBody(of: request, from: context.network)
            defer { services.bodies.end(body) }
            try await services.operations.guardian.takeStripeEvent(
                signature: request.headers.only(.stripeSignature),
                body: Array(body.bytes.readableBytesView),
                services.anonymousCall(context)
            )
            return Response("application/json", ByteBuffer(string: #"{"received":true}"#))
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
    fileprivate static let stripeSignature = known("Stripe-Signature")
}
