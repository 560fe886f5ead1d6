import Dispatch
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

/// A write that keeps the writer busy, so that others wait behind it.
struct Blocker: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// Bounds with which a group does not end because its writes come slowly.
    static let bounds: Bounds = {
        var bounds = Bounds()
        bounds.groupMilliseconds = 60_000
        return bounds
    }()

    /// Runs `work` while the writer is kept busy and returns when both are done.
    ///
    /// `alone`: Whether as a migration, which may wait as long as it takes.
    static func hold<R: Sendable>(
        _ database: SQLiteDatabase,
        alone: Bool = false,
        _ work: (Blocker) async throws -> R
    ) async throws -> R {
        let blocker = Blocker()
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let block = { @Sendable (_: any Session) in
            beginning.yield()
            blocker.end.wait()
            // Whoever is released stays released: a write may run once more.
            blocker.end.signal()
        }
        async let blocked: Void =
            alone ? database.exclusively(block) : database.write(block)
        for await _ in begun { break }
        let result: R
        do {
            result = try await work(blocker)
        } catch {
            blocker.release()
            throw error
        }
        // It writes nothing, but shares what becomes of its group.
        try? await blocked
        return result
    }

    /// Lets the writer go on.
    func release() { end.signal() }
}

extension SQLiteDatabase {
    /// Waits until so many writes wait.
    func untilWaiting(_ count: Int) async {
        await eventually("\(count) writes wait") { waitingWrites >= count }
    }

    /// Starts writes that all wait, lets `release` go, and returns what became of each.
    func together(
        _ blocker: Blocker,
        _ works: [@Sendable (any Session) throws -> Void]
    ) async -> [DatabaseError.Code?] {
        await withTaskGroup(of: (Int, DatabaseError.Code?).self) { group in
            for (index, work) in works.enumerated() {
                // One after the other, so that they wait in this order.
                group.addTask { (index, await code { try await self.write(work) }) }
                await untilWaiting(index + 1)
            }
            blocker.release()
            var codes = [DatabaseError.Code?](repeating: nil, count: works.count)
            for await (index, code) in group { codes[index] = code }
            return codes
        }
    }
}
