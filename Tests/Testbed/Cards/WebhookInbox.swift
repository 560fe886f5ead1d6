import HTTPTypes
import Hummingbird
import Synchronization

/// A server that takes webhooks and keeps them as they came.
public final class WebhookInbox: Sendable {
    /// A webhook.
    public struct Webhook: Sendable {
        /// The body.
        public let body: [UInt8]
        /// The header `Stripe-Signature`.
        public let signature: String?
        /// The header `Plaid-Verification`.
        public let verification: String?
    }

    /// Where webhooks are sent to.
    public let url: String
    private let kept: Kept

    private final class Kept: Sendable {
        let webhooks = Mutex<[Webhook]>([])
    }

    private init(_ url: String, _ kept: Kept) {
        self.url = url
        self.kept = kept
    }

    /// What came so far, oldest first.
    public var webhooks: [Webhook] { kept.webhooks.withLock { $0 } }

    /// Runs `work` with an inbox, which is gone afterwards.
    public static func with<R>(_ work: (WebhookInbox) async throws -> R) async throws -> R {
        let kept = Kept()
        return try await withLoopbackServer { request in
            let body = try await request.body.collect(upTo: 1_048_576)
            let signature = HTTPField.Name("Stripe-Signature").flatMap { request.headers[$0] }
            let verification = HTTPField.Name("Plaid-Verification").flatMap {
                request.headers[$0]
            }
            let webhook = Webhook(
                body: Array(buffer: body),
                signature: signature,
                verification: verification
            )
            kept.webhooks.withLock { $0.append(webhook) }
            return Response(status: .ok)
        } _: { url in
            try await work(WebhookInbox(url, kept))
        }
    }
}
