/// Sends the webhooks of a sandbox bank, once each.
public struct SandboxWebhookSender: Sendable {
    private let client = VendorClient(
        OutsideConnection.client,
        vendor: .sandboxWebhook,
        timeout: .seconds(5),
        answerBytes: 65_536
    )

    /// Makes a sender.
    public init() {}

    /// Sends a webhook, and tells the status of the answer; `nil` when there was none.
    public func send(_ webhook: SandboxWebhook) async -> Int? {
        let request = VendorClient.Request(
            method: .post,
            url: webhook.url,
            headers: [
                ("Content-Type", "application/json"),
                ("Plaid-Verification", webhook.verification),
            ],
            body: webhook.body
        )
        return try? await client.send(request).status
    }
}
