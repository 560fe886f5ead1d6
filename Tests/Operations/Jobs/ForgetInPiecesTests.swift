import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Synchronization
import Testbed
import Testing

@Suite("Forgetting very many records")
struct ForgetInPiecesTests {
    /// So many that three pieces are needed.
    private static let count = 2 * Limits.walkRows + 1

    /// A table, with what puts one row into it for each number `n`; all of them ended long ago.
    static let tables = [
        ("failed_logins", "(email, failed_at_ms) SELECT 'a' || n, 0"),
        ("login_locks", "(email, locked_until_ms) SELECT 'a' || n, 0"),
        ("spent_values", "(hash, expires_at_ms) SELECT 'h' || n, 0"),
        (
            "refresh_tokens",
            "(hash, session_id, expires_at_ms) SELECT 'h' || n, s.id, 0"
        ),
        (
            "authorization_codes",
            """
            (hash, client_id, redirect_uri, challenge, scope, member_id, expires_at_ms)
            SELECT 'h' || n, 'c', 'r', 'c', '', s.member_id, 0
            """
        ),
        (
            "auth_events",
            "(id, member_id, kind, trace, happened_at_ms) SELECT 'e' || n, s.member_id, 'k', 't', 0"
        ),
        (
            "invitations",
            """
            (id, hash, household_id, email, created_by, created_at_ms, expires_at_ms)
            SELECT 'i' || n, 'h' || n, m.household_id, 'e', m.id, 0, 0
            """
        ),
        ("sessions", "(id, member_id, created_at_ms) SELECT 's' || n, s.member_id, 0"),
        (
            "idempotency_keys",
            """
            (caller, operation, key, input_hash, status, body, made_at_ms)
            SELECT 'c', 'o', 'k' || n, 'h', 200, '', 0
            """
        ),
        (
            "pings",
            "(member_id, latitude, longitude, taken_at_ms) SELECT s.member_id, 0, 0, 0"
        ),
        (
            "location_checks",
            """
            (member_id, latitude, longitude, is_counted, checked_at_ms)
            SELECT s.member_id, 0, 0, 0, 0
            """
        ),
        (
            "events",
            """
            (household_id, member_id, kind, body, created_at_ms)
            SELECT m.household_id, m.id, 'k', '{}', 0
            """
        ),
        (
            "notifications",
            """
            (id, member_id, about_id, kind, content, state, attempts, deliver_after_ms,
             expires_at_ms, created_at_ms)
            SELECT 'n' || n, m.id, m.id, 'k', '{}', 'dropped', 1, 0, 0, 0
            """
        ),
        (
            "conversations",
            "(id, member_id, created_at_ms, last_at_ms) SELECT 'c' || n, m.id, 0, 0"
        ),
        (
            "reward_messages",
            """
            (id, member_id, conversation_id, sender, content, bytes, created_at_ms)
            SELECT 'r' || n, m.id, m.id, 'user', 'a', 1, 0
            """
        ),
    ]

    @Test(
        "takes them in pieces, between which others write, and leaves none",
        arguments: Engine.all,
        tables
    )
    func pieces(engine: Engine, table: (name: String, row: String)) async throws {
        let interposed = Mutex<InterposedDatabase?>(nil)
        try await withServer(
            engine,
            interposing: { database in
                let between = InterposedDatabase(database)
                interposed.withLock { $0 = between }
                return between
            }
        ) { server in
            _ = try await server.registerParent()
            let between = try #require(interposed.withLock { $0 })
            let before = try await Self.rows(of: table.name, between)
            try await between.exclusively { try $0.script(Self.insertion(table.name, table.row)) }
            let left = Mutex<[Int]>([])
            between.after { kind in
                guard kind == .write else { return }
                // A write of somebody else, that sees what is still there.
                let rows = try await Self.rows(of: table.name, between)
                left.withLock { if $0.last != rows { $0.append(rows) } }
            }
            let count = try await server.operations.forgetOldRecords(now: TestClock.noon)
            between.after(nil)
            #expect(count == Self.count)
            let pieces = [before + 1 + Limits.walkRows, before + 1, before]
            #expect(left.withLock { $0 }.suffix(3) == pieces)
        }
    }

    @Test("of a child that is removed goes on where it was cut off", arguments: Engine.all)
    func removedChild(engine: Engine) async throws {
        let interposed = Mutex<InterposedDatabase?>(nil)
        try await withServer(
            engine,
            interposing: { database in
                let between = InterposedDatabase(database)
                interposed.withLock { $0 = between }
                return between
            }
        ) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let between = try #require(interposed.withLock { $0 })
            let row = """
                (member_id, latitude, longitude, taken_at_ms)
                SELECT m.id, 0, 0, \(TestClock.noon.milliseconds)
                """
            let insertion = Self.insertion("pings", row) + " WHERE m.id = '\(child.id.text)'"
            try await between.exclusively { try $0.script(insertion) }
            let family = try await parent.purser.call(API.Allowance.familyChildren)
            let id = try #require(family.children.first?.childID)
            let writes = Mutex(0)
            between.before { kind in
                guard kind == .write else { return }
                guard
                    writes.withLock({
                        $0 += 1; return $0
                    }) == 1
                else {
                    throw DatabaseError(.unavailable, "cut off")
                }
            }
            _ = try await parent.purser.call(API.Allowance.removeChild, .init(childID: id))
            between.before(nil)
            #expect(try await Self.rows(of: "pings", between) == Limits.walkRows + 1)
            try await server.operations.forgetOldRecords(now: server.clock.now)
            #expect(try await Self.rows(of: "pings", between) == 0)
        }
    }

    /// How many rows there are, counted in a transaction that may write.
    private static func rows(of table: String, _ database: any Database) async throws -> Int {
        let statement = Statement("SELECT COUNT(*) FROM \(table)")
        return try await database.exclusively { session in
            try session.first(statement) { Int($0.integer(0)) } ?? 0
        }
    }

    private static func insertion(_ table: String, _ row: String) -> String {
        """
        WITH RECURSIVE numbers (n) AS (
            SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count)
        )
        INSERT INTO \(table) \(row)
        FROM numbers, sessions s JOIN members m ON m.id = s.member_id
        """
    }
}
