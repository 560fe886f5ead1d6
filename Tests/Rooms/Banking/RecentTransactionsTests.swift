import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Recent transactions")
struct RecentTransactionsTests {
    @Test("are those of the last seven days, the newest fifty", arguments: Engine.all)
    func lastDays(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.spend(1, on: "2025-08-13")
            try await home.spend(2, on: "2025-08-14")
            let recent = try await home.recent()
            #expect(recent.transactions.map(\.amount.minor) == [2])
            #expect(recent.lastUpdated.instant == home.server.clock.now && !recent.hasMore)
            for minor in 1...51 { try await home.spend(Int64(100 + minor)) }
            let newest = try await home.recent().transactions.map(\.amount.minor)
            #expect(newest == (102...151).reversed().map { Int64($0) })
        }
    }

    @Test("are those that changed after an instant", arguments: Engine.all)
    func since(engine: Engine) async throws {
        try await BankingHome.with(engine, at: "2025-08-20T11:00:00Z") { home in
            let first = try await home.spend(1, on: "2025-07-01")
            home.server.clock.set("2025-08-20T11:30:00Z")
            try await home.spend(2, on: "2025-07-02", phase: .pending)
            home.server.clock.set("2025-08-20T12:00:00Z")
            for since in ["2025-08-20T11:00:00Z", "2025-08-20T11:00:00.000+00:00"] {
                let recent = try await home.recent(since: since)
                #expect(recent.transactions.map(\.amount.minor) == [2])
                #expect(recent.lastUpdated.instant == home.server.clock.now)
            }
            #expect(try await home.recent(since: "2025-08-20T11:30:00Z").transactions.isEmpty)
            try await home.edit(first, "Travel")
            let edited = try await home.recent(since: "2025-08-20T11:30:00Z").transactions
            #expect(edited.map(\.amount.minor) == [1])
            #expect(edited.map(\.primaryCategory) == ["Travel"])
        }
    }

    @Test("come whole to whoever passes on when they were told", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            var recorded: [Int64] = []
            // More within one second than an answer shows, and more before and after it.
            for (instant, count) in [
                ("2025-08-20T12:00:01.500Z", 300), ("2025-08-20T12:00:02.100Z", 700),
                ("2025-08-20T12:00:02.900Z", 400), ("2025-08-20T12:00:03.000Z", 200),
            ] {
                home.server.clock.set(instant)
                let minors = (0..<count).map { Int64(recorded.count + $0 + 1) }
                _ = try await home.server.operations.ledger.recordTransfers(
                    minors.map { home.account.purchase($0, on: home.server.clock.now) },
                    of: home.owner.household,
                    home.server.call()
                )
                recorded += minors
            }
            home.server.clock.set("2025-08-20T12:00:10Z")
            var seen: Set<Int64> = []
            var since = "2025-08-20T12:00:00Z"
            var answers = 0
            while true {
                let answer = try await home.recent(since: since)
                answers += 1
                let minors = answer.transactions.map(\.amount.minor)
                if answers == 1 { #expect(Set(minors) == Set(1...500)) }
                seen.formUnion(minors)
                since = answer.lastUpdated.instant.text
                guard answer.hasMore, answers < 10 else { break }
            }
            #expect(seen == Set(recorded) && answers == 2)
            #expect(since == "2025-08-20T12:00:10Z")
        }
    }
}
