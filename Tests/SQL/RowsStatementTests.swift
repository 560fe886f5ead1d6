import SQL
import Testbed
import Testing

@Suite("Statements for many rows")
struct RowsStatementTests {
    @Test(
        "store every row once, whatever their number",
        arguments: Engine.all,
        [0, 1, 2, 3, 31, 32, 33, 63, 64, 100]
    )
    func insert(engine: Engine, count: Int) async throws {
        try await withThings(engine) { database in
            let rows: [[Value]] = (0..<count).map { number in
                let isNull = number.isMultiple(of: 3)
                return [.text("\(number)"), isNull ? .null : .count(number), .real(0.5)]
            }
            let changed = try await database.write { session in
                try session.run(Self.insert, rows.map { Array($0.prefix(2)) })
            }
            #expect(changed == count)
            let stored = try await database.read { session in
                try session.rows(Things.columns) { [$0.value(0), $0.value(1)] }
            }
            #expect(stored == rows.map { Array($0.prefix(2)) })
        }
    }

    @Test("change each row by its own values, and tell how many there were", arguments: Engine.all)
    func update(engine: Engine) async throws {
        try await withThings(engine) { database in
            let names = (0..<40).map { "\($0)" }
            try await database.write { session in
                for name in names { try session.run(Things.insertNamed, [.text(name)]) }
                let amounts = names.enumerated().map { [Value.text($1), .count($0 * 10)] }
                #expect(try session.run(Self.update, amounts + [[.text("none"), .null]]) == 40)
                #expect(
                    try session.rows(Things.amounts) { Int($0.integer(0)) }
                        == names.indices.map { $0 * 10 }
                )
            }
        }
    }

    @Test("find the rows of many keys", arguments: Engine.all)
    func select(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.put("a", "b", "c")
            let found = try await database.read { session in
                let names = (["c", "x", "a"] + (0..<50).map { "\($0)" }).map { [Value.text($0)] }
                return try session.rows(Self.select, names) { $0.text(0) }
            }
            #expect(found.sorted() == ["a", "c"])
        }
    }

    @Test("take what is the same for all rows once, before them", arguments: Engine.all)
    func shared(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.put("a", "b", "c")
            for count in [1, 31, 32, 33, 50] {
                let found = try await database.read { session in
                    try session.rows(
                        Self.selectBetween,
                        after: [.text("b"), .text("found")],
                        (["a", "b", "c"] + (0..<count).map { "\($0)" }).map { [Value.text($0)] }
                    ) { "\($0.text(0)) \($0.text(1))" }
                }
                #expect(found.sorted() == ["b found", "c found"])
            }
        }
    }

    @Test("keep nothing when one row is refused", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withThings(engine) { database in
            let rows = (["a", "b", "a"] + (0..<70).map { "\($0)" }).map { [Value.text($0), .null] }
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { _ = try $0.run(Self.insert, rows) }
            }
            #expect(error?.code == .unique)
            try await expectNames([], database)
        }
    }

    private static let insert = RowsStatement([.text, .bigint]) { rows in
        "INSERT INTO things (name, amount) VALUES \(rows)"
    }
    private static let update = RowsStatement([.text, .bigint]) { rows in
        "UPDATE things SET amount = v.column2 FROM (VALUES \(rows)) AS v WHERE name = v.column1"
    }
    private static let select = RowsStatement([.text]) { rows in
        "SELECT name FROM things JOIN (VALUES \(rows)) AS v ON name = v.column1"
    }
    private static let selectBetween = RowsStatement([.text], after: 2) { rows in
        """
        SELECT name, CAST($2 AS TEXT) FROM things
        JOIN (VALUES \(rows)) AS v ON name = v.column1 WHERE name >= $1
        """
    }
}
