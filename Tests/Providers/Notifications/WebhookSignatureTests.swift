import Crypto
import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("Signatures of webhooks")
struct WebhookSignatureTests {
    private static let now = Timestamp(seconds: 1_736_942_400)
    private static let body = Array(#"{"id":"1","title":"Low balance"}"#.utf8)
    private static let new = "a new secret of the operator"
    private static let old = "an old secret of the operator"

    /// The code as another implementation makes it.
    private static func code(_ secret: String, _ signed: String) -> String {
        let key = SymmetricKey(data: Data(secret.utf8))
        return HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: key)
            .map { String(format: "%02x", $0) }.joined()
    }

    private static func code(_ secret: String) -> String {
        code(secret, "1736942400." + String(decoding: body, as: UTF8.self))
    }

    private static func refusal(
        _ header: String?,
        body: [UInt8] = body,
        secrets: [String] = [new],
        at now: Timestamp = now
    ) -> WebhookSignatureError? {
        do throws(WebhookSignatureError) {
            try WebhookSignature.verify(
                header: header,
                body: body,
                secrets: secrets.map(PushFixture.secret),
                now: now
            )
            return nil
        } catch {
            return error
        }
    }

    @Test("are the HMAC of time and body, one for each secret")
    func made() {
        let header = WebhookSignature.header(
            for: Self.body,
            secrets: [Self.new, Self.old].map(PushFixture.secret),
            at: Self.now.adding(milliseconds: 999)
        )
        #expect(header == "t=1736942400,v1=\(Self.code(Self.new)),v1=\(Self.code(Self.old))")
        for secrets in [[Self.new], [Self.old], ["another", Self.old], [Self.old, Self.new]] {
            #expect(Self.refusal(header, secrets: secrets) == nil)
        }
        #expect(Self.refusal(header, secrets: ["another"]) == .signature)
        #expect(Self.refusal(header, secrets: []) == .signature)
    }

    @Test("with a known answer are as Python's hmac says")
    func known() {
        let body = Array("{}".utf8)
        let header = WebhookSignature.header(
            for: body,
            secrets: [PushFixture.secret("0123456789abcdef")],
            at: Self.now
        )
        let code = "4474bbe9d580ad8441a6f5583754c0773a45ecf6d37780138d425037b88d77f3"
        #expect(header == "t=1736942400,v1=\(code)")
    }

    @Test("fit no other body and no other time, by a single bit")
    func tampered() {
        let header = "t=1736942400,v1=\(Self.code(Self.new))"
        #expect(Self.refusal(header) == nil)
        for index in Self.body.indices {
            var changed = Self.body
            changed[index] ^= 1
            #expect(Self.refusal(header, body: changed) == .signature)
        }
        #expect(Self.refusal(header, body: []) == .signature)
        #expect(Self.refusal(header, body: Self.body + [0x20]) == .signature)
        let other = "t=1736942401,v1=\(Self.code(Self.new))"
        #expect(Self.refusal(other) == .signature)
    }

    @Test(
        "are good for five minutes, before and after",
        arguments: [
            (0, nil), (300, nil), (301, .time), (-300, nil), (-301, .time), (86_400, .time),
        ] as [(Int64, WebhookSignatureError?)]
    )
    func stale(seconds: Int64, refusal: WebhookSignatureError?) {
        let header = "t=1736942400,v1=\(Self.code(Self.new))"
        #expect(Self.refusal(header, at: Self.now.adding(seconds: seconds)) == refusal)
        // Whoever has no secret does not learn whether the time was right.
        let forged = "t=1736942400,v1=\(Self.code("another"))"
        #expect(Self.refusal(forged, at: Self.now.adding(seconds: seconds)) == .signature)
    }

    @Test(
        "need a header with one time and a code",
        arguments: [
            nil, "", "garbage", "t=1736942400", "v1=CODE", "t=,v1=CODE", "t=soon,v1=CODE",
            "t=-1736942400,v1=CODE", "t=1736942400,t=1736942400,v1=CODE", "t=1736942400,v0=CODE",
            "t=1736942400,v1=", "t=1736942400,v1=00", "t=1736942400;v1=CODE",
            "t=9999999999999999999999,v1=CODE",
            "t=1736942400,v1=CODE," + String(repeating: "v1=00,", count: 200),
        ] as [String?]
    )
    func malformed(header: String?) {
        let header = header?.replacing("CODE", with: Self.code(Self.new))
        #expect(Self.refusal(header) == .malformed)
    }
}
