import Foundation
import SQL
import Store
import Testbed
import Testing

@Suite("What statements read")
struct StatementTests {
    @Test("every statement of Store is found, whatever it is made of")
    func found() throws {
        let scan = try StatementScan()
        let statements = try scan.statements()
        let texts = scan.files.filter { !StatementScan.made.contains($0.path) }.map(\.text)
        let lines = texts.joined(separator: "\n").split(separator: "\n").filter {
            !$0.drop { $0 == " " }.hasPrefix("//")
        }
        let declared = lines.reduce(0) { $0 + $1.ranges(of: "Statement(").count }
        let made = 3 * Table.all.count + PersonalTable.all.count + Purge.all.count
        #expect(statements.count == declared + made)
        #expect(declared > 250)
        #expect(lines.reduce(0) { $0 + $1.ranges(of: "= Purge(").count } == Purge.all.count)
        for statement in statements { #expect(!statement.sql.contains("\\("), "\(statement)") }
    }

    @Test(
        "is bounded however long a history is, but for what is listed with a reason",
        arguments: Engine.all
    )
    func bounded(engine: Engine) async throws {
        let statements = try StatementScan().statements()
        let faults = try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                try Explanations(session, database.dialect).faults(of: statements)
            }
        }
        let unlisted = faults.filter { fault in
            !Growth.exceptions.contains { fault.hasPrefix($0.place) }
        }
        #expect(unlisted == [])
        // Only this engine tells which rows are read and passed by.
        guard engine == .postgres else { return }
        for exception in Growth.exceptions {
            #expect(faults.contains { $0.hasPrefix(exception.place) }, "\(exception.place)")
        }
    }

    @Test("the list of exceptions is short, and each has a reason")
    func exceptions() {
        #expect(Growth.exceptions.count <= 10)
        #expect(Growth.exceptions.allSatisfy { !$0.reason.isEmpty })
    }

    /// Statements of which each reads as much as there is.
    static let unbounded = [
        "SELECT id FROM decisions WHERE amount_minor = $1 LIMIT 1",
        "SELECT id FROM decisions WHERE household_id = $1 ORDER BY sequence",
        "SELECT id FROM decisions WHERE household_id = $1 ORDER BY decided_at_ms LIMIT 1",
        "SELECT COUNT(*) FROM transfers", "DELETE FROM pings WHERE taken_at_ms < $1",
        "UPDATE charges SET merchant = $2 WHERE household_id = $1",
        "SELECT id FROM households WHERE name = $1 LIMIT 1",
        "SELECT child_id FROM allowance_dues WHERE transfer_id IS NULL",
        """
        SELECT id FROM members m WHERE id = $1 AND EXISTS (
            SELECT 1 FROM events e WHERE e.household_id = m.household_id AND e.kind = $2
        ) LIMIT 1
        """,
    ]

    @Test("a statement that reads a history is noticed", arguments: Engine.all)
    func noticed(engine: Engine) async throws {
        let samples = Self.unbounded.map { DeclaredStatement(place: $0, sql: $0) }
        let faults = try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                try Explanations(session, database.dialect).faults(of: samples)
            }
        }
        for sample in samples {
            #expect(faults.contains { $0.hasPrefix(sample.place) }, "\(sample.sql)")
        }
    }

    @Test("what is deleted is looked up by an index wherever something may refer to it")
    func references() async throws {
        let deleted = Set(
            try StatementScan().statements().flatMap { statement in
                statement.sql.matches(of: /DELETE FROM (\w+)/).map { String($0.1) }
            }
        )
        let unindexed = try await withMigratedDatabase(.sqlite) { database in
            try await database.write { session in
                let schema = try IndexedSchema(session, .sqlite)
                let columns = try session.rows(Self.references) { row in
                    (key: [row.text(0), row.text(2), "\(row.integer(3))"], column: row.text(1))
                }
                // A key of several columns is looked up by an index that begins with all of them.
                return Dictionary(grouping: columns, by: \.key).filter { key, parts in
                    deleted.contains(key[1])
                        && !schema.indexes.values.contains {
                            $0.table == key[0]
                                && Set($0.columns.prefix(parts.count)) == Set(parts.map(\.column))
                        }
                }.map { "\($0.key[0]) refers to \($0.key[1])" }
            }
        }
        #expect(unindexed == [])
    }

    private static let references = Statement(
        """
        SELECT m.name, f."from", f."table", f.id
        FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
        WHERE m.type = 'table'
        """
    )
}
