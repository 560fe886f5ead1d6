import Kernel
import SQL
import Testbed
import Testing

@Suite("Values")
struct ValueTests {
    static let stored: [[Value]] = [
        [.null, .null, .null],
        [.text(""), .integer(0), .real(0)],
        [.text("it's \"quoted\" \\ `so`"), .integer(.min), .real(-0.1)],
        [.text("$1; DROP TABLE things"), .integer(.max), .real(.greatestFiniteMagnitude)],
        [.text("käse 🧀 日本語 e\u{301}"), .integer(-1), .real(.leastNonzeroMagnitude)],
        [.text(" spaces\n\tand lines "), .integer(1), .real(40.712776)],
        [.text(String(repeating: "long ", count: 10_000)), .integer(3_000_000_000), .real(1e-7)],
    ]

    @Test("come back as they were stored", arguments: Engine.all)
    func roundTrip(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                for values in Self.stored { try session.run(Things.insert, values) }
            }
            let read = try await database.read { session in
                try session.rows(Things.columns) { row in (0..<3).map(row.value) }
            }
            #expect(read == Self.stored)
        }
    }

    @Test("an id is stored as its text, whatever stands beside it", arguments: Engine.all)
    func ids(engine: Engine) async throws {
        let id = RawID(high: 0x0123_4567_89AB_7CDE, low: 0xF012_3456_789A_BCDE)
        try await withDatabase(engine) { database in
            let read = try await database.read { session in
                let long = String(repeating: "long ", count: 30_000)
                let values: [Value] = [.uuid(id), .text(long), .uuid(.zero)]
                for _ in 0..<2 {
                    let row = try session.first(Self.texts, values) { row in
                        (row.value(0), row.value(1) == .text(long), row.rawID(2))
                    }
                    #expect(row?.0 == .text("01234567-89ab-7cde-f012-3456789abcde"))
                    #expect(row?.1 == true)
                    #expect(row?.2 == .zero)
                }
                return try session.first(Self.texts, [.uuid(id), .text(""), .null]) { row in
                    (0..<3).map(row.value)
                }
            }
            #expect(read == [.text(id.text), .text(""), .null])
        }
    }

    @Test("are read as what the caller asks for, and NULL as nothing", arguments: Engine.all)
    func typed(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                try session.run(Things.insert, [.text("a"), .integer(7), .real(0.5)])
                try session.run(Things.insert, [.null, .null, .null])
            }
            try await database.read { session in
                let rows = try session.rows(Things.columns) { row in
                    (row.text(0), row.integer(1), row.real(2), row.optionalInteger(1))
                }
                #expect(rows[0] == ("a", 7, 0.5, 7))
                #expect(rows[1] == ("", 0, 0, nil))
            }
        }
    }

    @Test(
        "go to the parameter of their number, wherever and how often it stands",
        arguments: Engine.all
    )
    func parameters(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            let read = try await database.read { session in
                try session.first(Self.shuffled, [.text("one"), .integer(2), .text("three")]) {
                    (0..<5).map($0.value)
                }
            }
            #expect(
                read == [.text("three"), .text("one"), .integer(2), .text("three"), .integer(3)]
            )
        }
    }

    @Test("have to be as many as there are parameters", arguments: Engine.all, [0, 1, 3])
    func count(engine: Engine, count: Int) async throws {
        try await withThings(engine) { database in
            let values = [Value](repeating: .integer(1), count: count)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.run(Things.add, values) }
            }
            #expect(error?.code == .statement)
        }
    }

    @Test("a text with NUL is refused, and nothing is written", arguments: Engine.all)
    func nul(engine: Engine) async throws {
        try await withThings(engine) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { session in
                    try session.run(Things.insertNamed, [.text("before")])
                    try session.run(Things.insertNamed, [.text("a\0b")])
                }
            }
            #expect(error?.code == .statement)
            try await expectNames([], database)
        }
    }

    private static let texts = Statement(
        "SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT)"
    )

    private static let shuffled = Statement(
        """
        SELECT CAST($3 AS TEXT), CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT),
               CAST($2 AS BIGINT) + 1
        """
    )
}
