import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Charging a card")
struct ChargeTests {
    @Test("is as the document shows it", arguments: Engine.all)
    func document(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, _ in
            let answer = try await server.charge(
                #"{"amount_cents": 5000, "currency": "usd", "funding_source_id": 1}"#,
                as: parent
            )
            #expect(answer.status == 200)
            #expect(
                answer.text
                    == #"{"status":"charged","provider":"stripe","payment_intent_id":"pi_1","#
                    + #""processor_status":"succeeded"}"#
            )
        }
    }

    @Test(
        "takes merchant and category from the decision of the last ten minutes",
        arguments: Engine.all
    )
    func matching(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            #expect(try await parent.authorize(4_200, "fun", at: "Steam").decision == .approve)
            server.clock.advance(seconds: 9 * 60)
            try await parent.charge(4_200)
            #expect(try await parent.byCategory() == ["fun 4200 in 1"])
            #expect(try await parent.byMerchant() == ["Steam 4200 in 1"])
            server.clock.advance(seconds: 2 * 60)
            try await parent.charge(4_200)
            #expect(
                try await parent.byCategory() == ["fun 4200 in 1", "uncategorized 4200 in 1"]
            )
            #expect(try await parent.byMerchant() == ["Steam 4200 in 1", "unknown 4200 in 1"])
            #expect(try await parent.summary().chargeCount == 2)
            #expect(
                try await server.ledger() == [
                    "posted 4200 Steam fun mock pi_1", "posted 4200 - uncategorized mock pi_2",
                ]
            )
        }
    }

    @Test("goes by a decision that is not ten minutes old", arguments: Engine.all)
    func edge(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            _ = try await parent.authorize(100, "fun", at: "Steam")
            server.clock.advance(seconds: 599, milliseconds: 999)
            try await parent.charge(100)
            server.clock.advance(milliseconds: 1)
            try await parent.charge(100)
            #expect(try await parent.byMerchant() == ["Steam 100 in 1", "unknown 100 in 1"])
        }
    }

    @Test(
        "goes by the newest decision of this member, this amount and a merchant that fits",
        arguments: Engine.all
    )
    func newest(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            let child = try await server.registerChild(of: parent)
            _ = try await parent.authorize(700, "fun", at: "Steam")
            _ = try await parent.authorize(700, "groceries", at: "Aldi")
            _ = try await parent.authorize(701, "clothing", at: "Zara")
            _ = try await child.authorize(700, "alcohol", at: "Bar")
            // Many decisions of somebody else in the household.
            for _ in 0..<100 { _ = try await child.authorize(1, at: "Kiosk") }
            try await parent.charge(700)
            try await parent.charge(700, at: " STEAM ")
            try await parent.charge(700, at: "Netflix")
            try await parent.charge(700, "travel")
            #expect(
                try await server.ledger() == [
                    "posted 700 Aldi groceries mock pi_1", "posted 700 STEAM fun mock pi_2",
                    "posted 700 Netflix subscription mock pi_3",
                    "posted 700 Aldi travel mock pi_4",
                ]
            )
        }
    }

    @Test(
        "of a declined purchase is refused, until a parent allows it, once",
        arguments: Engine.all
    )
    func declined(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let child = try await server.registerChild(of: parent)
            try await child.addCard()
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            #expect(try await child.authorize(9_000, at: "Steam").decision == .decline)
            let before = try await server.contents()
            let refused = try await server.charge(#"{"amount_cents":9000}"#, as: child)
            #expect(refused.status == 403)
            #expect(try refused.string("error") == "declined")
            #expect(try await server.contents() == before)
            try await parent.override(9_000, at: "steam", for: child.id.text)
            try await child.charge(9_000)
            #expect(try await server.ledger() == ["posted 9000 Steam fun mock pi_1"])
            #expect(try await child.overrides().map(\.used) == [true])
            #expect(await refusal { try await child.charge(9_000) }?.status == 403)
            #expect(try await child.authorize(9_000, at: "Steam").reason == .risky)
            #expect(processor.intents.count == 1)
        }
    }

    @Test("uses no override that is too old, spent or for something else", arguments: Engine.all)
    func overrides(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            _ = try await parent.setRule("fun", 0)
            _ = try await parent.authorize(9_000, at: "Steam")
            try await parent.override(8_999, at: "Steam")
            try await parent.override(9_000, at: "Aldi")
            #expect(await refusal { try await parent.charge(9_000) }?.code == "declined")
            try await parent.override(9_000, at: "Steam")
            server.clock.advance(seconds: 300)
            #expect(await refusal { try await parent.charge(9_000) }?.code == "declined")
            try await parent.override(9_000, at: "Steam")
            #expect(try await parent.authorize(9_000, at: "Steam").reason == .override)
            // The newest decision is an approval now, and stands for as long as it matches.
            try await parent.charge(9_000)
            #expect(try await server.ledger() == ["posted 9000 Steam fun mock pi_1"])
            #expect(processor.intents.count == 1)
        }
    }

    @Test("of many at once uses an override for one of them", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            _ = try await parent.setRule("fun", 0)
            _ = try await parent.authorize(9_000, at: "Steam")
            try await parent.override(9_000, at: "Steam")
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await server.charge(#"{"amount_cents":9000}"#, as: parent).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.sorted() == [200, 403, 403, 403, 403, 403])
            #expect(processor.intents.count == 1)
        }
    }

    @Test(
        "counts whatever its category is called, until its member calls it otherwise",
        arguments: Engine.all
    )
    func words(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            for (index, word) in ["games", "Income", "transfer", "Fast Food"].enumerated() {
                try await parent.charge(Int64(100 + index), at: "Steam", word)
            }
            let words = [
                "fast_food 103 in 1", "transfer 102 in 1", "income 101 in 1", "games 100 in 1",
            ]
            #expect(try await parent.byCategory() == words)
            server.clock.advance(seconds: 30 * 86_400 - 3_600)
            // The rest of the first day of a rolling range is read purchase by purchase.
            let later = try await server.login(parent.email)
            #expect(try await later.byCategory() == words)
            #expect(try await later.byCategory(.quarter) == words)
            let charges = try await server.database.read { session in
                try session.rows(Self.charges) { try $0.id(0, Entity.Transfer.self) }
            }
            let call = try server.call(as: later)
            for (charge, category) in zip(charges, ["Income", "groceries", nil]) {
                try await server.operations.ledger.annotateTransfer(
                    charge,
                    category: category,
                    notes: "mine",
                    call
                )
            }
            let edited = [
                "fast_food 103 in 1", "transfer 102 in 1", "groceries 101 in 1",
                "uncategorized 100 in 1",
            ]
            #expect(try await later.byCategory() == edited)
            #expect(try await later.byCategory(.quarter) == edited)
        }
    }

    private static let charges = Statement(
        "SELECT id FROM transfers WHERE kind = 'charge' ORDER BY number"
    )

    @Test("goes against a limit like any purchase", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await withCard(engine) { _, parent, _ in
            _ = try await parent.setRule("fun", 20_000)
            try await parent.charge(12_000, at: "Steam", "fun")
            #expect(try await parent.progress().map(\.spentMTDCents) == [12_000])
            #expect(try await parent.authorize(8_000).reason == .ok)
            #expect(try await parent.authorize(8_001).reason == .risky)
        }
    }

    @Test("leaves the card's own account and enters the world", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            try await parent.charge(1_234)
            let accounts = try await server.contents().tables["accounts"] ?? []
            let funding = accounts.filter { $0.contains(.text("funding")) }
            let world = accounts.filter { $0.contains(.text("world")) }
            #expect(funding.count == 1 && world.count == 1)
            // Posted debit of the one, posted credit of the other.
            #expect(funding.first?[7] == .integer(1_234) && funding.first?[8] == .integer(0))
            #expect(world.first?[7] == .integer(0) && world.first?[8] == .integer(1_234))
        }
    }
}
