import SQL
import Testbed
import Testing

/// A table to try statements on.
enum Things {
    static let migration = Migration(
        name: "m0001_things",
        sql: """
            CREATE TABLE things (
                id {{identity}},
                name TEXT UNIQUE,
                kind TEXT NOT NULL DEFAULT 'plain',
                amount BIGINT CHECK (amount < 1000000 OR amount > 2000000),
                ratio DOUBLE PRECISION,
                parent BIGINT REFERENCES things (id)
            );
            """
    )

    static let insert = Statement("INSERT INTO things (name, amount, ratio) VALUES ($1, $2, $3)")
    static let insertNamed = Statement("INSERT INTO things (name) VALUES ($1)")
    static let insertAmount = Statement("INSERT INTO things (amount) VALUES ($1)")
    static let insertReturning = Statement("INSERT INTO things (name) VALUES ($1) RETURNING id")
    static let insertChild = Statement("INSERT INTO things (parent) VALUES ($1)")
    static let amounts = Statement("SELECT amount FROM things ORDER BY id LIMIT 1000")
    static let names = Statement("SELECT name FROM things ORDER BY name LIMIT 1000")
    static let columns = Statement("SELECT name, amount, ratio FROM things ORDER BY id LIMIT 1000")
    static let count = Statement("SELECT COUNT(*) FROM things")
    static let add = Statement("UPDATE things SET amount = $1 WHERE name = $2")
    static let amount = Statement("SELECT amount FROM things WHERE name = $1")
    static let delete = Statement("DELETE FROM things WHERE id >= $1")

    static func count(_ session: any Session) throws -> Int {
        Int(try session.first(count) { $0.integer(0) } ?? -1)
    }
}

extension Database {
    /// Puts things with these names into the table, in one write.
    func put(_ names: String...) async throws {
        try await write { session in
            for name in names { try session.run(Things.insertNamed, [.text(name)]) }
        }
    }

    /// The names in the table, as a reader sees them.
    func names() async throws -> [String] {
        try await read { session in try session.rows(Things.names) { $0.text(0) } }
    }
}

/// Runs `work` with a database that has the table, and nothing in it.
func withThings<R>(
    _ engine: Engine,
    _ work: (any Database) async throws -> R
) async throws -> R {
    try await withDatabase(engine, migrations: [Things.migration], work)
}

/// Expects the names in the table to be these.
func expectNames(
    _ names: [String],
    _ database: any Database,
    at location: SourceLocation = #_sourceLocation
) async throws {
    let found = try await database.names()
    #expect(found == names, sourceLocation: location)
}

/// What a test throws where it matters that it comes through unchanged.
struct Refusal: Error, Equatable {}
