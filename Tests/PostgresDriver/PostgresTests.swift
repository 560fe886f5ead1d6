import Foundation
import PostgresDriver
import Programs
import SQL
import Synchronization
import Testing

/// Everything that is asked of one server; each test has tables of its own.
@Suite("PostgreSQL", .cluster)
struct PostgresTests {}

/// Opens the suite's server, runs `work`, and closes it.
func withDatabase<R: Sendable>(
    _ configuration: PostgresConfiguration = PostgresConfiguration(connections: 8),
    _ work: (PostgresDatabase) async throws -> R
) async throws -> R {
    let cluster = try #require(Cluster.current)
    let database = try PostgresDatabase(url: cluster.url, configuration: configuration)
    do {
        let result = try await work(database)
        await database.close()
        return result
    } catch {
        await database.close()
        throw error
    }
}

extension PostgresDatabase {
    /// Makes the tables of one test.
    func make(_ sql: String) async throws { try await write { try $0.script(sql) } }

    /// The one number that a statement answers.
    func number(_ statement: Statement) async throws -> Int64 {
        try await read { session in
            try #require(try session.first(statement) { $0.integer(0) })
        }
    }
}

/// How often something happened, counted by many threads.
final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    /// Counts one more, and says how many there are now.
    @discardableResult
    func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A flag that a thread of the pool raises and a task waits for, or the other way round.
final class Flag: Sendable {
    private let raised = DispatchSemaphore(value: 0)
    private let stream = AsyncStream<Void>.makeStream()

    func raise() {
        raised.signal()
        stream.continuation.finish()
    }

    /// Waits with the thread; for the work of a transaction.
    func block() throws {
        guard raised.wait(timeout: .now() + 30) == .success else { throw CancellationError() }
        raised.signal()
    }

    /// Waits with the task.
    func wait() async { for await _ in stream.stream {} }
}
