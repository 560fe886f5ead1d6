/// One SQL text for any number of rows of values, the same for both engines.
///
/// The rows stand where the text takes `VALUES`. What is the same for all rows may be bound once:
/// `$1` and on, before them. There is a variant for each power of two up to
/// ``mostRows`` rows, prepared once per connection: so any number of rows takes few statements, and
/// no number of rows makes a text of its own.
public struct RowsStatement: Sendable {
    /// The type of a column of the rows; values alone do not tell it where they are not stored as
    /// they are given.
    public enum Column: String, Sendable {
        /// Text, and UUIDs as text.
        case text = "TEXT"
        /// 64-bit integers.
        case bigint = "BIGINT"
    }

    /// The most rows that one statement takes.
    public static let mostRows = 32

    /// The variants, that of most rows first.
    private let variants: [(rows: Int, statement: Statement)]
    private let width: Int
    private let shared: Int

    /// Declares a statement.
    ///
    /// - Parameters:
    ///   - columns: The types of the values of each row.
    ///   - shared: How many values the rows come after, which are the same for all of them.
    ///   - sql: Puts the rows, such as `($1, $2), ($3, $4)`, into the text.
    public init(_ columns: [Column], after shared: Int = 0, _ sql: (_ rows: String) -> String) {
        width = columns.count
        self.shared = shared
        var variants: [(rows: Int, statement: Statement)] = []
        var rows = Self.mostRows
        while rows > 0 {
            variants.append((rows, Statement(sql(Self.values(rows, columns, shared)))))
            rows /= 2
        }
        self.variants = variants
    }

    /// The rows as SQL; the first one tells the types of all.
    private static func values(_ rows: Int, _ columns: [Column], _ shared: Int) -> String {
        let texts = (0..<rows).map { row in
            let values = columns.enumerated().map { index, column in
                let place = "$\(shared + row * columns.count + index + 1)"
                return row == 0 ? "CAST(\(place) AS \(column.rawValue))" : place
            }
            return "(\(values.joined(separator: ", ")))"
        }
        return texts.joined(separator: ", ")
    }

    /// Hands out the variants that take these rows together, in their order, each with its values.
    func visit(
        _ shared: [Value],
        _ rows: [[Value]],
        _ visit: (Statement, [Value]) throws -> Void
    ) rethrows {
        precondition(shared.count == self.shared, "what rows come after is given")
        var left = rows[...]
        for variant in variants {
            while left.count >= variant.rows {
                var values = shared
                values.reserveCapacity(shared.count + variant.rows * width)
                for row in left.prefix(variant.rows) {
                    precondition(row.count == width, "a row has a value per column")
                    values += row
                }
                try visit(variant.statement, values)
                left = left.dropFirst(variant.rows)
            }
        }
    }
}

extension Session {
    /// Runs a statement for rows of values.
    ///
    /// - Returns: How many rows it changed.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    public func run(_ statement: RowsStatement, _ rows: [[Value]]) throws -> Int {
        var changed = 0
        try statement.visit([], rows) { changed += try run($0, $1) }
        return changed
    }

    /// Every row of the results of a statement for rows of values, decoded.
    ///
    /// Results follow the order of the statement only among ``RowsStatement/mostRows`` rows.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - shared: The values that the rows come after.
    ///   - rows: The values of each row.
    ///   - decode: Makes a result of a row.
    /// - Returns: The results.
    /// - Throws: ``DatabaseError``; what `decode` throws.
    public func rows<R>(
        _ statement: RowsStatement,
        after shared: [Value] = [],
        _ rows: [[Value]],
        _ decode: (any Row) throws -> R
    ) throws -> [R] {
        var results: [R] = []
        try statement.visit(shared, rows) { results += try self.rows($0, $1, decode) }
        return results
    }
}
