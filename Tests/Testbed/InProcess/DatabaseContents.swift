public import SQL
import Store

/// Every row of every table: what must be the same before and after a refusal.
public struct DatabaseContents: Sendable, Equatable {
    /// The rows by table, in the order of their values.
    public let tables: [String: [[Value]]]

    /// Reads everything there is in a database with the program's schema.
    public init(_ database: any Database) async throws {
        tables = try await database.read { session in
            try Dictionary(
                uniqueKeysWithValues: Self.schema.map { table in
                    let rows = try session.rows(table.selection) { row in
                        table.columns.indices.map { row.value($0) }
                    }
                    return (table.name, rows)
                }
            )
        }
    }

    /// How many rows a table has.
    public func count(_ table: String) -> Int { tables[table]?.count ?? 0 }

    /// The tables whose rows are not the same.
    public func changed(since before: DatabaseContents) -> [String] {
        tables.keys.filter { tables[$0] != before.tables[$0] }.sorted()
    }

    /// The names of all tables.
    public static let tableNames = schema.map(\.name)

    private struct Table {
        let name: String
        let columns: [String]
        let selection: Statement
    }

    /// The tables as the migrations declare them, so that none is forgotten here.
    private static let schema: [Table] = Migrations.all.flatMap { migration in
        migration.sql.split(separator: "CREATE TABLE ").dropFirst().compactMap { declaration in
            let first = String(declaration.prefix { $0 != " " })
            guard !dropped.contains(first) else { return nil }
            let name = renamed[first] ?? first
            let end = declaration.firstRange(of: "\n)")?.lowerBound ?? declaration.endIndex
            let body = declaration.prefix(upTo: end)
            let columns =
                body.split(separator: "\n").dropFirst().compactMap(column) + added(to: name)
            let order = columns.indices.map { String($0 + 1) }.joined(separator: ", ")
            return Table(
                name: name,
                columns: columns,
                selection: Statement(
                    "SELECT \(columns.joined(separator: ", ")) FROM \(name) ORDER BY \(order)"
                )
            )
        }
    }

    /// The tables that later migrations took away.
    private static let dropped = Set(
        Migrations.all.flatMap { migration in
            migration.sql.matches(of: /DROP TABLE (\w+);/).map { String($0.1) }
        }
    )

    /// The names that later migrations gave to tables, by their first ones.
    private static let renamed = Dictionary(
        uniqueKeysWithValues: Migrations.all.flatMap { migration in
            migration.sql.matches(of: /ALTER TABLE (\w+) RENAME TO (\w+);/)
                .map { (String($0.1), String($0.2)) }
        }
    )

    /// The columns that later migrations added to a table.
    private static func added(to table: String) -> [String] {
        Migrations.all.flatMap { migration in
            migration.sql.split(separator: "ALTER TABLE \(table) ADD COLUMN ").dropFirst().map {
                String($0.prefix { $0 != " " })
            }
        }
    }

    /// The name of the column that a line declares; `nil` for a line that declares none.
    private static func column(_ line: Substring) -> String? {
        let name = line.dropFirst(4).prefix { $0 != " " }
        guard line.hasPrefix("    "), let first = name.first, first.isLowercase else { return nil }
        return String(name)
    }
}

extension InProcessServer {
    /// Every row of every table, now.
    public func contents() async throws -> DatabaseContents {
        try await DatabaseContents(database)
    }
}
