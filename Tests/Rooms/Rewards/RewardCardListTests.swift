import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Reward cards")
struct RewardCardListTests {
    @Test("take both spellings in any case, and have one of their own (case 10)")
    func spellings() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let answer = try await home.send(
                "POST",
                "/api/cards",
                """
                {"name":" Gold ","cardType":"Amex Gold","rewardCategories":[{"category":\
                "GROCERIES","multiplier":4,"pointType":"membershipRewards"},{"category":\
                "paypal/venmo","multiplier":1.5,"pointType":"cash back","isActive":false}]}
                """
            )
            let card = try answer.card()
            #expect(answer.status == 201 && card.name == "Gold")
            #expect(try answer.string("cardType") == "amexGold")
            let words = card.rewardCategories.map { "\($0.category) \($0.pointType.rawValue)" }
            #expect(words == ["groceries MR", "paypal Cash Back"])
            #expect(answer.text.contains(#""pointType":"MR""#))
            #expect(card.rewardCategories.map(\.isActive) == [true, false])
            #expect(card.rewardCategories.map(\.multiplier.minor) == [400, 150])
        }
    }

    @Test("earn what cards of their type earn, where nothing is said (case 11)")
    func defaults() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let card = try await home.add(#"{"name":"Amex Gold","cardType":"amexGold"}"#)
            let rows = card.rewardCategories.map { "\($0.category) \($0.multiplier.minor)" }
            #expect(rows == ["groceries 400", "dining 400", "travel 300", "general 100"])
            #expect(card.rewardCategories.allSatisfy { $0.isActive })
            #expect(card.rewardCategories.allSatisfy { $0.pointType == .membershipRewards })
            #expect(Set(card.rewardCategories.map(\.id)).count == 4)
            #expect(card.spendingLimits.isEmpty && card.quarterlyBonus == nil && card.isActive)
            #expect(card.createdAt.instant == home.server.clock.now)
            #expect(card.updatedAt == card.createdAt && card.accountID == nil)
            let custom = try await home.add(#"{"name":"Mine","cardType":"Custom"}"#)
            #expect(custom.rewardCategories.isEmpty)
            let typed = try await home.change(custom.id, #"{"cardType":"Citi Double Cash"}"#).card()
            #expect(typed.rewardCategories.map(\.multiplier.minor) == [200])
            let emptied = try await home.change(card.id, #"{"rewardCategories":[]}"#).card()
            #expect(emptied.rewardCategories.map(\.multiplier.minor) == [400, 400, 300, 100])
        }
    }

    @Test("are listed the newest first, those of one instant by their ids", arguments: Engine.all)
    func list(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            #expect(try await home.send("GET", "/api/cards").text == #"{"cards":[]}"#)
            var ids: [ID<Entity.RewardCard>] = []
            for _ in 0..<3 { ids.append(try await home.add().id) }
            home.server.clock.advance(seconds: 1)
            let newest = try await home.add(#"{"name":"B","cardType":"custom","isActive":false}"#)
            let cards = try await home.cards()
            #expect(cards.map(\.id) == [newest.id] + ids.sorted())
            #expect(cards.map(\.isActive) == [false, true, true, true])
            #expect(cards.first == newest)
            let slashed = try await home.send("GET", "/api/cards/")
            #expect(slashed.text == (try await home.send("GET", "/api/cards")).text)
        }
    }

    @Test("keep what a change does not name (case 20)", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let card = try await home.add(
                """
                {"name":"Freedom","cardType":"chaseFreedom","quarterlyBonus":{"category":"gas",\
                "multiplier":5,"pointType":"UR","limit":1500},"spendingLimits":[{"category":\
                "general","limit":10,"resetType":"NEVER"}],"foreignFeePercent":2.7}
                """
            )
            let bonus = try #require(card.quarterlyBonus)
            #expect(bonus.quarter.value == 1 && bonus.year.value == 2_025)
            #expect(bonus.currentSpending.minor == 0 && bonus.ledgerSpending == nil)
            #expect(card.foreignFeePercent?.minor == 270)
            home.server.clock.advance(seconds: 5)
            let renamed = try await home.change(card.id, #"{"name":"G"}"#).card()
            #expect(renamed.name == "G" && renamed.quarterlyBonus == bonus)
            #expect(renamed.createdAt == card.createdAt && renamed.version > card.version)
            #expect(renamed.updatedAt.instant == card.updatedAt.instant.adding(seconds: 5))
            #expect(renamed.spendingLimits == card.spendingLimits)
            #expect(renamed.rewardCategories == card.rewardCategories)
            let without = #"{"quarterlyBonus":null,"foreignFeePercent":null,"name":null}"#
            let removed = try await home.change(card.id, without).card()
            #expect(removed.quarterlyBonus == nil && removed.foreignFeePercent == nil)
            #expect(removed.name == "G")
            let row = try #require(card.rewardCategories.first).id.text
            let lists = """
                {"rewardCategories":[{"category":"gas","multiplier":0.01,"pointType":"UR"},\
                {"id":"\(row.uppercased())","category":"general","multiplier":100,\
                "pointType":"UR"}],"spendingLimits":[]}
                """
            let replaced = try await home.change(card.id, lists).card()
            #expect(replaced.rewardCategories.count == 2 && replaced.spendingLimits.isEmpty)
            #expect(replaced.rewardCategories[1].id.text == row)
            #expect(replaced.rewardCategories.map(\.multiplier.minor) == [1, 10_000])
            #expect(try await home.cards() == [replaced])
        }
    }

    @Test("sent as they were read stay as they are, with their version", arguments: Engine.all)
    func same(engine: Engine) async throws {
        try await RewardsHome.with(engine, at: "2025-01-31T12:00:00Z") { home in
            let monthly = """
                {"name":"A","cardType":"amexGold","spendingLimits":[{"category":"dining",\
                "limit":5,"resetType":"monthly"}],"quarterlyBonus":{"category":"gas",\
                "multiplier":5,"pointType":"UR","limit":1500,"currentSpending":7}}
                """
            let card = try await home.add(monthly)
            #expect(card.spendingLimits[0].resetDate.instant.text == "2025-02-28T00:00:00Z")
            let text = String(decoding: try WireEncoder.bytes(card), as: UTF8.self)
            home.server.clock.advance(seconds: 60)
            #expect(try await home.change(card.id, text).card() == card)
            let later = try await home.later("2025-03-01T12:00:00Z")
            // The 31st is not forgotten by a shorter month.
            let moved = try #require(try await later.cards().first)
            #expect(moved.spendingLimits[0].resetDate.instant.text == "2025-03-31T00:00:00Z")
            #expect(moved.version == card.version)
        }
    }

    @Test("sent as they were read in a later period keep its day")
    func laterPeriod() async throws {
        try await RewardsHome.with(.sqlite, at: "2025-01-31T12:00:00Z") { home in
            _ = try await home.add(
                """
                {"name":"A","cardType":"amexGold","spendingLimits":[{"category":"dining",\
                "limit":5,"resetType":"monthly"}]}
                """
            )
            let april = try await home.later("2025-04-10T12:00:00Z")
            let read = try #require(try await april.cards().first)
            #expect(read.spendingLimits[0].resetDate.instant.text == "2025-04-30T00:00:00Z")
            let text = String(decoding: try WireEncoder.bytes(read), as: UTF8.self)
            let sent = try await april.change(read.id, text).card()
            #expect(sent.spendingLimits == read.spendingLimits)
            let may = try await april.later("2025-05-01T12:00:00Z")
            let moved = try #require(try await may.cards().first)
            #expect(moved.spendingLimits[0].resetDate.instant.text == "2025-05-31T00:00:00Z")
        }
    }

    @Test("are nobody else's (case 19)", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let card = try await home.add()
            let child = try await home.server.registerChild(of: home.owner)
            let stranger = try await home.server.registerParent("stranger@roe.example")
            let before = try await home.server.contents()
            for member in [child, stranger] {
                let other = RewardsHome(server: home.server, owner: member)
                #expect(try await other.cards().isEmpty)
                let path = "/api/cards/\(card.id.text)"
                let answers = [
                    try await other.change(card.id, #"{"name":"Mine"}"#),
                    try await other.send("DELETE", path),
                    try await other.spend(card.id, #"{"category":"groceries","amount":1}"#),
                    try await other.change(card.id, "{}", ["If-Match": "\"1\""]),
                    try await other.send("DELETE", "/api/cards/7"),
                ]
                #expect(answers.map(\.status) == [404, 404, 404, 404, 404])
                #expect(answers.allSatisfy { !$0.text.contains("Gold") })
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("are at most 50, with at most 50 rows and 50 limits", arguments: Engine.all)
    func bounds(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let row = #"{"category":"gas","multiplier":1,"pointType":"MR"}"#
            let rows = { (count: Int) in
                Array(repeating: row, count: count).joined(separator: ",")
            }
            let full = try await home.add(
                #"{"name":"A","cardType":"custom","rewardCategories":[\#(rows(50))]}"#
            )
            #expect(full.rewardCategories.count == 50)
            #expect(try await home.cards() == [full])
            let tooMany = #"{"name":"A","cardType":"custom","rewardCategories":[\#(rows(51))]}"#
            #expect(try await home.refusal(tooMany) == "409 ")
            let replaced = try await home.change(full.id, #"{"rewardCategories":[\#(rows(51))]}"#)
            #expect(replaced.status == 409)
            #expect(try replaced.string("error.code") == "CONFLICT")
            for _ in 1..<50 { _ = try await home.add(#"{"name":"A","cardType":"custom"}"#) }
            let before = try await home.server.contents()
            #expect(try await home.refusal(#"{"name":"A","cardType":"custom"}"#) == "409 ")
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            #expect(try await home.cards().count == 50)
            let gone = try await home.send("DELETE", "/api/cards/\(full.id.text)")
            #expect(gone.status == 204 && gone.body.isEmpty)
            _ = try await home.add(#"{"name":"A","cardType":"custom"}"#)
        }
    }

    @Test("are tied to an account of the caller's, and to no other", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let own = try await home.server.openAccount(.card, of: home.owner).id
            let child = try await home.server.registerChild(of: home.owner)
            let other = try await home.server.openAccount(.card, of: child).id
            let card = try await home.add(
                """
                {"name":"A","cardType":"custom","accountId":"\(own.text)","spendingLimits":\
                [{"category":"gas","limit":10,"currentSpending":2}]}
                """
            )
            #expect(card.accountID == own)
            #expect(card.spendingLimits[0].ledgerSpending?.minor == 0)
            let before = try await home.server.contents()
            let answers = [
                try await home.change(card.id, #"{"accountId":"\#(other.text)"}"#),
                try await home.change(card.id, #"{"accountId":"\#(card.id.text)"}"#),
            ]
            for answer in answers {
                #expect(answer.status == 400)
                #expect(try answer.faults() == ["accountId is not one of your accounts"])
            }
            #expect(
                try await home.refusal(
                    #"{"name":"A","cardType":"custom","accountId":"\#(other.text)"}"#
                ) == "400 accountId is not one of your accounts"
            )
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            let kept = try await home.change(card.id, #"{"accountId":" "}"#).card()
            #expect(kept.accountID == own)
            let freed = try await home.change(card.id, #"{"accountId":null}"#).card()
            #expect(freed.accountID == nil && freed.spendingLimits[0].ledgerSpending == nil)
        }
    }

    @Test("are not tied to an account that was unlinked")
    func unlinkedAccount() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let account = try await home.linkAccount()
            let fields = #""accountId":"\#(account.id.text)""#
            let body = #"{"name":"A","cardType":"custom",\#(fields)}"#
            #expect(try await home.add(body).accountID == account.id)
            let other = try await home.add(#"{"name":"B","cardType":"custom"}"#)
            try await home.unlink(account)
            let before = try await home.server.contents()
            let rule = "accountId is not one of your accounts"
            #expect(try await home.refusal(body) == "400 \(rule)")
            let change = try await home.change(other.id, "{\(fields)}")
            #expect(try change.status == 400 && change.faults() == [rule])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }
}
