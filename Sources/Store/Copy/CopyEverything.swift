import Kernel
public import SQL

/// Rows of one table on their way from one database to another.
public struct TablePage: Sendable {
    /// The table.
    public let table: Table
    /// The rows, each with the values of the table's columns.
    public let rows: [[Value]]

    /// Makes a page.
    public init(table: Table, rows: [[Value]]) {
        self.table = table
        self.rows = rows
    }

    /// The key of the last row, behind which the next page begins.
    public var lastKey: [Value]? {
        rows.last.map { row in table.keyColumns.map { row[$0] } }
    }
}

/// Copies everything that is stored, whichever engine it comes from or goes to.
public enum CopyEverything {
    /// Reads every row, table by table, in pages.
    ///
    /// - Throws: `DatabaseError`, and what `take` throws.
    public static func read(
        in session: any Session,
        _ take: (TablePage) throws -> Void
    ) throws {
        for table in Table.all {
            var last: [Value]?
            while let page = try page(of: table, after: last, in: session) {
                try take(page)
                last = page.lastKey
            }
        }
    }

    /// A page of one table's rows, in the order of its key; `nil` behind the last.
    public static func page(
        of table: Table,
        after last: [Value]?,
        in session: any Session
    ) throws -> TablePage? {
        let rows = try session.rows(
            last == nil ? table.firstPage : table.nextPage,
            [.count(Limits.walkRows)] + (last ?? [])
        ) { row in table.columns.indices.map(row.value) }
        return rows.isEmpty ? nil : TablePage(table: table, rows: rows)
    }

    /// Writes a page into an empty database of the same schema.
    public static func write(_ page: TablePage, in session: any Session) throws {
        for row in page.rows { try session.run(page.table.insertion, row) }
    }

    private static let placesOfMigrations = Statement("DELETE FROM places")

    /// Empties a database that was just migrated of what the migrations put in.
    public static func begin(in session: any Session) throws {
        try session.run(placesOfMigrations)
    }

    private static let anyHousehold = Statement("SELECT id FROM households LIMIT 1")

    /// Whether nothing is stored yet.
    public static func isEmpty(in session: any Session) throws -> Bool {
        try session.first(anyHousehold) { $0.text(0) } == nil
    }

    /// Lets the engine count on from the highest number of each table.
    ///
    /// SQLite does so by itself.
    public static func continueNumbers(
        of dialect: Dialect,
        in session: any Session
    ) throws {
        guard dialect == .postgres else { return }
        for table in Table.all where table.hasNumber {
            try session.script(
                """
                SELECT setval(
                    pg_get_serial_sequence('\(table.name)', 'number'),
                    COALESCE((SELECT MAX(number) FROM \(table.name)), 0) + 1, false
                )
                """
            )
        }
    }
}
