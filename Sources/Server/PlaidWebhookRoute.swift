import Contract
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Operations

/// Takes what Plaid tells by itself, at `/webhooks/plaid`.
struct PlaidWebhookRoute {
    let services: PipelineServices

    func respond(to request: Request, _ context: PurserContext) async -> Response {
        do {
            let body = try await services.bodies.wholeBody(of: request, from: context.network)
            defer { services.bodies.end(body) }
            try await services.operations.banking.takePlaidEvent(
                verification: request.headers.only(.plaidVerification),
                body: Array(body.bytes.readableBytesView),
                services.anonymousCall(context)
            )
            return Response(status: .ok)
        } catch {
            let problem = Problem(failure: error)
            let isOverload = (error as? Problem)?.kind == .unavailable
            if problem.kind.status >= 500, !isOverload {
                context.logger.error(
                    "event was not recorded",
                    metadata: ["trace": "\(context.trace)", "failure": "\(error)"]
                )
            }
            return problem.response(for: .banking, trace: context.trace)
        }
    }
}

extension HTTPField.Name {
    /// The signed hash of an event's body.
    fileprivate static let plaidVerification = known("Plaid-Verification")
}
