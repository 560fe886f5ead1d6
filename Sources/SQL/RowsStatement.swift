/// One SQL text for any number of rows of values, the same for both engines.
///
/// The rows stand where the text takes `VALUES`. There is a variant for each power of two up to
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

    /// Declares a statement.
    ///
    /// - Parameters:
    ///   - columns: The types of the values of each row.
    ///   - sql: Puts the rows, such as `($1, $2), ($3, $4)`, into the text.
    public init(_ columns: [Column], _ sql: (_ rows: String) -> String) {
        width = columns.count
        var variants: [(rows: Int, statement: Statement)] = []
        var rows = Self.mostRows
        while rows > 0 {
            variants.append((rows, Statement(sql(Self.values(rows, columns)))))
            rows /= 2
        }
        self.variants = variants
    }

    /// The rows as SQL; the first one tells the types of all.
    private static func values(_ rows: Int, _ columns: [Column]) -> String {
        let texts = (0..<rows).map { row in
            let values = columns.enumerated().map { index, column in
                let place = "$\(row * columns.count + index + 1)"
                return row == 0 ? "CAST(\(place) AS \(column.rawValue))" : place
            }
            return "(\(values.joined(separator: ", ")))"
        }
        return texts.joined(separator: ", ")
    }

    /// Hands out the variants that take these rows together, in their order, each with its values.
    func visit(
        _ rows: [[Value]],
        _ visit: (Statement, [Value]) throws -> Void
    ) rethrows {
        var left = rows[...]
        for variant in variants {
            while left.count >= variant.rows {
                let values = left.prefix(variant.rows).flatMap(\.self)
                precondition(values.count == variant.rows * width, "a row has a value per column")
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
        try statement.visit(rows) { changed += try run($0, $1) }
        return changed
    }

    /// Every row of the results of a statement for rows of values, decoded.
    ///
    /// Results follow the order of the statement only among ``RowsStatement/mostRows`` rows.
    public func rows<R>(
        _ statement: RowsStatement,
        _ rows: [[Value]],
        _ decode: (any Row) throws -> R
    ) throws -> [R] {
        var results: [R] = []
        try statement.visit(rows) { results += try self.rows($0, $1, decode) }
        return results
    }
}
