import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@Suite("Allowance dates on the device")
struct AllowanceForecastTests {
    /// A schedule, and the days that follow on it.
    struct Row: Sendable {
        let frequency: API.Allowance.Frequency
        var weekday: API.Allowance.Weekday?
        var dayOfMonth: Int64?
        /// From 2025-01-15 on.
        let first: [String]
        /// From 2025-03-01 on, nothing asked meanwhile.
        let later: [String]
    }

    static let rows: [Row] = [
        Row(
            frequency: .weekly,
            weekday: .friday,
            first: ["2025-01-17", "2025-01-24", "2025-01-31"],
            later: ["2025-03-07", "2025-03-14", "2025-03-21"]
        ),
        Row(
            frequency: .biweekly,
            weekday: .wednesday,
            first: ["2025-01-15", "2025-01-29", "2025-02-12"],
            later: ["2025-03-12", "2025-03-26", "2025-04-09"]
        ),
        Row(
            frequency: .monthly,
            dayOfMonth: 31,
            first: ["2025-01-31", "2025-02-28", "2025-03-31"],
            later: ["2025-03-31", "2025-04-30", "2025-05-31"]
        ),
    ]

    @Test("are those that the server tells, and go on without it", arguments: rows)
    func dates(row: Row) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent(timeZone: "America/New_York")
            let child = try await server.registerChild(of: parent)
            let purser = try server.app(of: child)
            let id = try await purser.allowance.familyChildren().children[0].childID
            #expect(try await purser.device.allowanceDates(childID: id) == nil)
            let told = try await parent.purser.call(
                API.Allowance.setSchedule,
                .init(
                    childID: id,
                    frequency: row.frequency,
                    weekday: row.weekday,
                    dayOfMonth: row.dayOfMonth,
                    amount: DecimalAmount(minor: 700)
                ),
                idempotencyKey: "schedule"
            )
            let asOf = try await purser.device.refreshFacts()
            let first = try #require(try await purser.device.allowanceDates(childID: id))
            #expect(first.days.map(\.text) == told.upcoming)
            #expect(first.days.prefix(3).map(\.text) == row.first)
            #expect(first.amount == DecimalAmount(minor: 700))
            #expect(!first.isPaused)
            // Early in the morning of Greenwich it is still the day before in New York.
            server.clock.set("2025-03-01T12:00:00Z")
            let later = try #require(
                try await purser.device.allowanceDates(childID: id, next: 3)
            )
            #expect(later.days.map(\.text) == row.later)
            #expect(later.asOf == asOf)
            await purser.shutdown()
        }
    }

    @Test("are none while the allowance is paused, and before a first payment sets them")
    func none() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            let purser = try server.app(of: parent)
            let id = try await purser.allowance.familyChildren().children[0].childID
            try await purser.device.refreshFacts()
            let free = try #require(try await purser.device.allowanceDates(childID: id))
            #expect(free.days.isEmpty && !free.isPaused)
            _ = try await purser.allowance.pauseSchedule(childID: id, reason: "Holidays")
            try await purser.device.refreshFacts()
            let paused = try #require(try await purser.device.allowanceDates(childID: id))
            #expect(paused.days.isEmpty && paused.isPaused)
            await purser.shutdown()
        }
    }
}
