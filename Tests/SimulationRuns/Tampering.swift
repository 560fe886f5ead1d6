import SQL
import Synchronization

/// A change behind the program's back that readers see while it lasts, and that stays nowhere.
final class Tampering: Sendable {
    private let sql = Mutex<String?>(nil)

    /// Shows the change to all who read meanwhile.
    func with(_ sql: String, _ work: () async throws -> Void) async throws {
        self.sql.withLock { $0 = sql }
        defer { self.sql.withLock { $0 = nil } }
        try await work()
    }

    /// The database with the change, as long as there is one.
    func database(_ base: any Database) -> any Database { Tampered(base: base, tampering: self) }

    private struct Tampered: Database {
        let base: any Database
        let tampering: Tampering

        var dialect: Dialect { base.dialect }

        /// Changes first what is read, and takes it back with the transaction.
        func read<R: Sendable>(
            _ work: @escaping @Sendable (any Session) throws -> R
        ) async throws -> R {
            guard let sql = tampering.sql.withLock({ $0 }) else {
                return try await base.read(work)
            }
            do {
                return try await base.exclusively { session in
                    try session.script(sql)
                    throw Undone(result: try work(session))
                }
            } catch let undone as Undone<R> {
                return undone.result
            }
        }

        func write<R: Sendable>(
            _ work: @escaping @Sendable (any Session) throws -> R
        ) async throws -> R {
            try await base.write(work)
        }

        func exclusively<R: Sendable>(
            _ work: @escaping @Sendable (any Session) throws -> R
        ) async throws -> R {
            try await base.exclusively(work)
        }

        func close() async { await base.close() }
    }

    private struct Undone<R: Sendable>: Error {
        let result: R
    }
}
