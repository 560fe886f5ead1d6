import Crypto
import Foundation
import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

/// What every test of senders has.
enum PushFixture {
    static let topic = "com.example.purser"
    static let keyID = "ABC123DEFG"
    static let team = "TEAM123456"
    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
    static let device = DeviceToken(token)
    static let member = ID<Entity.Member>(RawID(high: 1, low: 2))

    /// A message about one event, an hour before it expires.
    static func message(
        _ event: String = "event-1",
        title: String = "Low balance",
        body: String = "Checking has $42.10, which is below $50.00.",
        data: [String: String] = ["account_id": "7"],
        subject: String? = nil,
        isUrgent: Bool = false
    ) -> PushMessage {
        PushMessage(
            event: event,
            kind: "low_balance",
            member: member,
            title: title,
            body: body,
            data: data,
            subject: subject,
            isUrgent: isUrgent,
            createdAt: TestClock.noon,
            expiresAt: TestClock.noon.adding(seconds: 7_200),
            trace: "trace-1"
        )
    }

    /// A secret of a text's bytes.
    static func secret(_ text: String) -> Secret { Secret(Array(text.utf8)) }

    /// A certificate for 127.0.0.1 that signs itself, with its key, both as PEM.
    static func certificate() async throws -> (certificate: String, key: String) {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let (certificate, key) = (directory.file("tls.pem"), directory.file("tls.key"))
        let made = try await Program.run(
            command: [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=push", "-days", "2",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ]
        )
        try #require(made.isSuccess, "\(made.errors)")
        return (
            try String(contentsOfFile: certificate, encoding: .utf8),
            try String(contentsOfFile: key, encoding: .utf8)
        )
    }
}
