import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Many who take from one wallet at once")
struct ConcurrentDebitTests {
    @Test("of two debits that do not fit together one is done", arguments: Engine.all)
    func two(engine: Engine) async throws {
        let interposed = Interposed()
        try await withWallet(engine, holding: "10", interposing: interposed.make) { family in
            // Both have come as far as the database before either goes on.
            let gate = Gate()
            interposed.database?.before { if $0 == .write { await gate.pass() } }
            async let first = family.move("6", "Debit")
            async let second = family.move("6", "Debit")
            await gate.arrived(2)
            await gate.open()
            let answers = try await [first, second].sorted { $0.status < $1.status }
            interposed.database?.before(nil)
            #expect(answers.map(\.status) == [201, 400])
            #expect(try answers[0].json()["balanceAfter"] == .number("4"))
            #expect(try answers[1].string("error.code") == "INSUFFICIENT_FUNDS")
            #expect(try answers[1].faults() == ["available 4", "requested 6"])
            #expect(try await family.balance() == 400)
        }
    }

    @Test("a hundred debits leave what they must, never less than nothing", arguments: Engine.all)
    func hundred(engine: Engine) async throws {
        try await withWallet(engine, holding: "30") { family in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask { try await family.takeDollar() }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            let done = statuses.count { $0 == 201 }
            let refused = statuses.count { $0 == 400 }
            #expect(done == 30 && refused == 70, "\(statuses)")
            #expect(try await family.balance() == 0)
            let rows = try await family.movements(100).transactions
            let expected = (0...30).map { Int64(3_000 - $0 * 100) }
            #expect(rows.map(\.balanceAfter.minor) == expected.reversed())
        }
    }

    @Test("one call made many times at once under a key is done once", arguments: Engine.all)
    func oneKey(engine: Engine) async throws {
        try await withWallet(engine, holding: "30") { family in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await family.move("7", "Debit", key: "k").status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(Set(statuses).isSubset(of: [201, 409]))
            #expect(statuses.contains(201))
            #expect(try await family.balance() == 2_300)
        }
    }
}

extension WalletFamily {
    /// Takes a dollar out, and tells the status that this ended with.
    ///
    /// Who finds the database too busy is told so, took nothing, and tries again.
    fileprivate func takeDollar() async throws -> Int {
        for _ in 0..<20 {
            let status = try await move("1", "Debit").status
            if status != 503 { return status }
        }
        return 503
    }
}
