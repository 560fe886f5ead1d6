import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The summary of spending")
struct SpendingSummaryTests {
    @Test("tells the rates at which purchases were declined and allowed", arguments: Engine.all)
    func rates(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            for _ in 0..<6 { #expect(try await child.authorize(100).reason == .risky) }
            for _ in 0..<2 {
                try await parent.override(5_000, for: child.id.text)
                #expect(try await child.authorize(5_000, at: "Starbucks").reason == .override)
            }
            for _ in 0..<42 { _ = try await child.authorize(100, "travel") }
            _ = try await parent.authorize(100)
            let answer = try await server.get("/analytics/summary", token: child.token)
            #expect(
                answer.text == """
                    {"range":{"start":"2024-12-16T12:00:00","end":"2025-01-15T12:00:00"},\
                    "spend_cents":0,"charge_count":0,"auth_events":50,"risky_rate":0.12,\
                    "override_rate":0.04}
                    """
            )
        }
    }

    @Test("counts decisions within the range, each by its own instant", arguments: Engine.all)
    func boundary(engine: Engine) async throws {
        let clock = TestClock("2025-01-08T11:59:59.999Z")
        try await withServer(engine, clock: clock) { server in
            let early = try await server.registerParent(timeZone: "America/New_York")
            let other = try await server.registerChild(of: early)
            _ = try await early.setRule("fun", 0)
            _ = try await early.authorize(1, "travel")
            clock.advance(milliseconds: 1)
            _ = try await early.authorize(1)
            _ = try await other.authorize(1)
            clock.set("2025-01-09T03:00:00Z")
            _ = try await early.authorize(1)
            clock.set("2025-01-15T12:00:00Z")
            let parent = try await server.login(early.email)
            _ = try await parent.authorize(1, "travel")
            let household = parent.household
            for _ in 0..<2 {
                let week = try await parent.summary(.week)
                #expect(week.authEvents == 3 && week.riskyRate == Ratio(2, of: 3))
                #expect(try await parent.summary(.month).authEvents == 4)
                // Once from the decisions themselves, and once from the counted days.
                try await server.operations.insights.tallyDecisions(of: household)
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "agrees with the lists and the progress, in every range",
        arguments: Engine.all,
        [nil, "America/New_York", "Asia/Kolkata"] as [String?]
    )
    func agreement(engine: Engine, timeZone: String?) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            let account = try await server.openAccount(of: parent)
            var history = RandomHistory(seed: 42)
            let kept = try await history.record(in: account, server)
            for category in RandomHistory.categories { _ = try await parent.setRule(category, 1) }
            for (range, start) in [
                (.week, "2025-01-08T12:00:00Z"), (.month, "2024-12-16T12:00:00Z"),
                (.quarter, "2024-10-17T12:00:00Z"),
            ] as [(TestMember.Range, String)] {
                let inside = kept.filter { $0.instant >= Timestamp(test: start) }
                let summary = try await parent.summary(range)
                #expect(summary.spendCents == inside.reduce(0) { $0 + $1.minor })
                #expect(summary.chargeCount == Int64(inside.count))
                #expect(try await parent.byCategory(range) == RandomHistory.byCategory(inside))
            }
            for range in TestMember.Range.allCases {
                try await expectAgreement(range, of: parent)
            }
            let month = try await parent.purser.call(
                API.Guardian.spendingByCategory,
                .init(range: .monthToDate)
            )
            let spent = Dictionary(uniqueKeysWithValues: month.map { ($0.category, $0.spendCents) })
            for progress in try await parent.progress() {
                #expect(progress.spentMTDCents == spent[progress.category, default: 0])
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// The totals of each list are those of the summary.
    private func expectAgreement(
        _ range: TestMember.Range,
        of member: TestMember
    ) async throws {
        let summary = try await member.summary(range)
        let request = API.Guardian.AnalyticsRequest(range: range)
        let categories = try await member.purser.call(API.Guardian.spendingByCategory, request)
        #expect(categories.reduce(0) { $0 + $1.spendCents } == summary.spendCents)
        #expect(categories.reduce(0) { $0 + $1.count } == summary.chargeCount)
        let merchants = try await member.purser.call(API.Guardian.spendingByMerchant, request)
        #expect(merchants.reduce(0) { $0 + $1.spendCents } == summary.spendCents)
        #expect(merchants.reduce(0) { $0 + $1.count } == summary.chargeCount)
        let days = try await member.purser.call(API.Guardian.spendingByDay, request)
        #expect(days.reduce(0) { $0 + $1.spendCents } == summary.spendCents)
        #expect(days.map(\.day.instant) == days.map(\.day.instant).sorted())
        #expect(Set(days.map(\.day)).count == days.count)
        #expect(days.allSatisfy { $0.spendCents > 0 })
    }

    @Test(
        "counts decisions in passing where many are not counted, or leaves that to the next call",
        arguments: Engine.all
    )
    func passing(engine: Engine) async throws {
        struct Full: Error {}
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            for _ in 0..<3 { _ = try await parent.authorize(100) }
            let purchases = (1...Limits.untalliedLinks).map { minor in
                account.purchase(minor, on: server.clock.now)
            }
            let tallied = {
                try await server.database.read { session in
                    try DecisionTallies.sequence(of: parent.household, in: session)
                }
            }
            let first = try await parent.summary()
            #expect(first.authEvents == 3)
            #expect(try await tallied() == 0)
            _ = try await server.operations.ledger.recordTransfers(
                purchases,
                of: parent.household,
                server.call()
            )
            interposed.database?.before { if $0 == .write { throw Full() } }
            #expect(try await parent.summary().authEvents == 3)
            #expect(try await tallied() == 0)
            interposed.database?.before(nil)
            for _ in 0..<2 {
                #expect(try await parent.summary().authEvents == 3)
                #expect(try await tallied() == 1 + 3 + Limits.untalliedLinks)
            }
        }
    }
}
