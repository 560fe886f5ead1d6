import Contract
import PurserKit
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Records that devices copy, while others write")
struct CopyRaceTests {
    private static let writers = 8
    private static let recordsOfEach = 6

    @Test("12: who follows the cursor is told every change once, in order", arguments: Engine.all)
    func race(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let running = Running(Self.writers)
            var (cursor, seen) = (try await home.changes().cursor, [Int64]())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<Self.writers {
                    group.addTask {
                        defer { running.end() }
                        for number in 1...Self.recordsOfEach {
                            let id = CopyFamily.uuid(writer * Self.recordsOfEach + number)
                            let made = try await home.make("chore/\(id)", home.chore())
                            #expect(made.status == 201, "\(made.text)")
                        }
                    }
                }
                var isOver = false
                while !isOver {
                    let isLast = running.isOver
                    let page = try await home.changes(since: cursor, kinds: "chore", limit: 5)
                    #expect(!page.reset && page.cursor >= cursor)
                    #expect(page.changes.allSatisfy { $0.version > cursor })
                    seen += page.changes.map(\.version)
                    cursor = page.cursor
                    isOver = isLast && !page.hasMore
                }
                try await group.waitForAll()
            }
            #expect(seen == seen.sorted())
            #expect(Set(seen).count == Self.writers * Self.recordsOfEach)
            #expect(seen.count == Self.writers * Self.recordsOfEach)
        }
    }
}

/// How many still write.
private final class Running: Sendable {
    private let count: Mutex<Int>

    init(_ count: Int) {
        self.count = Mutex(count)
    }

    var isOver: Bool { count.withLock { $0 == 0 } }

    func end() { count.withLock { $0 -= 1 } }
}
