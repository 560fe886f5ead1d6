import Foundation
public import Kernel

/// Apple's push service: brings notifications to the devices of an app.
///
/// Source of the headers: Apple, "Sending notification requests to APNs", read 2026-11-25.
public struct APNsSender: NotificationSender {
    /// Where devices are that got the app from a store.
    public static let productionURL = "https://api.push.apple.com"
    /// Where devices are that got the app from its developer.
    public static let sandboxURL = "https://api.sandbox.push.apple.com"

    /// A device is found by its token.
    public var needsDevice: Bool { true }

    private let url: String
    private let topic: String
    private let tokens: APNsTokens
    private let connections: APNsConnections
    private let client: VendorClient
    private let slots = Slots(Limits.pushesAtOnce, waitingMost: Limits.pushesWaiting)

    /// Makes a sender; its connections close when its last copy goes.
    ///
    /// - Parameters:
    ///   - key: The key that Apple knows.
    ///   - topic: The app's bundle id.
    ///   - url: Where the service is, by https, without a path.
    ///   - trustRoots: Certificates in PEM that are trusted instead of the system's.
    ///   - timeout: How long the service may take up to the end of its answer.
    /// - Throws: ``NotificationSettingError``.
    public init(
        key: APNsKey,
        topic: String,
        url: String = productionURL,
        trustRoots: String? = nil,
        timeout: Duration = .seconds(Limits.pushSeconds)
    ) throws(NotificationSettingError) {
        try self.init(key, topic, url, trustRoots, timeout: timeout, deadline: nil)
    }

    /// Makes a sender that waits no longer than until `deadline` returns, which may be a test's.
    init(
        _ key: APNsKey,
        _ topic: String,
        _ url: String,
        _ trustRoots: String?,
        timeout: Duration,
        deadline: (@Sendable () async throws -> Void)?
    ) throws(NotificationSettingError) {
        let word = "letters and digits"
        guard Self.isName(key.id, extra: "") else { throw NotificationSettingError(.keyID, word) }
        guard Self.isName(key.team, extra: "") else {
            throw NotificationSettingError(.teamID, word)
        }
        guard Self.isName(topic, extra: ".-") else {
            throw NotificationSettingError(.topic, "an app's bundle id")
        }
        guard let base = Self.base(url) else {
            throw NotificationSettingError(.url, "an https address without a path")
        }
        self.url = base
        self.topic = topic
        tokens = APNsTokens(key)
        connections = try APNsConnections(trustRoots: trustRoots)
        client = VendorClient(
            connections.client,
            vendor: .apns,
            timeout: timeout,
            answerBytes: Limits.pushAnswerBytes,
            deadline: deadline
        )
    }

    /// Sends a message to a device.
    ///
    /// A token of ours that Apple calls expired is made anew, and the message sent a second time.
    public func send(
        _ message: PushMessage,
        to device: DeviceToken?,
        now: Timestamp
    ) async -> Delivery {
        guard let device else { return .refused(reason: "no device") }
        guard now < message.expiresAt else { return .refused(reason: "expired") }
        // It is no token of Apple's, which would say the same.
        guard let path = device.hexadecimal else { return .gone(since: nil) }
        guard let payload = APNsPayload.bytes(of: message) else {
            return .refused(reason: "PayloadTooLarge")
        }
        guard await slots.take() else { return .retry(after: nil, reason: "too many at once") }
        defer { slots.giveBack() }
        do {
            let token = try tokens.token(at: now)
            let answer = try await ask(message, path, payload, token)
            guard answer.isTokenExpired,
                let another = try tokens.token(insteadOf: token, at: now)
            else { return answer.delivery }
            return try await ask(message, path, payload, another).delivery
        } catch let failure as VendorClient.NoResponse {
            if failure.kind == .late { await connections.closeAll() }
            return .retry(after: nil, reason: failure.reason)
        } catch {
            return .retry(after: nil, reason: "the token cannot be signed")
        }
    }

    private func ask(
        _ message: PushMessage,
        _ device: String,
        _ payload: [UInt8],
        _ token: String
    ) async throws -> APNsAnswer {
        let request = VendorClient.Request(
            method: .post,
            url: "\(url)/3/device/\(device)",
            headers: [
                ("authorization", "bearer \(token)"), ("apns-topic", topic),
                ("apns-push-type", "alert"), ("apns-priority", message.isUrgent ? "10" : "5"),
                ("apns-id", message.id.text), ("apns-collapse-id", message.collapseID.text),
                ("apns-expiration", String(message.expiresAt.seconds)),
                ("content-type", "application/json"),
            ],
            body: payload
        )
        return APNsAnswer(try await client.send(request))
    }

    /// Whether a text is of ASCII letters, digits and a few others, and may stand in a header.
    private static func isName(_ text: String, extra: String) -> Bool {
        let others = Array(extra.utf8)
        return (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || others.contains(byte)
            }
    }

    /// The address without a slash at its end; `nil` when it is more than https and a host.
    private static func base(_ url: String) -> String? {
        guard let parts = URLComponents(string: url, encodingInvalidCharacters: false),
            parts.scheme?.lowercased() == "https",
            let host = parts.host, !host.isEmpty, ["", "/"].contains(parts.path),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
