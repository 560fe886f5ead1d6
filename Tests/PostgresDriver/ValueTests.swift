import PostgresDriver
import SQL
import Testing

extension PostgresTests {
    @Suite("PostgreSQL: values")
    struct ValueTests {
        private static let echo = Statement(
            "SELECT CAST($1 AS BIGINT), CAST($2 AS DOUBLE PRECISION), CAST($3 AS TEXT)"
        )

        @Test(
            "a value comes back as it went",
            arguments: [
                [.integer(0), .real(0), .text("")],
                [.integer(.max), .real(.greatestFiniteMagnitude), .text("it's \"so\" \\ $1 ; --")],
                [.integer(.min), .real(-.leastNonzeroMagnitude), .text("žluťoučký 👩‍👧 \u{1}\n")],
                [.integer(-7), .real(1.0 / 3), .text(String(repeating: "x", count: 1_000_000))],
                [.null, .null, .null],
            ] as [[Value]]
        )
        func roundTrip(_ values: [Value]) async throws {
            let answer = try await withDatabase { database in
                try await database.read { session in
                    try session.rows(Self.echo, values) { row in (0..<3).map { row.value($0) } }
                }
            }
            #expect(answer == [values])
        }

        @Test(
            "what is a number to SQL is an integer here",
            arguments: [
                ("SELECT COUNT(*) FROM (VALUES (1), (2)) AS t", 2),
                ("SELECT SUM(x) FROM (VALUES (CAST(3 AS BIGINT)), (4)) AS t (x)", 7),
                ("SELECT 2 > 1", 1),
                ("SELECT 2 < 1", 0),
                ("SELECT CAST(-9223372036854775808 AS NUMERIC)", .min),
            ] as [(String, Int64)]
        )
        func numbers(
            _ sql: String,
            _ expected: Int64
        ) async throws {
            let statement = Statement(sql)
            let both = try await withDatabase { database in
                try await database.read { session in
                    try session.first(statement) { ($0.integer(0), $0.value(0)) }
                }
            }
            #expect(both?.0 == expected)
            #expect(both?.1 == .integer(expected))
        }

        @Test("NULL reads as zero and as empty")
        func nulls() async throws {
            let statement = Statement("SELECT CAST(NULL AS BIGINT), CAST(NULL AS TEXT)")
            try await withDatabase { database in
                try await database.read { session in
                    try session.visit(statement, []) { row in
                        #expect(row.isNull(0) && row.integer(0) == 0 && row.real(0) == 0)
                        #expect(row.isNull(1) && row.text(1) == "" && row.optionalText(1) == nil)
                        return true
                    }
                }
            }
        }

        @Test("a text with NUL is refused before it is cut, and the rest goes on")
        func textWithNUL()
            async throws
        {
            let insert = Statement("INSERT INTO nul_texts (body) VALUES ($1)")
            try await withDatabase { database in
                try await database.make("CREATE TABLE nul_texts (body TEXT NOT NULL)")
                try await database.write { session in
                    let error = #expect(throws: DatabaseError.self) {
                        try session.run(insert, [.text("before\0after")])
                    }
                    #expect(error?.code == .statement)
                    try session.run(insert, [.text("whole")])
                }
                let bodies = try await database.read { session in
                    try session.rows(Statement("SELECT body FROM nul_texts")) { $0.text(0) }
                }
                #expect(bodies == ["whole"])
            }
        }

        @Test("visiting stops where it is asked to, and may run statements meanwhile")
        func visiting()
            async throws
        {
            let numbers = Statement("SELECT * FROM generate_series(1, 100) ORDER BY 1")
            let seen = try await withDatabase { database in
                try await database.read { session in
                    var seen: [Int64] = []
                    try session.visit(numbers, []) { row in
                        _ = try session.first(Self.echo, [.null, .null, .null]) { $0.value(0) }
                        seen.append(row.integer(0))
                        return seen.count < 3
                    }
                    return seen
                }
            }
            #expect(seen == [1, 2, 3])
        }

        @Test("run answers how many rows changed")
        func changedRows() async throws {
            try await withDatabase { database in
                try await database.make(
                    "CREATE TABLE changes (x BIGINT); INSERT INTO changes VALUES (1), (2), (3)"
                )
                let update = Statement("UPDATE changes SET x = x + 1 WHERE x >= $1")
                let changed = try await database.write { session in
                    try [session.run(update, [.integer(2)]), session.run(update, [.integer(9)])]
                }
                #expect(changed == [2, 0])
            }
        }
    }
}
