import Foundation
import Testing

@testable import Providers

@Suite("What Stripe says of a charge")
struct StripeOutcomeTests {
    @Test(
        "comes to one of four things",
        arguments: [
            ("succeeded", nil, .succeeded), ("succeeded", "card_declined", .succeeded),
            ("processing", nil, .processing), ("requires_action", nil, .requiresAction),
            ("requires_payment_method", nil, .failed),
            ("requires_payment_method", "card_declined", .failed),
            ("requires_payment_method", "payment_intent_authentication_failure", .failed),
            ("requires_payment_method", "authentication_required", .requiresAction),
            ("canceled", nil, .failed), ("canceled", "authentication_required", .failed),
            // Neither is brought about by us, and a word may be new: money may yet be taken.
            ("requires_confirmation", nil, .processing), ("requires_capture", nil, .processing),
            ("something_new", nil, .processing), ("", nil, .processing),
        ] as [(String, String?, PaymentIntent.Outcome)]
    )
    func outcome(status: String, code: String?, outcome: PaymentIntent.Outcome) {
        #expect(PaymentIntent.Outcome(stripe: status, errorCode: code) == outcome)
    }

    private static let intent =
        #"{"id": "pi_1", "status": "requires_payment_method", "client_secret": "pi_1_secret_2","#
        + #" "metadata": {"purser_charge": "order-1", "other": "x"}, "amount": 500,"#
        + #" "last_payment_error": {"code": "authentication_required", "charge": "ch_1"}}"#

    private static func reply(_ status: Int, _ text: String) -> StripeReply {
        StripeReply(VendorClient.Answer(status: status, body: Array(text.utf8)))
    }

    @Test("is read from the intent itself")
    func decoding() throws {
        let intent = try Self.reply(200, Self.intent).decoded(StripeIntent.self).intent
        let expected = PaymentIntent(
            id: "pi_1",
            outcome: .requiresAction,
            status: "requires_payment_method",
            clientSecret: "pi_1_secret_2",
            orderKey: "order-1"
        )
        #expect(intent == expected)
        let bare = Self.reply(200, #"{"id": "pi_2", "status": "succeeded"}"#)
        #expect(
            try bare.decoded(StripeIntent.self).intent
                == PaymentIntent(id: "pi_2", outcome: .succeeded, status: "succeeded")
        )
    }

    @Test("is read from the error when the card was declined")
    func declined() throws {
        let text = #"{"error": {"code": "CODE", "payment_intent": INTENT}}"#
            .replacingOccurrences(of: "INTENT", with: Self.intent)
        let answers: [(String, PaymentIntent.Outcome)] = [
            ("authentication_required", .requiresAction), ("card_declined", .failed),
        ]
        for (code, outcome) in answers {
            let text = text.replacingOccurrences(of: "CODE", with: code)
            let intent = try #require(Self.reply(402, text).declinedIntent)
            #expect(intent.outcome == outcome)
            #expect(intent.orderKey == "order-1")
            #expect(Self.reply(400, text).declinedIntent == nil)
        }
        #expect(Self.reply(402, #"{"error": {"code": "card_declined"}}"#).declinedIntent == nil)
    }

    @Test(
        "may be nothing: a refusal has Stripe's own word, and whatever else leaves it unknown",
        arguments: [
            (400, #"{"error": {"code": "a", "type": "b"}}"#, .refused(code: "a")),
            (404, #"{"error": {"code": "resource_missing"}}"#, .refused(code: "resource_missing")),
            (400, #"{"error": {"type": "idempotency"}}"#, .refused(code: "idempotency")),
            (401, "", .refused(code: "http_401")), (403, "[]", .refused(code: "http_403")),
            (402, #"{"error": {"code": "card_declined"}}"#, .refused(code: "card_declined")),
            (409, #"{"error": {"code": "x"}}"#, .unavailable(reason: "HTTP 409")),
            (429, #"{"error": {"code": "x"}}"#, .unavailable(reason: "HTTP 429")),
            (408, "", .unavailable(reason: "HTTP 408")),
            (500, #"{"error": {"code": "x"}}"#, .unavailable(reason: "HTTP 500")),
            (503, "", .unavailable(reason: "HTTP 503")),
            (302, "", .unavailable(reason: "HTTP 302")), (0, "", .unavailable(reason: "HTTP 0")),
            (200, "<html>", .unavailable(reason: "an answer that is not understood")),
            (200, #"{"id": "pi_1"}"#, .unavailable(reason: "an answer that is not understood")),
        ] as [(Int, String, CardProcessorError)]
    )
    func failures(status: Int, text: String, failure: CardProcessorError) async {
        #expect(throws: failure) { try Self.reply(status, text).decoded(StripeIntent.self) }
    }
}
