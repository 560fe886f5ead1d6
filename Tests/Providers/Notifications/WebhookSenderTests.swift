import Crypto
import Foundation
import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("Notifications by webhook")
struct WebhookSenderTests {
    private static let secret = "0123456789abcdef"

    private static func send(
        _ url: String,
        secrets: [String] = [secret],
        device: DeviceToken? = PushFixture.device
    ) async throws -> Delivery {
        let sender = try WebhookSender(url: url, secrets: secrets.map(PushFixture.secret))
        return await sender.send(PushFixture.message(), to: device, now: TestClock.noon)
    }

    @Test("are JSON with the event's id, signed with each secret, and without a device")
    func wire() async throws {
        try await WebhookReceiver.with(.answer(204)) { receiver, url in
            let delivery = try await Self.send(url, secrets: [Self.secret, "fedcba9876543210"])
            #expect(delivery == .delivered)
            let received = try #require(receiver.received.first)
            let message = PushFixture.message()
            #expect(received.line == "POST /hooks/purser?a=b")
            #expect(received.headers["content-type"] == "application/json")
            #expect(received.headers["purser-event-id"] == message.id.text)
            let body = String(decoding: received.body, as: UTF8.self)
            let expected = """
                {"body":"Checking has $42.10, which is below $50.00.",\
                "created_at":"2025-01-15T12:00:00Z","data":{"account_id":"7"},\
                "id":"\(message.id.text)","kind":"low_balance",\
                "member_id":"\(message.member.text)","title":"Low balance"}
                """
            #expect(body == expected)
            let codes = [Self.secret, "fedcba9876543210"].map { secret in
                HMAC<SHA256>.authenticationCode(
                    for: Data("1736942400.\(body)".utf8),
                    using: SymmetricKey(data: Data(secret.utf8))
                )
                .map { String(format: "%02x", $0) }.joined()
            }
            let signature = received.headers["purser-signature"]
            #expect(signature == "t=1736942400,v1=\(codes[0]),v1=\(codes[1])")
            try WebhookSignature.verify(
                header: signature,
                body: received.body,
                secrets: [PushFixture.secret(Self.secret)],
                now: TestClock.noon.adding(seconds: 5)
            )
            #expect(!body.contains("00fc") && !"\(received.headers)".contains("00fc"))
        }
    }

    @Test("reach members without a device, and have one id and body however often they are sent")
    func repeats() async throws {
        try await WebhookReceiver.with(.answer(200, body: "thanks")) { receiver, url in
            let sender = try WebhookSender(url: url, secrets: [PushFixture.secret(Self.secret)])
            #expect(!sender.needsDevice)
            for seconds in [0, 60] as [Int64] {
                let now = TestClock.noon.adding(seconds: seconds)
                let delivery = await sender.send(PushFixture.message(), to: nil, now: now)
                #expect(delivery == .delivered)
            }
            #expect(receiver.received.count == 2)
            #expect(Set(receiver.received.map(\.body)).count == 1)
            #expect(Set(receiver.received.compactMap { $0.headers["purser-event-id"] }).count == 1)
            let signatures = receiver.received.compactMap { $0.headers["purser-signature"] }
            #expect(Set(signatures).count == 2)
        }
    }

    @Test(
        "are received only where the answer says so, and nobody is followed elsewhere",
        arguments: [
            (.answer(200), .delivered), (.answer(299), .delivered),
            (.answer(301, headers: ["Location": "/elsewhere"]), .refused(reason: "HTTP 301")),
            (.answer(307, headers: ["Location": "/elsewhere"]), .refused(reason: "HTTP 307")),
            (.answer(400), .refused(reason: "HTTP 400")),
            (.answer(404), .refused(reason: "HTTP 404")), (.answer(410), .gone(since: nil)),
            (.answer(408), .retry(after: nil, reason: "HTTP 408")),
            (.answer(429, headers: ["Retry-After": "30"]), .retry(after: 30, reason: "HTTP 429")),
            (
                .answer(503, headers: ["Retry-After": "999999999"]),
                .retry(after: 86_400, reason: "HTTP 503")
            ),
            (
                .answer(503, headers: ["Retry-After": "9999999999"]),
                .retry(after: nil, reason: "HTTP 503")
            ),
            (
                .answer(503, headers: ["Retry-After": "Wed, 15 Jan 2025 12:00:00 GMT"]),
                .retry(after: nil, reason: "HTTP 503")
            ),
            (.answer(500), .retry(after: nil, reason: "HTTP 500")),
            (
                .answer(200, body: String(repeating: "a", count: 70_000)),
                .refused(reason: "a longer answer")
            ),
        ] as [(WebhookReceiver.Reply, Delivery)]
    )
    func answers(reply: WebhookReceiver.Reply, delivery: Delivery) async throws {
        try await WebhookReceiver.with(reply) { receiver, url in
            let found = try await Self.send(url)
            #expect(found == delivery)
            #expect(receiver.received.count == 1)
        }
    }

    @Test("may be sent again when nobody answers in time, or nobody is there")
    func silence() async throws {
        let gone = try await WebhookReceiver.with(.silence) { receiver, url in
            let client = VendorClient(OutsideConnection.client, timeout: .seconds(60)) {
                await receiver.silence.arrived()
            }
            let sender = try WebhookSender(
                url: url,
                secrets: [PushFixture.secret(Self.secret)],
                client: client
            )
            let late = await sender.send(PushFixture.message(), to: nil, now: TestClock.noon)
            #expect(late == .retry(after: nil, reason: "no answer in time"))
            return url
        }
        guard case .retry(nil, _) = try await Self.send(gone) else {
            Issue.record("it is not there to be sent")
            return
        }
    }

    @Test("that expired are not sent")
    func expired() async throws {
        try await WebhookReceiver.with(.answer(200)) { receiver, url in
            let sender = try WebhookSender(url: url, secrets: [PushFixture.secret(Self.secret)])
            let late = TestClock.noon.adding(seconds: 7_200)
            let delivery = await sender.send(PushFixture.message(), to: nil, now: late)
            #expect(delivery == .refused(reason: "expired"))
            #expect(receiver.received.isEmpty)
        }
    }

    /// The setting that is refused; `nil` when none is.
    private static func refused(
        _ url: String,
        _ secrets: [String]
    ) -> NotificationSettingError.Setting? {
        do throws(NotificationSettingError) {
            _ = try WebhookSender(url: url, secrets: secrets.map(PushFixture.secret))
            return nil
        } catch {
            return error.setting
        }
    }

    @Test(
        "go by https, or stay on this machine",
        arguments: [
            ("https://hooks.example.com/a?b=c", true), ("https://192.0.2.1:8443", true),
            ("HTTPS://hooks.example.com", true), ("http://127.0.0.1:8080/a", true),
            ("http://127.255.0.9", true), ("http://localhost:1", true), ("http://[::1]:1/", true),
            ("http://hooks.example.com", false), ("http://10.0.0.1", false),
            ("http://127.0.0.1.example.com", false), ("http://127.example.com", false),
            ("http://localhost.example.com", false), ("http://128.0.0.1", false),
            ("http://0.0.0.0", false), ("http://127.0.0.256", false), ("http://127.1", false),
            ("http://127.0.0.01", false), ("http://[::2]/", false),
            ("https://user@hooks.example.com", false), ("https://u:p@hooks.example.com", false),
            ("https://hooks.example.com/#a", false), ("https://", false), ("https:///a", false),
            ("ftp://hooks.example.com", false), ("unix:///a", false),
            ("https+unix://%2Fa", false), ("//hooks.example.com", false), ("hooks", false),
            ("", false), ("https://a b", false),
            ("https://hooks.example.com/" + String(repeating: "a", count: 2_048), false),
        ]
    )
    func addresses(url: String, isTaken: Bool) {
        #expect(Self.refused(url, [Self.secret]) == (isTaken ? nil : .url))
    }

    @Test(
        "are signed with one to four secrets that nobody guesses",
        arguments: [
            ([secret], nil), (Array(repeating: secret, count: 4), nil), ([], .secrets),
            (Array(repeating: secret, count: 5), .secrets), (["0123456789abcde"], .secrets),
            ([secret, ""], .secrets),
        ] as [([String], NotificationSettingError.Setting?)]
    )
    func secrets(secrets: [String], refused: NotificationSettingError.Setting?) {
        #expect(Self.refused("https://hooks.example.com", secrets) == refused)
    }
}
