import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The range of analytics")
struct AnalyticsRangeTests {
    /// Runs `work` with a parent and an account, at noon UTC on 15 January 2025.
    private func withAccount(
        _ engine: Engine,
        timeZone: String? = nil,
        clock: TestClock = TestClock(),
        _ work: (InProcessServer, TestAccount) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: clock) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            try await work(server, try await server.openAccount(of: parent))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("begins in the middle of a day, to the millisecond", arguments: Engine.all)
    func middle(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let instants = [
                "2025-01-08T00:00:00Z", "2025-01-08T11:59:59.999Z", "2025-01-08T12:00:00Z",
                "2025-01-08T23:59:59Z", "2025-01-09T00:00:00Z", "2025-01-15T12:00:00Z",
            ]
            for (place, instant) in instants.enumerated() {
                try await server.spend(1 << Int64(place), on: instant, from: account)
            }
            let week = try await account.owner.summary(.week)
            #expect(week.spendCents == 4 + 8 + 16 + 32)
            #expect(week.chargeCount == 4)
            #expect(try await account.owner.byCategory(.week) == ["fun 60 in 4"])
            #expect(try await account.owner.byMerchant(.week) == ["Steam 60 in 4"])
            #expect(
                try await account.owner.byDay(.week) == [
                    "2025-01-08T00:00:00 12", "2025-01-09T00:00:00 16", "2025-01-15T00:00:00 32",
                ]
            )
            #expect(try await account.owner.summary(.month).spendCents == 63)
        }
    }

    @Test("is 30 days unless said, and tells its ends in UTC", arguments: Engine.all)
    func ends(engine: Engine) async throws {
        try await withAccount(engine, timeZone: "America/New_York") { server, account in
            for (range, start) in [
                (nil, "2024-12-16T12:00:00"), (.week, "2025-01-08T12:00:00"),
                (.month, "2024-12-16T12:00:00"), (.quarter, "2024-10-17T12:00:00"),
                (.monthToDate, "2025-01-01T05:00:00"),
            ] as [(TestMember.Range?, String)] {
                let query = range.map { "?range=\($0.rawValue)" } ?? ""
                let answer = try await server.get(
                    "/analytics/summary\(query)",
                    token: account.owner.token
                )
                #expect(try answer.string("range.start") == start)
                #expect(try answer.string("range.end") == "2025-01-15T12:00:00")
            }
        }
    }

    @Test("goes by hours and by the household's days where clocks change", arguments: Engine.all)
    func clockChange(engine: Engine) async throws {
        // Noon in New York, three days after the clocks went forward there.
        let clock = TestClock("2025-03-12T16:00:00Z")
        try await withAccount(engine, timeZone: "America/New_York", clock: clock) {
            server,
            account in
            let instants = [
                // 7 times 24 hours ago it was 11:00.
                "2025-03-05T15:59:59Z", "2025-03-05T16:00:00Z",
                // 23:30 on the 8th, the last half hour before midnight and the first after it.
                "2025-03-09T04:30:00Z", "2025-03-09T05:30:00Z",
                // 23:30 on the 9th, which has 23 hours, and 00:30 on the 10th.
                "2025-03-10T03:30:00Z", "2025-03-10T04:30:00Z",
            ]
            for (place, instant) in instants.enumerated() {
                try await server.spend(1 << Int64(place), on: instant, from: account)
            }
            #expect(
                try await account.owner.byDay(.week) == [
                    "2025-03-05T00:00:00 2", "2025-03-08T00:00:00 4", "2025-03-09T00:00:00 24",
                    "2025-03-10T00:00:00 32",
                ]
            )
            let week = try await account.owner.summary(.week)
            #expect(week.spendCents == 62 && week.chargeCount == 5)
            #expect(try await account.owner.summary(.monthToDate).spendCents == 63)
        }
    }

    @Test("from the first of the month begins at midnight there", arguments: Engine.all)
    func month(engine: Engine) async throws {
        let clock = TestClock("2025-02-01T12:00:00Z")
        try await withAccount(engine, timeZone: "America/New_York", clock: clock) {
            server,
            account in
            try await server.spend(1, on: "2025-02-01T04:59:59Z", from: account)
            try await server.spend(2, on: "2025-02-01T05:00:00Z", from: account)
            #expect(try await account.owner.summary(.monthToDate).spendCents == 2)
            #expect(try await account.owner.byDay(.monthToDate) == ["2025-02-01T00:00:00 2"])
            #expect(
                try await account.owner.byDay(.week) == [
                    "2025-01-31T00:00:00 1", "2025-02-01T00:00:00 2",
                ]
            )
        }
    }

    @Test(
        "is refused by name when it is another, on every list",
        arguments: ["summary", "by-category", "timeseries", "merchants", "overrides"]
    )
    func unknown(path: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            for query in ["range=14d", "range=MTD", "user_id=x&range=1"] {
                let answer = try await server.get(
                    "/analytics/\(path)?\(query)",
                    token: parent.token
                )
                #expect(answer.status == 400)
                #expect(try answer.json().members.map(\.key) == ["error", "message", "traceId"])
                #expect(try answer.string("error") == "range must be 7d, 30d, 90d or mtd")
            }
            for query in ["", "?range=", "?range=mtd&other=1", "?range=90d&"] {
                let answer = try await server.get(
                    "/analytics/\(path)\(query)",
                    token: parent.token
                )
                #expect(answer.status == 200, "\(query)")
            }
        }
    }
}
