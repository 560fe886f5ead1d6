import Allowance
import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations

@Suite("What is told of accounts and allowances")
struct NoticesTests {
    private func add(
        _ home: NoticesHome,
        _ work: @escaping @Sendable (Notices, Call, any Session) throws -> Int
    ) async throws -> Int {
        let notices = home.server.operations.banking.notices
        let call = home.server.call()
        return try await home.server.database.write { try work(notices, call, $0) }
    }

    private static let today = Zone.utc.day(of: TestClock.noon)

    private static func expense(
        _ minor: Int64,
        _ number: UInt64,
        daysAgo: Int = 0
    ) -> NewExpense {
        NewExpense(
            entry: ID(RawID(high: 7, low: number)),
            day: today.adding(days: -daysAgo),
            amount: Money(minor: minor, currency: .usd),
            merchant: "Apple Store"
        )
    }

    @Test("is a large expense, to the child and its parents, once", arguments: Engine.all)
    func large(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let child = home.child.id
            let tell: @Sendable (Notices, Call, any Session) throws -> Int = {
                try $0.tellLargeExpenses(
                    [
                        Self.expense(9_999, 1), Self.expense(10_000, 2), Self.expense(-50_000, 3),
                        Self.expense(99_900, 4, daysAgo: 3),
                    ],
                    of: child,
                    today: Self.today,
                    $1,
                    in: $2
                )
            }
            #expect(try await add(home, tell) == 2)
            #expect(try await add(home, tell) == 0)
            try await home.deliver()
            let bodies = Set(home.sender.sent.map(\.message.body))
            #expect(
                bodies == [
                    "You spent $100.00 at Apple Store.", "Alice spent $100.00 at Apple Store.",
                ]
            )
        }
    }

    @Test("is bounded by kind, also where much comes at once", arguments: Engine.all)
    func atOnce(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let parent = home.parent.id
            let most = Limits.notificationsOfKind
            let expenses = (0..<UInt64(most + 5)).map { Self.expense(10_000, $0) }
            let tell: @Sendable (Notices, Call, any Session) throws -> Int = {
                try $0.tellLargeExpenses(expenses, of: parent, today: Self.today, $1, in: $2)
            }
            let told = try await add(home, tell)
            let waiting = try await home.count("waiting")
            #expect(told == most && waiting == Int64(most))
        }
    }

    @Test("is large by what each of them calls large", arguments: Engine.all)
    func threshold(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.prefer(
                home.parent,
                .init(largeTransactionThreshold: .init(minor: 50_000))
            )
            let child = home.child.id
            let count = try await add(home) {
                try $0.tellLargeExpenses(
                    [Self.expense(10_000, 2)],
                    of: child,
                    today: Self.today,
                    $1,
                    in: $2
                )
            }
            #expect(count == 1)
            try await home.deliver()
            #expect(home.told(home.child) == ["large_transaction"])
        }
    }

    @Test("is a balance that fell below what the member calls low", arguments: Engine.all)
    func lowBalance(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let parent = home.parent.id
            let balances: [(before: Int64?, after: Int64)] = [
                (5_000, 4_999), (4_999, 100), (nil, 1), (9_000, 5_000),
            ]
            let changes = balances.enumerated().map { number, balance in
                BalanceChange(
                    account: ID(RawID(high: 8, low: UInt64(number))),
                    name: "Checking",
                    beforeMinor: balance.before,
                    after: Money(minor: balance.after, currency: .usd)
                )
            }
            let tell: @Sendable (Notices, Call, any Session) throws -> Int = {
                try $0.tellLowBalances(changes, of: parent, event: "sync 1", $1, in: $2)
            }
            #expect(try await add(home, tell) == 1)
            #expect(try await add(home, tell) == 0)
            try await home.deliver()
            let sentence = "Checking has $49.99, which is below $50.00."
            #expect(home.sender.sent.map(\.message.body) == [sentence])
        }
    }

    @Test("is a bank that brings nothing any more, once", arguments: Engine.all)
    func brokenSync(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let parent = home.parent.id
            let broken = BrokenSync(event: "item 1", institution: "Oak Bank", needsSignIn: true)
            for count in [1, 0] {
                let added = try await add(home) {
                    try $0.tellBrokenSync(broken, of: parent, $1, in: $2)
                }
                #expect(added == count)
            }
            try await home.prefer(home.parent, .init(syncAlerts: false))
            let later = BrokenSync(event: "item 2", institution: "Oak Bank", needsSignIn: true)
            let added = try await add(home) {
                try $0.tellBrokenSync(later, of: parent, $1, in: $2)
            }
            #expect(added == 0)
        }
    }

    @Test("is the sum of what a child was paid, once", arguments: Engine.all)
    func allowance(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let family = try await home.parent.purser.call(API.Allowance.familyChildren)
            let id = try #require(family.children.first?.childID)
            let paid = [0, 7].map { days in
                PaidAllowance(
                    due: AllowanceDue(
                        child: id,
                        day: Self.today.adding(days: -days),
                        amountMinor: 1_000,
                        frequency: .weekly
                    ),
                    currency: .usd
                )
            }
            for count in [1, 0] {
                let added = try await add(home) { try $0.tellPaid(paid, $1, in: $2) }
                #expect(added == count)
            }
            try await home.deliver()
            #expect(home.sender.sent.map(\.message.body) == ["You were paid $20.00."])
            #expect(home.told(home.child) == ["allowance_paid"])
        }
    }
}
