import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Rows of a window")
struct OrderedRowsTests {
    @Test("are the latest first; what is known by its day is at its start", arguments: Engine.all)
    func instants(engine: Engine) async throws {
        try await InsightsHome.with(engine, timeZone: "America/New_York") { home in
            let account = try await home.server.openAccount(of: home.owner)
            // All on 5 June in New York, recorded in another order; the bank has two of that day.
            for (minor, at) in [
                (1, "2025-06-05T15:00:00Z"), (2, "2025-06-06T03:59:59Z"),
                (3, "2025-06-05T04:00:00Z"), (4, "2025-06-05T15:00:00Z"),
            ] as [(Int64, String)] {
                let purchase = account.purchase(minor, on: Timestamp(test: at))
                try await home.server.record(purchase, in: account)
            }
            let day = try await home.overview("from=2025-06-05&to=2025-06-05")
            #expect(day.total == 6)
            #expect(day.minors.prefix(3) == [-2, -4, -1])
            #expect(Set(day.minors.suffix(3)) == [-3, -4_999, -14_235])
            #expect(day.minors[3] == -3)
            let starts = day.transactions.suffix(2).map(\.occurredAt.instant.text)
            #expect(starts == Array(repeating: "2025-06-05T04:00:00Z", count: 2))
            var single: [Int64] = []
            for page in 0..<6 {
                let query = "from=2025-06-05&to=2025-06-05&pageSize=1&page=\(page)"
                single += try await home.overview(query).minors
            }
            #expect(single == day.minors)
        }
    }

    @Test("are summed piece by piece, however many a day has", arguments: Engine.all)
    func many(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let account = try await home.server.openAccount(of: home.owner)
            let noon = Timestamp(test: "2025-06-05T12:00:00Z")
            let rows = (1...2_100).map { number in
                // Most are of one day, so that pieces end within it.
                let at = number % 10 == 0 ? noon.adding(seconds: -86_400) : noon
                return account.purchase(Int64(number), "FOOD_AND_DRINK_GROCERIES", on: at)
            }
            for start in stride(from: 0, to: rows.count, by: 300) {
                _ = try await home.server.operations.ledger.recordTransfers(
                    Array(rows[start..<min(start + 300, rows.count)]),
                    of: home.owner.household,
                    home.server.call()
                )
            }
            let answer = try await home.overview("month=2025-06&page=20&pageSize=100")
            #expect(answer.total == 2_100 && answer.aggregates.count == 2_100)
            #expect(answer.aggregates.expenseTotal.minor == -2_100 * 2_101 / 2)
            #expect(answer.transactions.count == 100)
            #expect(answer.aggregates.daySeries.map(\.period) == ["2025-06-04", "2025-06-05"])
        }
    }

    @Test("follow a pending transaction, which counts", arguments: Engine.all)
    func pending(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let account = try await home.server.openAccount(of: home.owner)
            let at = Timestamp(test: "2025-06-05T12:00:00Z")
            let pending = try await home.server.record(
                account.purchase(4_000, on: at, phase: .pending),
                in: account
            )[0]
            let before = try await home.overview("month=2025-06")
            #expect(before.transactions.map(\.pending) == [true])
            #expect(before.aggregates.expenseTotal.minor == -4_000)
            let later = Timestamp(test: "2025-06-06T18:00:00Z")
            let post = account.purchase(4_500, on: later, phase: .post, pending: pending)
            try await home.server.record(post, in: account)
            let after = try await home.overview("month=2025-06")
            #expect(after.transactions.map(\.id) == before.transactions.map(\.id))
            #expect(after.minors == [-4_500] && after.transactions[0].occurredAt.instant == later)
            #expect(after.transactions[0].pending == false)
        }
    }
}
