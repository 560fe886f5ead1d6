import SQL
import Store
import Testbed
import Testing

@Suite("What a copy of everything copies")
struct TablesTests {
    @Test("every table of the schema with every column", arguments: Engine.all)
    func complete(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            let names = try await DatabaseContents(database).tables.keys
            #expect(Set(names) == Set(Table.all.map(\.name)))
            let schema = try await Self.columns(in: database)
            for table in Table.all {
                #expect(Set(table.columns) == schema[table.name], "\(table.name)")
            }
        }
    }

    private static func columns(in database: any Database) async throws -> [String: Set<String>] {
        let statement =
            switch database.dialect {
            case .sqlite:
                Statement(
                    """
                    SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
                    WHERE m.type = 'table'
                    """
                )
            case .postgres:
                Statement(
                    """
                    SELECT table_name, column_name FROM information_schema.columns
                    WHERE table_schema = current_schema()
                    """
                )
            }
        let rows = try await database.read { session in
            try session.rows(statement) { ($0.text(0), $0.text(1)) }
        }
        return rows.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
    }
}
