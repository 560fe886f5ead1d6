import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Versions of reward cards")
struct CardVersionTests {
    @Test("are told as ETag, and grow with every change of the household", arguments: Engine.all)
    func tags(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let made = try await home.send("POST", "/api/cards", RewardsHome.gold)
            let card = try made.card()
            #expect(made.headers["ETag"] == "\"\(card.version)\"")
            _ = try await home.owner.setRule("fun", 20_000)
            let spent = try await home.spend(card.id, #"{"category":"groceries","amount":1}"#)
            // The rule is a link of the same chain.
            #expect(try spent.card().version == card.version + 2)
            #expect(spent.headers["ETag"] == "\"\(card.version + 2)\"")
            let same = try await home.spend(card.id, #"{"category":"groceries","amount":1}"#)
            #expect(same.headers["ETag"] == spent.headers["ETag"])
            let gone = try await home.send("DELETE", "/api/cards/\(card.id.text)")
            #expect(gone.status == 204 && gone.body.isEmpty)
            #expect(gone.headers["ETag"] == "\"\(card.version + 3)\"")
            #expect(try await home.send("DELETE", "/api/cards/\(card.id.text)").status == 404)
        }
    }

    @Test("a change of another version is refused with the card that stands", arguments: Engine.all)
    func stale(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let card = try await home.add()
            let tag: Headers = ["If-Match": "\"\(card.version)\""]
            let mine = try await home.change(card.id, #"{"name":"Mine"}"#, tag).card()
            let coming: Headers = ["If-Match": "\"\(mine.version + 1)\""]
            let before = try await home.server.contents()
            let path = "/api/cards/\(card.id.text)"
            let spending = #"{"category":"groceries","amount":1}"#
            for answer in [
                try await home.change(card.id, #"{"name":"Other"}"#, tag),
                try await home.change(card.id, #"{"name":"Other"}"#, coming),
                try await home.send("DELETE", path, nil, tag),
                try await home.spend(card.id, spending, tag),
            ] {
                #expect(answer.status == 412)
                #expect(answer.headers["ETag"] == nil)
                #expect(try answer.string("error.code") == "CONFLICT")
                let current = try #require(try answer.json()["current"])
                let record = try WireDecoder.decode(
                    SyncRecord<Entity.RewardCard, API.Rewards.CardValue>.self,
                    from: current
                )
                #expect(record == mine.record)
                #expect(record.kind == "card" && record.value?.name == "Mine")
                #expect(!record.deleted && record.version == mine.version)
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            // Without a version the last writer wins.
            #expect(try await home.change(card.id, #"{"name":"Last"}"#).card().name == "Last")
            let now = try #require(try await home.cards().first).version
            let removed = try await home.send("DELETE", path, nil, ["If-Match": "\"\(now)\""])
            #expect(removed.status == 204)
        }
    }

    @Test(
        "are named as they are told, and nothing else is a version",
        arguments: ["12", "\"\"", "\"x\"", "W/\"12\"", "*", "\"1\", \"2\"", "\"-1\""]
    )
    func malformed(tag: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let card = try await home.add()
            let answer = try await home.change(card.id, #"{"name":"Mine"}"#, ["If-Match": tag])
            #expect(answer.status == 400)
            let rule = "must be a version in quotes, such as \"12\""
            #expect(try answer.faults() == ["If-Match \(rule)"])
            #expect(try await home.cards() == [card])
        }
    }

    @Test("a repeated call is answered as the first was (case 13)", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let key = { (name: String) -> Headers in ["Idempotency-Key": name] }
            let made = try await home.send("POST", "/api/cards", RewardsHome.gold, key("a"))
            let again = try await home.send("POST", "/api/cards", RewardsHome.gold, key("a"))
            let card = try made.card()
            #expect(again.status == 201 && again.body == made.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(again.headers["ETag"] == made.headers["ETag"])
            #expect(try await home.cards() == [card])
            let add = #"{"category":"groceries","amount":50,"mode":"add"}"#
            for _ in 0..<2 {
                #expect(try await home.spend(card.id, add, key("b")).card().spent == [85_000])
            }
            let other = try await home.spend(
                card.id,
                #"{"category":"groceries","amount":51,"mode":"add"}"#,
                key("b")
            )
            #expect(other.status == 409)
            let path = "/api/cards/\(card.id.text)"
            let gone = try await home.send("DELETE", path, nil, key("c"))
            let goneAgain = try await home.send("DELETE", path, nil, key("c"))
            #expect(gone.status == 204 && goneAgain.status == 204)
            #expect(goneAgain.headers["ETag"] == gone.headers["ETag"])
            #expect(goneAgain.headers["Idempotency-Replayed"] == "true")
            // A card with its version is another input than one without.
            let named: Headers = ["Idempotency-Key": "c", "If-Match": "\"1\""]
            let stale = try await home.send("DELETE", path, nil, named)
            #expect(stale.status == 409)
        }
    }
}
