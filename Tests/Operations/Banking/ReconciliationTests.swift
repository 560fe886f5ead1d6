import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("What a bank tells, held against what is there")
struct ReconciliationTests {
    @Test("a posted record that names its pending one is its row", arguments: Engine.all)
    func posted(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(.page(.test("p1", 4_000, pending: true)))
            #expect(try await home.counts() == [1, 0, 0])
            let pending = try #require(try await home.rows().first)
            #expect(pending.pending && pending.amount.minor == 4_000)
            try await home.edit(pending, "Birthday", "tip")
            home.bank.tell(.page(.test("t1", 4_800, was: "p1"), removed: ["p1"]))
            #expect(try await home.counts() == [0, 1, 0])
            let rows = try await home.rows()
            #expect(rows.map(\.id) == [pending.id])
            #expect(rows.map(\.transactionID) == [pending.transactionID])
            #expect(rows.map(\.amount.minor) == [4_800] && rows.allSatisfy { !$0.pending })
            #expect(rows.map(\.category) == [["Birthday"]] && rows.map(\.notes) == ["tip"])
        }
    }

    @Test("in whatever order and on whatever page they come", arguments: [true, false])
    func pages(removedFirst: Bool) async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("p1", 4_000, pending: true)))
            try await home.sync()
            let pending = try #require(try await home.rows().first)
            if removedFirst {
                home.bank.tell(
                    .page(removed: ["p1"], hasMore: true),
                    .page(.test("t1", 4_800, was: "p1"))
                )
            } else {
                home.bank.tell(
                    .page(.test("t1", 4_800, was: "p1"), hasMore: true),
                    .page(removed: ["p1"])
                )
            }
            #expect(try await home.counts() == [0, 1, 0])
            #expect(try await home.rows().map(\.id) == [pending.id])
            #expect(try await home.rows().map(\.amount.minor) == [4_800])
        }
    }

    @Test(
        "one that names none is the one that was withdrawn for it, with a tip where one is usual",
        arguments: [
            ("FOOD_AND_DRINK_RESTAURANT", Int64(4_800), true),
            ("FOOD_AND_DRINK_RESTAURANT", Int64(9_000), false),
            ("FOOD_AND_DRINK_GROCERIES", Int64(4_800), false),
            ("FOOD_AND_DRINK_GROCERIES", Int64(4_000), true),
        ]
    )
    func unnamed(category: String, minor: Int64, isSame: Bool) async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("p1", 4_000, category: category, pending: true)))
            try await home.sync()
            let pending = try #require(try await home.rows().first)
            home.bank.tell(
                .page(.test("t1", minor, on: "2025-08-19", category: category), removed: ["p1"])
            )
            #expect(try await home.counts() == (isSame ? [0, 1, 0] : [1, 0, 1]))
            let rows = try await home.rows()
            #expect(rows.map(\.amount.minor) == [minor])
            #expect((rows.first?.id == pending.id) == isSame)
        }
    }

    @Test("one that was withdrawn before posts within a week, and no later", arguments: [7, 8])
    func late(days: Int) async throws {
        try await LinkedHome.with(.sqlite) { home in
            let posted = try #require(CivilDay("2025-08-19"))
            let day = posted.adding(days: -days).text
            home.bank.tell(.page(.test("p1", 4_000, on: day, pending: true)))
            try await home.sync()
            let pending = try #require(try await home.rows().first)
            home.bank.tell(.page(removed: ["p1"]))
            try await home.sync()
            home.bank.tell(.page(.test("t1", 4_000, on: posted.text)))
            try await home.sync()
            let rows = try await home.rows()
            #expect(rows.count == 1 && (rows.first?.id == pending.id) == (days == 7))
        }
    }

    @Test("a posted one that is withdrawn is none that comes, and a pending one is none that waits")
    func replaced() async throws {
        for isPending in [false, true] {
            try await LinkedHome.with(.sqlite) { home in
                home.bank.tell(.page(.test("a1", 4_000, pending: isPending)))
                try await home.sync()
                let before = try await home.rows()
                home.bank.tell(.page(.test("b1", 4_000, pending: isPending), removed: ["a1"]))
                #expect(try await home.counts() == [1, 0, 1])
                let rows = try await home.rows()
                #expect(rows.count == 1 && rows.map(\.id) != before.map(\.id))
            }
        }
    }

    @Test("a pending one that its bank still shows is none that posted")
    func stillPending() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("p1", 4_000, pending: true)))
            try await home.sync()
            home.bank.tell(.page(.test("t1", 4_000)))
            #expect(try await home.counts() == [1, 0, 0])
            #expect(try await home.rows().map(\.pending).count { $0 } == 1)
            #expect(try await home.rows().count == 2)
        }
    }

    @Test("what is changed and then withdrawn within one sync is withdrawn alone")
    func changedAndWithdrawn() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 1_000)))
            try await home.sync()
            home.bank.tell(
                .page(modified: [.test("t1", 1_100)], hasMore: true),
                .page(removed: ["t1"])
            )
            #expect(try await home.counts() == [0, 0, 1])
            #expect(try await home.rows() == [])
        }
    }

    @Test("two ids are two rows, however alike; a repeat changes nothing", arguments: Engine.all)
    func alike(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            let coffees = [
                ProviderTransaction.test("t1", 450, at: "Blue Bottle"),
                .test("t2", 450, at: "Blue Bottle"),
            ]
            home.bank.tell(.told(ScriptedBank.Page(coffees)))
            #expect(try await home.counts() == [2, 0, 0])
            let before = try await home.rows()
            #expect(before.map(\.amount.minor) == [450, 450])
            let sums = try await home.owner.purser.call(API.Banking.summarizeTransactions, .init())
            #expect(sums.totalSpent.minor == 900 && sums.transactionCount == 2)
            home.bank.tell(.told(ScriptedBank.Page(coffees)))
            #expect(try await home.counts() == [0, 0, 0])
            #expect(try await home.rows() == before)
        }
    }

    @Test("what is changed or withdrawn follows, and comes back with its edits")
    func withdrawn() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 1_000), .test("t2", 2_000)))
            try await home.sync()
            let row = try #require(try await home.rows().last)
            try await home.edit(row, "Birthday", "gift")
            home.bank.tell(.page(modified: [.test("t1", 1_100, on: "2025-08-17")]))
            #expect(try await home.counts() == [0, 1, 0])
            home.bank.tell(.page(removed: ["t1", "unknown"]))
            #expect(try await home.counts() == [0, 0, 1])
            #expect(try await home.rows().map(\.amount.minor) == [2_000])
            home.bank.tell(.page(.test("t1", 1_100, on: "2025-08-17")))
            #expect(try await home.counts() == [0, 1, 0])
            let back = try #require(try await home.rows().last)
            #expect(back.id == row.id && back.transactionID == row.transactionID)
            #expect(back.category == ["Birthday"] && back.notes == "gift")
            #expect(back.amount.minor == 1_100)
        }
    }

    @Test("an amount of zero, another currency and one that fits nowhere are left out")
    func leftOut() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let tooMuch = Limits.amountMinor + 1
            home.bank.tell(
                .page(
                    .test("t1", 0),
                    .test("t2", tooMuch),
                    .test("t3", 500),
                    .test("t4", 500, in: "elsewhere")
                )
            )
            let counts = try await home.counts()
            #expect(counts == [1, 0, 0])
            home.bank.tell(.page(modified: [.test("t3", 0)]))
            #expect(try await home.counts() == [0, 0, 1])
            #expect(try await home.rows() == [])
        }
    }

    @Test("a record that has a day alone is on that day of the household", arguments: Engine.all)
    func dayOnly(engine: Engine) async throws {
        try await LinkedHome.with(engine, timeZone: "America/New_York") { home in
            home.bank.tell(.page(.test("t1", 500, on: "2025-08-05")))
            try await home.sync()
            #expect(try await home.rows().map(\.date.instant.text) == ["2025-08-05T04:00:00Z"])
            for (text, total) in [("2025-08-04", 0), ("2025-08-05", 1), ("2025-08-06", 0)] {
                let day = DateFilter.day(try #require(CivilDay(text)))
                let page = try await home.owner.purser.call(
                    API.Banking.listTransactions,
                    .init(startDate: day, endDate: day)
                )
                #expect(page.total == Int64(total), "\(text)")
            }
        }
    }

    @Test("the category is the narrowest that is known, else what the text says")
    func categories() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(
                .page(
                    .test("t1", 100, category: "FOOD_AND_DRINK_COFFEE"),
                    .test("t2", 100, at: "Shell", category: nil),
                    .test("t3", 100, at: "Zzyzx Qq", category: nil)
                )
            )
            try await home.sync()
            let categories = try await home.rows().map(\.primaryCategory)
            #expect(categories == ["Uncategorized", "Transportation", "Food and Drink"])
        }
    }
}
