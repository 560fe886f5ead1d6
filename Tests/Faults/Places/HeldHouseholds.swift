import Dispatch
import Programs
import SQL
import Synchronization

extension Storage {
    /// Runs `work` while another transaction holds every household, so that nothing is decided.
    func holdingHouseholds(_ work: () async throws -> Void) async throws {
        try await with { database in
            let hold = Hold()
            async let held: Void = hold.take(in: database)
            do {
                try await until("the households are held") { hold.isTaken }
                try await work()
            } catch {
                hold.release()
                try await held
                throw error
            }
            hold.release()
            try await held
        }
    }
}

/// A transaction that changes households, waits, and is undone.
private final class Hold: Sendable {
    private struct Undone: Error {}

    private static let change = Statement("UPDATE households SET name = name")

    private let taken = Mutex(false)
    private let end = DispatchSemaphore(value: 0)

    var isTaken: Bool { taken.withLock { $0 } }

    func take(in database: any Database) async throws {
        do {
            try await database.write { session in
                try session.run(Self.change)
                self.taken.withLock { $0 = true }
                self.end.wait()
                // Whoever is released stays released: a write may run once more.
                self.end.signal()
                throw Undone()
            }
        } catch is Undone {}
    }

    func release() { end.signal() }
}
