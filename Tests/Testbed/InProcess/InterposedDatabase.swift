public import SQL
import Synchronization

/// A database that asks a test before and after each transaction: the test may wait there, or fail
/// it.
public final class InterposedDatabase: Database {
    /// What kind of transaction is about to begin.
    public enum Kind: Sendable {
        /// One that reads.
        case read
        /// One that writes.
        case write
    }

    /// What happens before a transaction.
    public typealias Hook = @Sendable (Kind) async throws -> Void

    private let base: any Database
    private let hook = Mutex<Hook?>(nil)
    private let afterHook = Mutex<Hook?>(nil)

    /// Stands before another database.
    public init(_ base: any Database) {
        self.base = base
    }

    /// Says what happens before each transaction from now on.
    public func before(_ hook: Hook?) {
        self.hook.withLock { $0 = hook }
    }

    /// Says what happens after each transaction that succeeded, from now on.
    public func after(_ hook: Hook?) {
        afterHook.withLock { $0 = hook }
    }

    /// The dialect of the database behind.
    public var dialect: Dialect { base.dialect }

    /// Asks, reads, and asks again.
    public func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await hook.withLock { $0 }?(.read)
        let result = try await base.read(work)
        try await afterHook.withLock { $0 }?(.read)
        return result
    }

    /// Asks, writes, and asks again.
    public func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await hook.withLock { $0 }?(.write)
        let result = try await base.write(work)
        try await afterHook.withLock { $0 }?(.write)
        return result
    }

    /// Goes straight to the database behind.
    public func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    /// Closes the database behind.
    public func close() async { await base.close() }
}
