/// A database engine: transactions, and nothing of what is stored.
///
/// `work` is synchronous and free of side effects, because it may run again from its start: a
/// write that lost a conflict, or one that shared its commit with another that failed.
public protocol Database: Sendable {
    /// Which engine it is, for the few places where a text must differ.
    var dialect: Dialect { get }

    /// Runs reads that all see one state of the database.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R

    /// Runs reads and writes as one serializable transaction; durable when this returns.
    ///
    /// When `work` throws, nothing it wrote remains.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R

    /// Runs a transaction while no other process runs one this way; for migrations.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R

    /// Finishes what was accepted and closes every connection; later calls throw.
    func close() async
}

/// The two engines.
public enum Dialect: String, Sendable, CaseIterable {
    /// An embedded file.
    case sqlite
    /// A PostgreSQL server.
    case postgres

    /// Whether writes run side by side, each on a connection of its own, and may undo each other;
    /// else they run one after the other and are committed together.
    public var writesSideBySide: Bool { self == .postgres }
}
