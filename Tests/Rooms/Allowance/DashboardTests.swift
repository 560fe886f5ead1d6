import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What parents and children see first")
struct DashboardTests {
    /// An instant, the next due day then, and how many days that is.
    static let dueDays: [(now: String, due: Int?, days: Int64)] = [
        ("2025-01-10T12:00:00Z", 20_101, 3), ("2025-01-13T00:00:00Z", 20_101, 0),
        ("2025-01-12T23:59:59Z", 20_101, 1), ("2025-01-28T12:00:00Z", 20_101, 0),
        ("2025-01-10T12:00:00Z", nil, 0),
    ]

    @Test(
        "counts the days to the next due day of the household",
        arguments: Engine.all,
        dueDays
    )
    func days(engine: Engine, row: (now: String, due: Int?, days: Int64)) async throws {
        try await withWallet(engine) { family in
            if let due = row.due {
                try await family.execute(
                    """
                    UPDATE allowances SET next_due_day = \(due), last_due_day = \(due - 7),
                        last_paid_day = \(due - 7)
                    """
                )
            }
            family.server.clock.set(row.now)
            let child = try await family.server.login(family.child.email)
            let board = try await child.purser.call(API.Allowance.childDashboard)
            #expect(board.daysUntilNextAllowance == row.days)
            #expect((board.nextAllowanceDate == nil) == (row.due == nil))
            #expect((board.lastAllowanceDate == nil) == (row.due == nil))
        }
    }

    @Test("sums the household's own month", arguments: Engine.all)
    func months(engine: Engine) async throws {
        let start = "2025-01-31T20:00:00Z"
        try await withWallet(engine, clock: start, zone: "America/New_York") { family in
            // Ten in the evening of January 31 at home.
            family.server.clock.set("2025-02-01T03:00:00Z")
            #expect(try await family.move("20", "Credit").status == 201)
            #expect(try await family.move("5", "Debit").status == 201)
            let january = try await family.child.purser.call(API.Allowance.childDashboard)
            #expect(january.monthlyStats == .init(earnedMinor: 2_000, spentMinor: 500))
            #expect(january.monthlyStats.netChange.minor == 1_500)
            family.server.clock.set("2025-02-02T12:00:00Z")
            let later = try await family.signedInAgain()
            let empty = try await later.child.purser.call(API.Allowance.childDashboard)
            #expect(empty.monthlyStats == .init(earnedMinor: 0, spentMinor: 0))
            #expect(try await later.move("15", "Debit").status == 201)
            let february = try await later.child.purser.call(API.Allowance.childDashboard)
            #expect(february.monthlyStats == .init(earnedMinor: 0, spentMinor: 1_500))
            #expect(february.monthlyStats.netChange.minor == -1_500)
            #expect(february.currentBalance.minor == 0)
        }
    }

    @Test("shows a child its newest ten movements as the list does", arguments: Engine.all)
    func newest(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let none = try await family.get("/dashboard/child", as: family.child)
            #expect(
                none.text == """
                    {"childId":"\(family.id.text)","firstName":"Alice","currentBalance":0,\
                    "weeklyAllowance":10,"daysUntilNextAllowance":0,"recentTransactions":[],\
                    "monthlyStats":{"totalEarned":0,"totalSpent":0,"netChange":0}}
                    """
            )
            for number in 1...11 { _ = try await family.move("1", "Credit", "\(number)") }
            let board = try await family.child.purser.call(API.Allowance.childDashboard)
            #expect(board.recentTransactions == (try await family.movements(10)).transactions)
            #expect(board.recentTransactions.map(\.description).last == "2")
        }
    }

    @Test("sums the children, and counts what moved in thirty days", arguments: Engine.all)
    func parents(engine: Engine) async throws {
        try await withWallet(engine, clock: "2025-01-02T11:59:59Z") { family in
            // Thirty days and a second ago; then twenty-nine days ago.
            let bob = try await family.registerSibling()
            #expect(try await family.move("40", "Credit").status == 201)
            family.server.clock.set("2025-01-03T12:00:00Z")
            var now = try await family.signedInAgain()
            #expect(try await now.move("2.25", "Credit", of: bob.childID).status == 201)
            #expect(try await now.move("1", "Credit").status == 201)
            #expect(try await now.move("1", "Debit").status == 201)
            family.server.clock.set("2025-02-01T12:00:00Z")
            now = try await family.signedInAgain()
            let answer = try await now.get("/dashboard/parent")
            let children = [
                """
                {"childId":"\(family.id.text)","firstName":"Alice","lastName":"Doe",\
                "currentBalance":40,"weeklyAllowance":10,"recentTransactionCount":2}
                """,
                """
                {"childId":"\(bob.childID.text)","firstName":"Bob","lastName":"Doe",\
                "currentBalance":2.25,"weeklyAllowance":7.5,"recentTransactionCount":1}
                """,
            ]
            #expect(
                answer.text == """
                    {"familyName":"Doe Family","totalChildren":2,"totalBalance":42.25,\
                    "totalWeeklyAllowance":17.5,"children":[\(children.joined(separator: ","))]}
                    """
            )
        }
    }

    @Test("counts from thirty days ago to just before now", arguments: Engine.all)
    func window(engine: Engine) async throws {
        try await withWallet(engine, clock: "2025-01-02T11:59:59.999Z") { family in
            for _ in 0..<2 {
                #expect(try await family.move("1", "Credit").status == 201)
                family.server.clock.advance(milliseconds: 1)
            }
            // At noon of January 2, and one millisecond before.
            for (now, count) in [
                ("2025-02-01T11:59:59.999Z", 2), ("2025-02-01T12:00:00Z", 1),
                ("2025-02-01T12:00:00.001Z", 0),
            ] {
                family.server.clock.set(now)
                let parent = try await family.server.login(family.parent.email)
                let board = try await parent.purser.call(API.Allowance.parentDashboard)
                #expect(board.children.map(\.recentTransactionCount) == [Int64(count)], "\(now)")
            }
            let last = try await family.signedInAgain()
            #expect(try await last.move("1", "Credit").status == 201)
            // What was posted at this very instant is not before it.
            let board = try await last.parent.purser.call(API.Allowance.parentDashboard)
            #expect(board.children.map(\.recentTransactionCount) == [0])
        }
    }

    @Test("takes a few statements for each child, whatever moved before", arguments: Engine.all)
    func cost(engine: Engine) async throws {
        let counted = StatementCounter.Counted()
        try await withWallet(engine, interposing: counted.wrap) { family in
            let cost: () async throws -> Int = {
                let before = counted.count
                _ = try await family.parent.purser.call(API.Allowance.parentDashboard)
                return counted.count - before
            }
            let alone = try await cost()
            for number in 1...3 {
                _ = try await family.registerSibling("kid\(number)@example.com")
            }
            let together = try await cost()
            #expect(together <= alone + 3 * 3)
            for _ in 0..<20 {
                family.server.clock.advance(seconds: 600)
                #expect(try await family.move("1", "Credit").status == 201)
            }
            #expect(try await cost() == together)
            let before = counted.count
            _ = try await family.child.purser.call(API.Allowance.childDashboard)
            #expect(counted.count - before == 4)
        }
    }

    @Test("of a family without children is empty", arguments: Engine.all)
    func empty(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let answer = try await server.get("/api/v1/dashboard/parent", token: parent.token)
            #expect(
                answer.text == """
                    {"familyName":"Doe Family","totalChildren":0,"totalBalance":0,\
                    "totalWeeklyAllowance":0,"children":[]}
                    """
            )
        }
    }
}
