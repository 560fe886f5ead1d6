import Synchronization

/// One SQL text, the same for both engines, prepared once per connection.
///
/// Parameters are `$1`, `$2`, … in the order of the values. Kept as a `static let` beside its row
/// decoder; never built from input, so that none can become SQL and every text is prepared
/// once. For many rows at once there is ``RowsStatement``.
public final class Statement: Sendable {
    /// The text.
    public let sql: String
    /// Counts the declarations of this process, from 0: where a connection keeps what it prepared.
    public let number: Int

    private static let count = Atomic(0)

    /// Declares a statement.
    public init(_ sql: String) {
        self.sql = sql
        number = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue
    }
}

extension Statement: Hashable {
    /// Statements are the same when they are one declaration.
    public static func == (left: Statement, right: Statement) -> Bool { left === right }

    /// Hashes the declaration, not its text.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
