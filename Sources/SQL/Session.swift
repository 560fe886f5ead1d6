/// One transaction in progress.
///
/// Handed to the work of ``Database/read(_:)`` and ``Database/write(_:)``; must not leave it.
/// Whatever takes one throws ``DatabaseError``; elsewhere comments name what is thrown besides.
public protocol Session: AnyObject {
    /// Runs a statement that returns no rows.
    ///
    /// - Returns: How many rows it changed.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    func run(_ statement: Statement, _ values: [Value]) throws -> Int

    /// Runs a statement and hands each row to `visit`, in order, until it returns `false`.
    ///
    /// - Throws: ``DatabaseError``, and what `visit` throws.
    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws

    /// Runs `work` so that, when it throws, what it wrote is undone and the transaction goes on.
    ///
    /// - Throws: What `work` throws.
    func savepoint<R>(_ work: () throws -> R) throws -> R

    /// Runs a text of several statements without values; for migrations.
    ///
    /// - Throws: ``DatabaseError``.
    func script(_ sql: String) throws
}

extension Session {
    /// Runs a statement without values that returns no rows.
    @discardableResult
    public func run(_ statement: Statement) throws -> Int { try run(statement, []) }

    /// Every row of a result, decoded.
    @inlinable
    @inline(__always)
    public func rows<R>(
        _ statement: Statement,
        _ values: [Value] = [],
        _ decode: (any Row) throws -> R
    ) throws -> [R] {
        try RowDecoding.all(statement, values, in: self, decode)
    }

    /// The first row of a result, decoded; `nil` when there is none.
    @inlinable
    @inline(__always)
    public func first<R>(
        _ statement: Statement,
        _ values: [Value] = [],
        _ decode: (any Row) throws -> R
    ) throws -> R? {
        try RowDecoding.first(statement, values, in: self, decode)
    }
}

/// Decodes rows apart from the session's own type, which only a run knows: what is generic in that
/// as well is not specialized for the type of the rows.
@usableFromInline
enum RowDecoding {
    @inlinable
    static func all<R>(
        _ statement: Statement,
        _ values: [Value],
        in session: any Session,
        _ decode: (any Row) throws -> R
    ) throws -> [R] {
        var rows: [R] = []
        try session.visit(statement, values) { row in
            rows.append(try decode(row))
            return true
        }
        return rows
    }

    @inlinable
    static func first<R>(
        _ statement: Statement,
        _ values: [Value],
        in session: any Session,
        _ decode: (any Row) throws -> R
    ) throws -> R? {
        var first: R?
        try session.visit(statement, values) { row in
            first = try decode(row)
            return false
        }
        return first
    }
}
