import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What is safe to spend today")
struct SafeToSpendTests {
    @Test("is of the demo household, whatever month is asked", arguments: Engine.all)
    func demo(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let safe = try await home.summary("2025-05").safeToSpend
            #expect(safe.cycleStart.day.text == "2025-06-08")
            #expect(safe.cycleEnd.day.text == "2025-06-14")
            #expect(safe.daysRemaining == 5)
            #expect(safe.variableBudget.minor == 524_709 && safe.variableSpent.minor == 13_100)
            #expect(safe.remainingVariableBudget.minor == 511_609)
            #expect(safe.dailyBase.minor == 102_322 && safe.dailyAdjusted.minor == 117_670)
            #expect(safe.rollToday.minor == 74_203)
            #expect(safe.paceRatio.tenThousandths == 874)
            #expect(safe.adjustmentFactor.tenThousandths == 11_500)
            #expect(safe.hardCap.minor == 2_177_767)
            #expect(safe.safeToSpendToday.minor == 191_873)
            #expect(!safe.danger)
            #expect(safe.notes == ["Spending is slower than the budget allows."])
            for month in ["2025-06", "2025-02", "2024-01", "2025-07", "0001-01", "9999-12"] {
                #expect(try await home.summary(month).safeToSpend == safe, "\(month)")
            }
        }
    }

    /// A parent with an account, at noon UTC on 20 January 2025.
    private func withAccount(
        _ engine: Engine,
        _ work: (InsightsHome, TestAccount) async throws -> Void
    ) async throws {
        try await InsightsHome.with(engine, at: "2025-01-20T12:00:00Z", linked: false) { home in
            try await work(home, try await home.server.openAccount(of: home.owner))
        }
    }

    /// Records an income on the 1st and the 15th, and purchases of 700.00 in between.
    private func record(
        _ home: InsightsHome,
        _ account: TestAccount,
        cashMinor: Int64,
        daily: Int64
    ) async throws {
        let noon = { (day: Int) in
            Timestamp(test: "2025-01-01T12:00:00Z").adding(seconds: Int64(day - 1) * 86_400)
        }
        let spent = 70_000 + 5 * daily
        var rows = [
            account.income(1, on: noon(1)), account.income(cashMinor + spent - 1, on: noon(15)),
        ]
        rows += (1...14).map { account.purchase(5_000, on: noon($0)) }
        if daily > 0 { rows += (15...19).map { account.purchase(daily, on: noon($0)) } }
        _ = try await home.server.operations.ledger.recordTransfers(
            rows,
            of: home.owner.household,
            home.server.call()
        )
    }

    @Test(
        "cases 11 and 12: by what was spent since the last income, and what cash allows",
        arguments: Engine.all,
        [
            // Spent on each of 15..19, cash, what is safe, base, adjusted, roll.
            [5_000, 510_000, 5_000, 5_000, 5_000, 0], [10_000, 510_000, 1_889, 2_222, 1_889, 0],
            [0, 510_000, 19_444, 7_778, 8_944, 10_500], [0, 22_000, 12_000, 7_778, 8_944, 10_500],
            [0, 9_000, 0, 7_778, 8_944, 10_500],
        ]
    )
    func cases(engine: Engine, figures: [Int64]) async throws {
        try await withAccount(engine) { home, account in
            try await record(home, account, cashMinor: figures[1], daily: figures[0])
            let safe = try await home.summary("2025-01").safeToSpend
            #expect(safe.cycleStart.day.text == "2025-01-15")
            #expect(safe.cycleEnd.day.text == "2025-01-28" && safe.daysRemaining == 9)
            #expect(safe.variableBudget.minor == 70_000)
            #expect(safe.hardCap.minor == figures[1] - 10_000)
            #expect(safe.safeToSpendToday.minor == figures[2])
            #expect(safe.dailyBase.minor == figures[3] && safe.dailyAdjusted.minor == figures[4])
            #expect(safe.rollToday.minor == figures[5])
            #expect(safe.danger == (figures[1] < 10_000))
        }
    }

    @Test("counts balances of checking, savings and allowance, and no debt", arguments: Engine.all)
    func cash(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-06-10T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let home = InsightsHome(server: server, owner: parent)
            let account = try await server.openAccount(of: parent)
            let card = try await server.openAccount(.card, of: parent)
            let day = Timestamp(test: "2025-06-01T12:00:00Z")
            try await server.record(account.income(50_000, on: day), in: account)
            try await server.record(card.purchase(4_000, on: day), in: card)
            let safe = try await home.summary("2025-06").safeToSpend
            #expect(safe.hardCap.minor == 50_000 - 10_000)
            #expect(safe.variableSpent.minor == 4_000)
            // Nothing of the parent is the child's.
            let own = try await home.summary("2025-06", of: child).safeToSpend
            #expect(own.hardCap.minor == -10_000 && own.variableSpent.minor == 0)
            #expect(own.danger && own.safeToSpendToday.minor == 0)
            #expect(own.variableBudget.minor == 50_000)
            #expect(
                own.notes == [
                    "Cash does not cover what is still to be paid in this cycle.",
                    "Spending is slower than the budget allows.",
                ]
            )
        }
    }
}
