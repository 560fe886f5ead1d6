import CSQLite
import Foundation
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("How SQLite is set")
struct SettingTests {
    static let both: [(String, Value)] = [
        ("foreign_keys", .integer(1)), ("busy_timeout", .integer(5_000)),
        ("cell_size_check", .integer(1)), ("trusted_schema", .integer(0)),
        ("temp_store", .integer(2)), ("mmap_size", .integer(0)), ("journal_mode", .text("wal")),
        ("locking_mode", .text("normal")),
    ]

    @Test(
        "the connection that writes waits for the disk",
        arguments: both + [
            ("synchronous", .integer(2)), ("cache_size", .integer(-16_384)),
            ("wal_autocheckpoint", .integer(0)), ("page_size", .integer(4_096)),
        ]
    )
    func writer(pragma: String, value: Value) async throws {
        try await withFixture { fixture in
            // A migration must not leave other settings behind.
            let found = try await fixture.database.write { try Self.value(of: pragma, $0) }
            #expect(found == value)
        }
    }

    @Test("those that read keep less", arguments: both + [("cache_size", .integer(-2_048))])
    func reader(pragma: String, value: Value) async throws {
        try await withFixture { fixture in
            let found = try await fixture.database.read { try Self.value(of: pragma, $0) }
            #expect(found == value)
        }
    }

    @Test("SQLite is set up no more when it is in use already")
    func counting() async throws {
        try await withFixture { fixture in
            #expect(!SQLiteDatabase.setUpProcess())
            #expect(sqlite3_memory_used() > 0)
            try await fixture.database.put("a")
        }
    }

    @Test("a string in double quotes is no string")
    func quotes() async throws {
        try await withFixture { fixture in
            let code = await code {
                _ = try await fixture.database.read { session in
                    try session.first(Statement("SELECT \"nothing\"")) { $0.text(0) }
                }
            }
            #expect(code == .statement)
        }
    }

    @Test("full-text search works, fed by statements; a trigger is not trusted to do it")
    func fullText() async throws {
        try await withFixture { fixture in
            try await fixture.database.exclusively { try $0.script(Self.searchable) }
            try await fixture.database.write { session in
                for name in ["green apple", "red pear"] {
                    try session.run(Self.feed, [.text(name)])
                }
            }
            let fed = await code { try await fixture.database.put("blue plum") }
            #expect(fed == .statement)
            let found = try await fixture.database.read { session in
                try session.rows(Self.search, [.text("apple")]) { $0.text(0) }
            }
            #expect(found == ["green apple"])
        }
    }

    @Test("full-text search does not repeat in an error what was searched for")
    func hidden() async throws {
        try await withFixture { fixture in
            try await fixture.database.exclusively { try $0.script(Self.searchable) }
            for query in ["\"secret", "secret:x", "secret AND"] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await fixture.database.read { session in
                        try session.rows(Self.search, [.text(query)]) { $0.text(0) }
                    }
                }
                #expect(error?.description.contains("secret") == false)
            }
            _ = try await fixture.database.entries()
        }
    }

    private static func value(of pragma: String, _ session: any Session) throws -> Value? {
        try session.first(Statement("PRAGMA \(pragma)")) { $0.value(0) }
    }

    private static let searchable = """
        CREATE VIRTUAL TABLE search USING fts5(name);
        CREATE TRIGGER feeding AFTER INSERT ON entries BEGIN
            INSERT INTO search (rowid, name) VALUES (new.id, new.name);
        END;
        """
    private static let feed = Statement("INSERT INTO search (name) VALUES ($1)")
    private static let search = Statement(
        "SELECT name FROM search WHERE search MATCH $1 ORDER BY rank LIMIT 10"
    )
}
