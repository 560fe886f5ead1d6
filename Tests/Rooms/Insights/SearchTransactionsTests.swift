import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A search over transactions")
struct SearchTransactionsTests {
    private let wholeFoods =
        #"{"merchant":"whole foods","from":"2025-05-01","to":"2025-05-31"}"#

    /// The contract's cases 14 and 15.
    @Test("finds what a filter names, and tells a conversation once", arguments: Engine.all)
    func filtered(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let found = try await home.search(wholeFoods)
            #expect(found.stats == .init(count: 3, sum: -42_705, avg: -14_235))
            let ids = found.references.map { $0.transactionID.text.prefix(8) }
            let days = ["250519", "250512", "250505"]
            let lines = zip(ids, days).map { "t\($0),\($1),m1,-14235,gr" }
            #expect(found.rowsCsv == lines.joined(separator: "\n"))
            #expect(found.dict.merchants == ["m1": "Whole Foods"])
            #expect(found.dict.categories == ["gr": "Groceries"])
            let first = try #require(found.references.first)
            #expect(first.occurredOn.day.text == "2025-05-19" && first.amountCents == -14_235)
            #expect(first.merchant == "Whole Foods" && first.category == "Groceries")
            #expect(first.reasons == ["merchant match", "recent"] && first.matchedTerms == [])
            #expect(found.references.last?.reasons == ["merchant match"])
            let again = try await home.search(wholeFoods, chat: found.chatID)
            #expect(again.chatID == found.chatID && again.rowsCsv.isEmpty)
            #expect(again.stats == .init(count: 0, sum: 0, avg: 0) && again.references == [])
            #expect(again.dict.merchants == [:] && again.dict.categories == [:])
            let bounded = wholeFoods.dropLast() + #","amountMin":14235,"amountMax":14235}"#
            let scored = try await home.search(String(bounded))
            #expect(scored.chatID != found.chatID && scored.stats.count == 3)
            // 0.75 ÷ (1 + 22) + 0.25, and 29 and 36 days.
            let thousandths = scored.references.map { $0.score.tenThousandths / 10 }
            #expect(thousandths == [283, 275, 270])
            #expect(scored.references.allSatisfy { $0.reasons.last == "amount filter" })
        }
    }

    @Test("takes the other names of its fields", arguments: Engine.all)
    func aliases(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let rows = { (body: String) in try await home.search(body).rowsCsv }
            let groceries = try await rows(#"{"q":"groceries"}"#)
            #expect(!groceries.isEmpty)
            #expect(try await rows(#"{"query":" groceries "}"#) == groceries)
            #expect(try await rows(#"{"q":"groceries","query":"groceries"}"#) == groceries)
            let dining = try await rows(#"{"categories":["DINING"],"fields":["x"],"y":1}"#)
            #expect(dining.hasSuffix(",eo"))
            #expect(try await rows(#"{"category":"dining"}"#) == dining)
            let both = try await home.search(
                #"{"category":"travel","categories":["housing"],"topK":100}"#
            )
            #expect(Set(both.references.map(\.category)) == ["Travel", "Housing"])
            let everything = try await home.search("{}")
            #expect(everything.stats.count == 20 && everything.references.count == 20)
            #expect(try await rows("") == everything.rowsCsv)
            #expect(try await rows(#"{"q":"  ","topK":20}"#) == everything.rowsCsv)
        }
    }

    @Test("keeps up to a hundred, shows twenty, and goes on with the others", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let all = try await home.search(#"{"topK":100}"#, chat: "all")
            #expect(all.stats.count == 100 && all.references.count == 20)
            let next = try await home.search(#"{"topK":100}"#, chat: "all")
            #expect(next.stats.count == 94 && next.references.count == 20)
            let shown = all.references + next.references
            #expect(Set(shown.map(\.transactionID)).count == 40)
            let days = shown.map(\.occurredOn.day)
            #expect(days == days.sorted(by: >))
            let one = try await home.search(#"{"topK":1}"#, chat: "another")
            #expect(one.references == Array(all.references.prefix(1)) && one.stats.count == 1)
        }
    }

    @Test("knows a change in the next call", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let cake = #"{"q":"🎂"}"#
            #expect(try await home.search(cake).stats.count == 0)
            let row = try #require(try await home.may().transactions.first)
            let id = row.id.text
            #expect(try await home.patch(id, #"{"notes":"for Dana 🎂"}"#).status == 200)
            let found = try await home.search(cake)
            #expect(found.references.map(\.transactionID) == [row.id])
            #expect(found.references.first?.score.tenThousandths == 10_000)
            #expect(found.references.first?.matchedTerms == ["🎂"])
            #expect(try await home.search(#"{"category":"pets"}"#).stats.count == 0)
            _ = try await home.patch(id, #"{"category":"Pets","notes":""}"#)
            #expect(try await home.search(cake).stats.count == 0)
            let pets = try await home.search(#"{"category":"pets"}"#)
            #expect(pets.references.map(\.transactionID) == [row.id])
            #expect(pets.dict.categories == ["pe": "Pets"])
            // A new row, and one that becomes another.
            let account = try await home.server.openAccount(of: home.owner)
            let at = Timestamp(test: "2025-06-09T20:00:00Z")
            let pending = try await home.server.record(
                account.purchase(4_000, at: "Zanzibar", on: at, phase: .pending),
                in: account
            )[0]
            let zanzibar = #"{"merchant":"zanzibar"}"#
            #expect(try await home.search(zanzibar).stats.sum == -4_000)
            try await home.server.record(
                account.purchase(4_500, at: "Zanzibar", on: at, phase: .post, pending: pending),
                in: account
            )
            #expect(
                try await home.search(zanzibar).stats == .init(count: 1, sum: -4_500, avg: -4_500)
            )
            // Another time zone, another day.
            #expect(
                try await home.search(zanzibar).references[0].occurredOn.day.text == "2025-06-09"
            )
            try await home.server.operations.identity.changeTimeZone(
                "Asia/Tokyo",
                email: "parent@example.com",
                home.server.call()
            )
            #expect(
                try await home.search(zanzibar).references[0].occurredOn.day.text == "2025-06-10"
            )
            let reset = try await home.server.raw(
                "POST",
                "/transactions/reset",
                "{}",
                token: home.owner.token
            )
            #expect(reset.status == 202)
            let left = try await home.search(#"{"topK":100}"#)
            #expect(left.references.map(\.merchant) == ["Zanzibar"])
            #expect(try await home.search(#"{"category":"pets"}"#).stats.count == 0)
        }
    }

    @Test("puts what is equal in the order of instants, then of posting", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let account = try await home.server.openAccount(of: home.owner)
            for (minor, time) in [(300, "15:00"), (100, "09:00"), (200, "09:00"), (400, "18:00")] {
                try await home.server.record(
                    account.purchase(Int64(minor), on: Timestamp(test: "2025-06-05T\(time):00Z")),
                    in: account
                )
            }
            for topK in 1...4 {
                let found = try await home.search(#"{"topK":\#(topK)}"#)
                let cents = found.references.map(\.amountCents)
                #expect(cents == Array([-400, -300, -200, -100].prefix(topK)))
            }
        }
    }

    @Test("is over the caller's own transactions alone", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let other = try await home.server.registerParent("other@example.com")
            let child = try await home.server.registerChild(of: home.owner)
            let second = try await home.server.registerSecondParent(
                "second@example.com",
                of: home.owner
            )
            _ = try await home.search("{}", chat: "c")
            for member in [other, child, second] {
                for body in ["{}", wholeFoods, #"{"q":"groceries"}"#] {
                    let found = try await home.search(body, chat: "c", token: member.token)
                    #expect(found.stats.count == 0 && found.references == [])
                }
            }
            // Nor do they say what the owner is told under the same name.
            _ = try await other.syncTransactions(demoSeed: true)
            let theirs = try await home.search("{}", chat: "c", token: other.token)
            #expect(theirs.stats.count == 20)
        }
    }
}
