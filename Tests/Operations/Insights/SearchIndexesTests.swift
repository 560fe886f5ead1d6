import Insights
import Kernel
import Ledger
import Store
import Synchronization
import Testbed
import Testing

@testable import Operations

@Suite("The indexes of those who searched last")
struct SearchIndexesTests {
    /// Counts what is read, and with which place it began.
    private final class Reads: Sendable {
        private let state = Mutex<[Int64?]>([])

        var all: [Int64?] { state.withLock(\.self) }

        func note(_ known: ChainHead?) { state.withLock { $0.append(known?.sequence) } }
    }

    private func membership(_ member: UInt64, at sequence: Int64) -> Membership {
        Membership(
            member: ID(RawID(high: member, low: 1)),
            role: .parent,
            zone: .utc,
            currency: .usd,
            head: ChainHead(
                household: ID(RawID(high: member, low: 2)),
                sequence: sequence,
                hash: ChainLink.genesis
            )
        )
    }

    private static func row(_ number: Int) -> SearchIndex.Row {
        SearchIndex.Row(
            id: ID(RawID(high: UInt64(number), low: 3)),
            order: Int64(number),
            day: CivilDay(dayNumber: 0),
            start: Timestamp(seconds: 0),
            cents: -1,
            isForeign: false,
            written: SearchIndex.Written(
                merchant: "Shop \(number)",
                description: "Shop",
                category: "Shopping",
                notes: nil
            )
        )
    }

    private static func index(of rows: Int) -> SearchIndex {
        var index = SearchIndex()
        for number in 0..<rows { index.put(row(number)) }
        return index
    }

    @Test("are read once for a place in the chain, and then only what changed")
    func follows() async throws {
        let indexes = SearchIndexes()
        let reads = Reads()
        let count = { (sequence: Int64) in
            let membership = membership(1, at: sequence)
            return try await indexes.index(of: membership) { known in
                reads.note(known)
                guard known != nil else { return .whole(Self.index(of: 3), at: membership.head) }
                let gone = Self.row(0).id
                return .changes(
                    [(gone, nil), (Self.row(9).id, Self.row(9)), (Self.row(8).id, Self.row(8))],
                    at: membership.head
                )
            }.count
        }
        #expect(try await count(5) == 3)
        #expect(try await count(5) == 3)
        // What is older than the index is of now, too.
        #expect(try await count(4) == 3)
        #expect(try await count(6) == 4)
        #expect(reads.all == [nil, 5])
    }

    @Test("are made by one of those who ask at once")
    func once() async throws {
        let indexes = SearchIndexes()
        let reads = Reads()
        let membership = membership(1, at: 5)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await indexes.index(of: membership) { known in
                        reads.note(known)
                        await Task.yield()
                        return .whole(Self.index(of: 3), at: membership.head)
                    }.count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 3, count: 20) && reads.all == [nil])
    }

    @Test("are asked for again when it failed")
    func failure() async throws {
        struct Failure: Error {}
        let indexes = SearchIndexes()
        let membership = membership(1, at: 5)
        await #expect(throws: Failure.self) {
            _ = try await indexes.index(of: membership) { _ in throw Failure() }
        }
        let index = try await indexes.index(of: membership) { known in
            #expect(known == nil)
            return .whole(Self.index(of: 1), at: membership.head)
        }
        #expect(index.count == 1)
    }

    @Test("are forgotten when they are too large together, the one used longest ago first")
    func bounded() async throws {
        let indexes = SearchIndexes(bytesMost: Self.index(of: 10).bytes * 5 / 2)
        let reads = Reads()
        let ask = { (member: UInt64, rows: Int) in
            let membership = membership(member, at: 1)
            _ = try await indexes.index(of: membership) { known in
                reads.note(known)
                return .whole(Self.index(of: rows), at: membership.head)
            }
            return await indexes.count
        }
        #expect(try await ask(1, 10) == 1)
        #expect(try await ask(2, 10) == 2)
        #expect(try await ask(1, 10) == 2)
        #expect(try await ask(3, 10) == 2)
        // The first one is there, the second one is not.
        #expect(try await ask(1, 10) == 2)
        #expect(reads.all.count == 3)
        #expect(try await ask(2, 10) == 2)
        #expect(reads.all.count == 4)
        // One that is too large by itself stays alone.
        #expect(try await ask(4, 100) == 1)
        #expect(try await ask(4, 100) == 1)
        #expect(reads.all.count == 5)
    }
}
