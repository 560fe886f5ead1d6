import Contract
import Kernel
import Ledger
import PurserKit
import SQL
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed
@testable import Store

@Suite("The recent rows that are kept in memory")
struct RecentRowsTests {
    /// What sums say of a month and of today, without the trace.
    private struct Said: Equatable {
        let totals: API.Insights.AnalyticsTotals
        let categories: [API.Insights.AnalyticsCategory]
        let merchants: [API.Insights.AnalyticsMerchant]
        let anomalies: [API.Insights.AnomalyInsight]
        let safe: API.Insights.SafeToSpend
        let count: Int64
        let shown: [ID<Entity.Entry>]
    }

    private func said(_ home: InsightsHome, _ month: String) async throws -> Said {
        let summary = try await home.summary(month)
        let overview = try await home.overview("month=\(month)&pageSize=100")
        return Said(
            totals: summary.totals,
            categories: summary.byCategory,
            merchants: summary.topMerchants,
            anomalies: summary.anomalies,
            safe: summary.safeToSpend,
            count: overview.aggregates.count,
            shown: overview.transactions.map(\.id)
        )
    }

    /// Holds what a server says that has answered before against one that never has.
    ///
    /// - Returns: How many rows the two months have.
    private func expectSame(_ home: InsightsHome) async throws -> Int64 {
        let fresh = InsightsHome(server: try home.server.another(), owner: home.owner)
        var count: Int64 = 0
        for month in ["2025-05", "2025-06"] {
            let known = try await said(home, month)
            let read = try await said(fresh, month)
            #expect(known == read)
            count += known.count
        }
        return count
    }

    @Test("follow every change, whichever process made it", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let first = try await expectSame(home)
            let row = try #require(try await home.may().transactions.first)
            // Edits, by another process too.
            _ = try await home.patch(row.id.text, #"{"category":"Rent"}"#)
            #expect(try await expectSame(home) == first)
            let other = InsightsHome(server: try home.server.another(), owner: home.owner)
            _ = try await other.patch(row.id.text, #"{"category":"Transfer"}"#)
            #expect(try await expectSame(home) == first)
            // A new row, and one that becomes another.
            let account = try await home.server.openAccount(of: home.owner)
            let at = Timestamp(test: "2025-06-09T20:00:00Z")
            let pending = try await home.server.record(
                account.purchase(400_000, at: "Zanzibar", on: at, phase: .pending),
                in: account
            )[0]
            #expect(try await expectSame(home) == first + 1)
            try await home.server.record(
                account.purchase(450_000, at: "Zanzibar", on: at, phase: .post, pending: pending),
                in: account
            )
            #expect(try await expectSame(home) == first + 1)
            // Another time zone, another day.
            try await home.server.operations.identity.changeTimeZone(
                "Asia/Tokyo",
                email: "parent@example.com",
                home.server.call()
            )
            _ = try await expectSame(home)
            let reset = try await home.server.post(
                "/transactions/reset",
                nil,
                token: home.owner.token
            )
            #expect(reset.status == 202)
            #expect(try await expectSame(home) == 1)
            _ = try await home.owner.syncTransactions(demoSeed: true)
            #expect(try await expectSame(home) > 1)
        }
    }

    @Test("are nobody else's in the household, though its chain tells of others")
    func others() async throws {
        try await InsightsHome.demo(.sqlite) { home in
            let first = try await expectSame(home)
            let child = try await home.server.registerChild(of: home.owner)
            let theirs = try await home.server.openAccount(of: child)
            let at = Timestamp(test: "2025-06-09T20:00:00Z")
            try await home.server.record(theirs.purchase(70_000, on: at), in: theirs)
            #expect(try await expectSame(home) == first)
        }
    }

    @Test("are those of today, when another day has come", arguments: [80, 400] as [Int64])
    func later(days: Int64) async throws {
        try await InsightsHome.demo(.sqlite) { home in
            _ = try await expectSame(home)
            home.server.clock.advance(seconds: days * 86_400)
            let owner = try await home.server.login("parent@example.com")
            _ = try await expectSame(InsightsHome(server: home.server, owner: owner))
        }
    }

    @Test("are forgotten when they are too many together, but those of whoever asked last")
    func bounded() async throws {
        try await InsightsHome.demo(.sqlite) { home in
            let recent = RecentEntries(entriesMost: 10)
            let today = try #require(CivilDay(year: 2025, month: 6, day: 10))
            let days = today.adding(days: -20)...today
            func read(_ member: ID<Entity.Member>) async throws -> Int? {
                let caller = Membership(
                    member: member,
                    role: .parent,
                    zone: .utc,
                    currency: .usd,
                    head: ChainHead(
                        household: home.owner.household,
                        sequence: 1_000,
                        hash: ChainLink.genesis
                    )
                )
                return try await home.server.database.read { session in
                    try recent.entries(
                        of: caller,
                        on: days,
                        today: days.upperBound,
                        in: session
                    ) { _ in nil }?.count
                }
            }
            let shown = try #require(try await read(home.owner.id))
            #expect(shown > 0 && recent.count > 10 && recent.count >= shown)
            #expect(try await read(ID(RawID(high: 1, low: 1))) == 0)
            #expect(recent.count == 0)
        }
    }

    @Test("are not asked for days before them")
    func old() async throws {
        try await InsightsHome.demo(.sqlite) { home in
            home.server.clock.advance(seconds: 300 * 86_400)
            let owner = try await home.server.login("parent@example.com")
            let later = InsightsHome(server: home.server, owner: owner)
            #expect(try await later.overview("month=2025-05&pageSize=1").aggregates.count > 10)
            #expect(home.server.operations.insights.recent.count == 0)
        }
    }
}
