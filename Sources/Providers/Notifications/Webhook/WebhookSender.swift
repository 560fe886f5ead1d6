import Foundation
public import Kernel

/// Sends notifications to a receiver of the operator's, by HTTP, signed.
///
/// The receiver tells by ``WebhookSignature`` that they are ours. Only an answer of 2xx counts as
/// received; nobody is followed elsewhere.
public struct WebhookSender: NotificationSender {
    /// The receiver knows its members; it is not told of their devices.
    public var needsDevice: Bool { false }

    private let url: String
    private let secrets: [Secret]
    private let client: VendorClient

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - url: The receiver's address: by https, or by http on this machine.
    ///   - secrets: What to sign with, the bytes of one text each; several while one is replaced.
    ///   - timeout: How long the receiver may take up to the end of its answer.
    /// - Throws: ``NotificationSettingError``.
    public init(
        url: String,
        secrets: [Secret],
        timeout: Duration = .seconds(Limits.webhookSeconds)
    ) throws(NotificationSettingError) {
        let client = VendorClient(
            OutsideConnection.client,
            vendor: .webhook,
            timeout: timeout,
            answerBytes: Limits.webhookAnswerBytes
        )
        try self.init(url: url, secrets: secrets, client: client)
    }

    /// Makes a sender over a client that may be a test's.
    init(
        url: String,
        secrets: [Secret],
        client: VendorClient
    ) throws(NotificationSettingError) {
        guard let address = WebhookAddress(url) else {
            throw NotificationSettingError(.url, "an https address without a user or a fragment")
        }
        guard (1...Limits.webhookSecrets).contains(secrets.count),
            secrets.allSatisfy({ $0.count >= Limits.webhookSecretBytes })
        else {
            let rule =
                "1 to \(Limits.webhookSecrets), each of \(Limits.webhookSecretBytes) bytes or more"
            throw NotificationSettingError(.secrets, rule)
        }
        self.url = address.url
        self.secrets = secrets
        self.client = client
    }

    /// Sends a message, signed at `now`.
    public func send(
        _ message: PushMessage,
        to device: DeviceToken?,
        now: Timestamp
    ) async -> Delivery {
        guard now < message.expiresAt else { return .refused(reason: "expired") }
        guard let body = WebhookBody(message).bytes else { return .refused(reason: "no JSON") }
        let request = VendorClient.Request(
            method: .post,
            url: url,
            headers: [
                ("Content-Type", "application/json"), ("User-Agent", "purser"),
                (WebhookSignature.eventHeaderName, message.id.text),
                (
                    WebhookSignature.headerName,
                    WebhookSignature.header(for: body, secrets: secrets, at: now)
                ),
            ],
            body: body
        )
        do {
            return Self.delivery(try await client.send(request))
        } catch {
            // Who answers at length has it, most likely, and would have it again each time.
            return error.kind == .tooLong
                ? .refused(reason: error.reason) : .retry(after: nil, reason: error.reason)
        }
    }

    /// What an answer means.
    static func delivery(_ answer: VendorClient.Answer) -> Delivery {
        switch answer.status {
        case 200..<300: .delivered
        case 410: .gone(since: nil)
        case 408, 425, 429, 500...:
            .retry(after: answer.retryAfterSeconds, reason: "HTTP \(answer.status)")
        default: .refused(reason: "HTTP \(answer.status)")
        }
    }
}

/// A message as JSON.
private struct WebhookBody: Encodable {
    let id: String
    let kind: String
    let member: String
    let title: String
    let body: String
    let data: [String: String]
    let createdAt: String

    private enum CodingKeys: String, CodingKey {
        case id, kind, title, body, data
        case member = "member_id"
        case createdAt = "created_at"
    }

    init(_ message: PushMessage) {
        id = message.id.text
        kind = message.kind
        member = message.member.text
        title = message.title
        body = message.body
        data = message.data
        createdAt = message.createdAt.text
    }

    var bytes: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) }
    }
}
