import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The list of missed rewards")
struct MissedRewardListTests {
    /// A card on an account, with a limit on groceries whose year begins in July.
    private static func gold(on account: TestAccount) -> String {
        """
        {"name":"Amex Gold","cardType":"amexGold","accountId":"\(account.id.text)",\
        "spendingLimits":[{"category":"groceries","limit":500,"resetType":"annually",\
        "resetDate":"2025-07-01T00:00:00Z"}]}
        """
    }

    /// A year of purchases: $200 of groceries before January fill the limit of $500, what was
    /// bought a day before its year does not.
    private func fill(_ home: RewardsHome, _ card: TestAccount, _ bank: TestAccount) async throws {
        let at = { (day: String) in Timestamp(test: "2025-01-\(day)T12:00:00Z") }
        try await home.server.record(
            home.bought(30_000, on: "2024-06-30", with: card),
            home.bought(20_000, on: "2024-07-01", with: card),
            home.bought(20_000, on: "2025-01-05", with: card),
            home.bought(20_000, on: "2025-01-10", with: card),
            home.bought(10_000, at: "Aldi", on: "2025-01-20", with: card),
            home.bought(5_000, RewardsHome.gas, at: "Shell", on: "2025-01-21", with: card),
            card.purchase(9_000, RewardsHome.groceries, on: at("23"), phase: .pending),
            card.income(80_000, on: at("24")),
            home.bought(7_000, "TRANSFER_OUT_ACCOUNT_TRANSFER", on: "2025-01-25", with: card),
            home.bought(10_000, at: "Lidl", on: "2025-02-03", with: card),
            in: card
        )
        let coffee = home.bought(
            1_000,
            RewardsHome.coffee,
            at: "Cafe",
            on: "2025-01-22",
            with: bank
        )
        try await home.server.record(coffee, in: bank)
        let gone = try await home.server.record(
            home.bought(6_000, RewardsHome.gas, on: "2025-01-26", with: card),
            in: card
        )
        try await home.server.record(card.reversal(of: gone[0], 6_000, on: at("27")), in: card)
    }

    private func withYear(
        _ engine: Engine,
        _ work: (RewardsHome) async throws -> Void
    ) async throws {
        try await RewardsHome.with(engine) { home in
            let card = try await home.server.openAccount(.card, of: home.owner)
            let bank = try await home.server.openAccount(of: home.owner)
            _ = try await home.add(Self.gold(on: card))
            _ = try await home.add(RewardsHome.doubleCash)
            try await fill(home, card, bank)
            try await work(home)
        }
    }

    @Test("has the purchases of a month, and the sums of all", arguments: Engine.all)
    func month(engine: Engine) async throws {
        try await withYear(engine) { home in
            let before = try await home.server.contents()
            let january = try await home.missed("2025-01")
            // $200 at 4x; $100 at 4x and $100 at 1x; then the limit is reached.
            #expect(
                january.lines == [
                    "Aldi 2025-01-20 100 Citi Double Cash 200",
                    "Shell 2025-01-21 50 Citi Double Cash 100",
                    "Cafe 2025-01-22 0 Amex Gold 40",
                ]
            )
            #expect(january.sums == [190, 40, 800 + 500 + 100 + 50, 3])
            #expect(january.purchases.map(\.missed.minor) == [100, 50, 40])
            #expect(january.purchases.map(\.category) == [.groceries, .gas, .coffee])
            #expect(january.purchases.map { $0.cardID == nil } == [false, false, true])
            let february = try await home.missed("2025-02")
            #expect(february.lines == ["Lidl 2025-02-03 100 Citi Double Cash 200"])
            #expect(february.sums == [100, 0, 100, 1])
            // In the year before nothing was spent, so nothing was missed with Gold.
            #expect(try await home.missed("2024-06").sums == [0, 0, 1_200, 0])
            #expect(try await home.missed("2024-12").sums == [0, 0, 0, 0])
            #expect(try await home.missed("0001-01").sums == [0, 0, 0, 0])
            let changed = try await home.server.contents().changed(since: before)
            #expect(changed.isEmpty)
        }
    }

    @Test("follows an edit of a category, and what points are worth", arguments: Engine.all)
    func followed(engine: Engine) async throws {
        try await withYear(engine) { home in
            let id = try #require(try await home.missed("2025-01").purchases.first).transactionID
            let edit = try await home.send(
                "PATCH",
                "/transactions/\(id.text)",
                #"{"category":"dining"}"#
            )
            #expect(edit.status == 200)
            let edited = try await home.missed("2025-01")
            #expect(edited.sums == [90, 40, 800 + 500 + 400 + 50, 2])
            let valued = try await home.send(
                "PUT",
                "/api/preferences",
                #"{"pointValues":[{"program":"TYP","centsPerPoint":0.5}]}"#
            )
            #expect(valued.status == 200)
            // Two points of half a cent are as good as one of a cent.
            #expect(try await home.missed("2025-01").lines == ["Cafe 2025-01-22 0 Amex Gold 40"])
            #expect(try await home.missed("2025-02").sums == [0, 0, 100, 0])
        }
    }

    @Test("is cut to the largest, over pieces of the history", arguments: Engine.all)
    func cut(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let bank = try await home.server.openAccount(of: home.owner)
            _ = try await home.add(RewardsHome.doubleCash)
            for (place, day) in ["2025-01-01", "2025-01-15", "2025-01-31"].enumerated() {
                let rows = (1...700).map { number in
                    home.bought(Int64(place * 700 + number) * 100, on: day, with: bank)
                }
                _ = try await home.server.operations.ledger.recordTransfers(
                    rows,
                    of: home.owner.household,
                    home.server.call()
                )
            }
            let missed = try await home.missed("2025-01")
            // Twice each number of cents, in all 2,100 times 2,101.
            #expect(missed.sums == [4_412_100, 4_412_100, 0, 2_100])
            let listed = missed.purchases.map(\.amount.minor)
            #expect(listed == (2_001...2_100).map { Int64($0) * 100 })
        }
    }

    @Test("takes the active one of cards on one account")
    func oneAccount() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let account = try await home.server.openAccount(.card, of: home.owner)
            let card = { (fields: String) in
                #"{"accountId":"\#(account.id.text)",\#(fields)}"#
            }
            let resting = card(#""name":"Cash","cardType":"citiDoubleCash","isActive":false"#)
            _ = try await home.add(resting)
            _ = try await home.add(card(#""name":"Gold","cardType":"amexGold""#))
            _ = try await home.add(resting)
            try await home.server.record(
                home.bought(10_000, on: "2025-01-20", with: account),
                in: account
            )
            #expect(try await home.missed("2025-01").sums == [0, 0, 400, 0])
        }
    }

    @Test("keeps what was bought with an account that was unlinked")
    func unlinked() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let account = try await home.linkAccount()
            _ = try await home.add(RewardsHome.doubleCash)
            try await home.server.record(
                home.bought(10_000, on: "2025-01-20", with: account),
                in: account
            )
            #expect(try await home.missed("2025-01").sums == [200, 200, 0, 1])
            try await home.unlink(account)
            #expect(try await home.missed("2025-01").sums == [200, 200, 0, 1])
        }
    }

    @Test("is of the household's months, none of which is to come", arguments: Engine.all)
    func zone(engine: Engine) async throws {
        try await RewardsHome.with(
            engine,
            timeZone: "America/New_York",
            at: "2025-03-01T03:00:00Z"
        ) { home in
            let bank = try await home.server.openAccount(of: home.owner)
            _ = try await home.add(RewardsHome.doubleCash)
            let late = bank.purchase(
                10_000,
                RewardsHome.gas,
                on: Timestamp(test: "2025-02-01T03:00:00Z")
            )
            try await home.server.record(late, in: bank)
            #expect(try await home.missed("2025-01").sums == [200, 200, 0, 1])
            #expect(try await home.missed("2025-02").sums == [0, 0, 0, 0])
            let path = "/api/recommendations/missed"
            let coming = try await home.send("GET", path + "?month=2025-03")
            #expect(coming.status == 400)
            #expect(try coming.faults() == ["month is in the future"])
        }
    }

    @Test("needs a month", arguments: ["", "?month=", "?month=2025-13", "?month=2025-1"])
    func malformed(query: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let answer = try await home.send("GET", "/api/recommendations/missed" + query)
            #expect(answer.status == 400)
            #expect(try answer.faults().allSatisfy { $0.hasPrefix("month ") })
            #expect(try answer.faults().count == 1)
        }
    }

    @Test("has nothing of other members", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withYear(engine) { home in
            let child = try await home.server.registerChild(of: home.owner)
            let own = RewardsHome(server: home.server, owner: child)
            _ = try await own.add(RewardsHome.doubleCash)
            let missed = try await home.missed("2025-01", as: child)
            #expect(missed.sums == [0, 0, 0, 0] && missed.purchases.isEmpty)
            // The child's card is not offered to the parent, either.
            #expect(try await home.missed("2025-01").sums == [190, 40, 1_450, 3])
        }
    }
}
