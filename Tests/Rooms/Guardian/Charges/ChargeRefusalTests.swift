import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A charge that is refused")
struct ChargeRefusalTests {
    static let faults: [(body: String, status: Int, error: String)] = [
        ("{}", 400, "amount_cents is required"),
        (#"{"amount_cents":0}"#, 400, "amount_cents must be more than 0"),
        (#"{"amount_cents":1.5}"#, 400, "amount_cents has the wrong type"),
        (#"{"amount_cents":1e13}"#, 400, "amount_cents is out of range"),
        (
            #"{"amount_cents":0,"currency":"eur","funding_source_id":99}"#, 400,
            "amount_cents must be more than 0"
        ),
        (
            #"{"amount_cents":1,"currency":"eur","funding_source_id":99}"#, 400,
            "currency must be usd"
        ),
        (#"{"amount_cents":1,"currency":"dollars"}"#, 400, "currency must be usd"),
        (#"{"amount_cents":1,"currency":7}"#, 400, "currency has the wrong type"),
        (#"{"amount_cents":9000,"funding_source_id":99}"#, 404, "not found"),
        (#"{"amount_cents":1,"funding_source_id":-1}"#, 404, "not found"),
        (
            #"{"amount_cents":1,"merchant":"\#(String(repeating: "m", count: 121))"}"#, 400,
            "merchant is too long"
        ),
        (
            #"{"amount_cents":1,"category":"\#(String(repeating: "c", count: 33))"}"#, 400,
            "category is too long"
        ),
        (#"{"amount_cents":9000}"#, 403, "declined"),
    ]

    @Test(
        "says the first thing that is wrong, and leaves nothing",
        arguments: Engine.embedded,
        faults
    )
    func table(engine: Engine, row: (body: String, status: Int, error: String)) async throws {
        try await withCard(engine) { server, parent, processor in
            _ = try await parent.setRule("fun", 0)
            _ = try await parent.authorize(9_000)
            let before = try await server.contents()
            let answer = try await server.charge(row.body, as: parent)
            #expect(answer.status == row.status)
            #expect(try answer.string("error") == row.error)
            #expect(try await server.contents() == before)
            #expect(processor.count(.charge) == 0)
        }
    }

    @Test("has no card: none of its own, and nobody else's", arguments: Engine.embedded)
    func cards(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let card = try await parent.addCard()
            let child = try await server.registerChild(of: parent)
            let stranger = try await server.registerParent("stranger@example.com")
            let theirs = try await child.addCard("card_3")
            let before = try await server.contents()
            let none = await refusal { try await stranger.charge(100) }
            #expect(none?.status == 400 && none?.code == "no funding source")
            for (member, source) in [(stranger, card), (child, card), (parent, theirs)] {
                let answer = await refusal { try await member.charge(100, from: source) }
                #expect(answer?.status == 404 && answer?.code == "not found")
            }
            #expect(try await server.contents() == before)
            #expect(processor.count(.charge) == 0)
            #expect(try await child.charge(100).status == .charged)
        }
    }

    @Test("takes the currency in either case, and blank for none", arguments: Engine.embedded)
    func currency(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ async throws in
            for currency in ["usd", "USD", ""] {
                let body = #"{"amount_cents":1,"currency":"\#(currency)"}"#
                #expect(try await server.charge(body, as: parent).status == 200)
            }
        }
    }

    @Test(
        "by the card is told with its intent, and nothing is in the ledger",
        arguments: Engine.embedded
    )
    func declined(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.failed)
            let answer = try await server.charge(as: parent)
            #expect(answer.status == 402)
            #expect(try answer.string("error") == "card_declined")
            #expect(try answer.string("payment_intent_id") == "pi_1")
            #expect(try answer.string("client_secret") == nil)
            #expect(try await server.ledger() == [])
            #expect(try await server.chargeStates() == ["failed"])
        }
    }

    @Test(
        "for its holder to act is told with a secret, and nothing is in the ledger",
        arguments: Engine.embedded
    )
    func action(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor async throws in
            processor.answer(.requiresAction)
            let answer = await refusal { try await parent.charge(5_000) }
            #expect(answer?.status == 402 && answer?.code == "requires_action")
            #expect(answer?.paymentIntentID == "pi_1")
            #expect(answer?.clientSecret == "pi_1_secret")
            #expect(try await server.ledger() == [])
            #expect(try await server.chargeStates() == ["requires_action"])
        }
    }

    @Test(
        "by the processor as such is told as declined, without an intent",
        arguments: Engine.embedded
    )
    func refused(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let card = try await parent.addCard("detached")
            let body = #"{"amount_cents":5000,"funding_source_id":\#(card)}"#
            let answer = try await server.charge(body, as: parent, key: "k")
            #expect(answer.status == 402)
            #expect(try answer.string("error") == "card_declined")
            #expect(try answer.string("payment_intent_id") == nil)
            #expect(try await server.chargeStates() == ["refused"])
            let again = try await server.charge(body, as: parent, key: "k")
            #expect(again.body == answer.body)
            #expect(processor.count(.charge) == 1)
        }
    }

    static let magic: [(card: String, status: Int, word: String, ledger: [String])] = [
        ("card_1", 200, "succeeded", ["posted 5000"]),
        ("card_DECLINED", 402, "card_declined", []),
        ("card_AuthenticationRequired", 402, "requires_action", []),
        ("card_Processing", 200, "processing", ["pending 5000", "post 5000"]),
        ("card_unavailable", 502, "processor unavailable", ["posted 5000"]),
    ]

    @Test(
        "or not is told to the built-in processor by the card's id",
        arguments: Engine.embedded,
        magic
    )
    func magicWords(
        engine: Engine,
        row: (card: String, status: Int, word: String, ledger: [String])
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.addCard(row.card)
            let answer = try await server.charge(as: parent)
            #expect(answer.status == row.status)
            let word = try answer.string("error") ?? answer.string("processor_status")
            #expect(word == row.word)
            if row.status != 502 {
                let intent = try #require(try answer.string("payment_intent_id"))
                #expect(try /pi_mock_[0-9a-f]{24}/.wholeMatch(in: intent) != nil)
            }
            server.clock.advance(seconds: 60)
            try await server.reconcile()
            let ledger = try await server.ledger().map { entry in
                entry.split(separator: " ").prefix(2).joined(separator: " ")
            }
            #expect(ledger == row.ledger)
            #expect(try await server.contents().count("simulated_intents") == 1)
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
