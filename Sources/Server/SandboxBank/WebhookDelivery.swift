import Logging
import Providers
import ServiceLifecycle

/// Sends a sandbox bank's webhooks beside the calls that caused them, until the server stops.
struct WebhookDelivery: Service {
    /// What is to be sent.
    let webhooks: AsyncStream<SandboxWebhook>
    let logger: Logger

    func run() async throws {
        let sender = SandboxWebhookSender()
        await cancelWhenGracefulShutdown {
            for await webhook in webhooks {
                let status = await sender.send(webhook)
                logger.info(
                    "webhook sent",
                    metadata: ["status": "\(status.map(String.init) ?? "none")"]
                )
            }
        }
    }
}
