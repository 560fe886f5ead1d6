import Kernel
import Testing

@testable import Providers

@Suite("Stripe's webhooks")
struct StripeWebhookTests {
    private static let body =
        #"{"id":"evt_1","object":"event","type":"payment_intent.succeeded","created":1736942400,"#
        + #""data":{"object":{"id":"pi_1","object":"payment_intent","#
        + #""metadata":{"purser_charge":"order-1"}}}}"#
    // As Python's hmac says.
    private static let code = "05467fd3905dc1a0114df3c1a9e5dbeeb9b2a77e3701300ea920c11e5c9898a1"
    private static let oldCode = "4c40b3284300c41feeafc719418c81f53f3d0554dc786ad9374ba6a4cc6717f4"
    private static let signedAt = Timestamp(seconds: 1_736_942_400)

    private static func webhook(_ secrets: String...) -> StripeWebhook {
        StripeWebhook(secrets: secrets.map { Secret(Array($0.utf8)) })
    }

    private static func refusal(
        _ header: String?,
        body: String = body,
        webhook: StripeWebhook = webhook("whsec_test"),
        at now: Timestamp = signedAt
    ) -> StripeWebhookError? {
        do {
            _ = try webhook.event(body: Array(body.utf8), signature: header, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("are read when they are truly Stripe's")
    func genuine() throws {
        let event = try Self.webhook("whsec_test").event(
            body: Array(Self.body.utf8),
            signature: "t=1736942400,v1=\(Self.code)",
            now: Self.signedAt
        )
        let expected = StripeEvent(
            id: "evt_1",
            type: "payment_intent.succeeded",
            createdAt: Self.signedAt,
            paymentIntent: "pi_1",
            orderKey: "order-1"
        )
        #expect(event == expected)
    }

    @Test(
        "need a header with one time and a code",
        arguments: [
            (nil, .malformedSignature), ("", .malformedSignature), ("garbage", .malformedSignature),
            ("t=,v1=CODE", .malformedSignature), ("t=1736942400", .malformedSignature),
            ("v1=CODE", .malformedSignature), ("t=soon,v1=CODE", .malformedSignature),
            ("t=+1736942400,v1=CODE", .malformedSignature),
            ("t=-1736942400,v1=CODE", .malformedSignature),
            ("t=1736942400,t=1736942400,v1=CODE", .malformedSignature),
            ("t=9999999999999999999999,v1=CODE", .malformedSignature),
            ("t=1736942400,v0=CODE", .malformedSignature),
            ("t=1736942400,v1=", .malformedSignature), ("t=1736942400,v1=00", .malformedSignature),
            ("t=1736942400,v1=CODE00", .malformedSignature), (",=,==,", .malformedSignature),
            ("t=1736942400;v1=CODE", .malformedSignature), ("t=1736942400,v1=CODE", nil),
            ("t=1736942400, v1=CODE", nil), ("v1=CODE,t=1736942400", nil),
            ("t=1736942400,v1=OLD,v1=CODE", nil), ("t=1736942400,v1=CODE,v1=OLD", nil),
            ("t=1736942400,v1=zz,v1=CODE,v0=OLD", nil), ("t=1736942400,v1=OLD", .signature),
            ("t=1736942400,v1=OLD,v0=CODE", .signature), ("t=1736942401,v1=CODE", .signature),
            ("t=01736942400,v1=CODE", .signature),
        ] as [(String?, StripeWebhookError?)]
    )
    func headers(header: String?, refusal: StripeWebhookError?) {
        let header = header?.replacing("CODE", with: Self.code).replacing("OLD", with: Self.oldCode)
        #expect(Self.refusal(header) == refusal)
    }

    @Test("are refused when a single byte of the body or of the code was changed")
    func tampered() {
        let header = "t=1736942400,v1=\(Self.code)"
        let bytes = Array(Self.body.utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            let text = String(decoding: changed, as: UTF8.self)
            #expect(Self.refusal(header, body: text) == .signature, "at \(index)")
        }
        #expect(Self.refusal(header, body: Self.body + " ") == .signature)
        #expect(Self.refusal(header, body: "") == .signature)
        for index in Self.code.indices {
            var code = Self.code
            code.replaceSubrange(index...index, with: code[index] == "0" ? "1" : "0")
            #expect(Self.refusal("t=1736942400,v1=\(code)") == .signature)
        }
    }

    @Test(
        "are good for 300 seconds, before and after",
        arguments: [
            (0, nil), (300, nil), (301, .time), (-300, nil), (-301, .time), (86_400, .time),
        ] as [(Int64, StripeWebhookError?)]
    )
    func time(seconds: Int64, refusal: StripeWebhookError?) {
        let now = Self.signedAt.adding(seconds: seconds)
        #expect(Self.refusal("t=1736942400,v1=\(Self.code)", at: now) == refusal)
    }

    @Test("are read with any of the endpoint's secrets, and with no other")
    func secrets() {
        let header = "t=1736942400,v1=\(Self.oldCode)"
        let cases: [(StripeWebhook, StripeWebhookError?)] = [
            (Self.webhook("whsec_old"), nil), (Self.webhook("whsec_test", "whsec_old"), nil),
            (Self.webhook("whsec_old", "whsec_test"), nil),
            (Self.webhook("whsec_test"), .signature), (Self.webhook("whsec_old "), .signature),
            (Self.webhook(""), .signature), (Self.webhook(), .signature),
        ]
        for (webhook, refusal) in cases {
            #expect(Self.refusal(header, webhook: webhook) == refusal)
        }
    }

    @Test(
        "may be about something else, or no events at all",
        arguments: [
            (#"{"id":"evt_2","type":"y","created":1,"data":{"object":OBJECT}}"#, true),
            (#"{"id":"evt_2","type":"x","created":1,"data":{"object":{}}}"#, true),
            ("", false), ("null", false), ("<html>", false), (#"{"id":"evt_2"}"#, false),
            (#"{"id":"evt_2","type":"x","created":"now","data":{"object":{}}}"#, false),
        ]
    )
    func otherEvents(body: String, isEvent: Bool) throws {
        let body = body.replacing("OBJECT", with: #"{"id":"cus_1","object":"customer"}"#)
        let secret = Secret(Array("whsec_test".utf8))
        let code = secret.authenticationCode(for: Array("1736942400.\(body)".utf8))
            .map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        let header = "t=1736942400,v1=\(code.joined())"
        #expect(Self.refusal(header, body: body) == (isEvent ? nil : .malformedEvent))
        guard isEvent else { return }
        let event = try Self.webhook("whsec_test")
            .event(body: Array(body.utf8), signature: header, now: Self.signedAt)
        #expect(event.paymentIntent == nil && event.orderKey == nil)
        #expect(event.createdAt == Timestamp(seconds: 1))
    }
}
