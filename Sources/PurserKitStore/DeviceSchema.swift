import GRDB

/// The tables on the device.
///
/// Each row names the member it is of, so that another one on the same device neither sees nor
/// sends it. Times are of this device's own clock.
enum DeviceSchema {
    /// That a newer version of the app has changed the tables.
    struct Newer: Error {}

    /// Every table that holds something of a member; what is forgotten at sign-out.
    static let tables = [
        "kept_answers", "waiting_calls", "queue_leases", "facts", "copies", "feeds", "conflicts",
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("queue, answers and facts", migrate: makeQueue)
        migrator.registerMigration("copies", migrate: makeCopies)
        return migrator
    }

    private static func makeQueue(_ database: Database) throws {
        // What an earlier version kept without GRDB: its queue stays.
        if try database.tableExists("waiting_calls") {
            let columns = try database.columns(in: "waiting_calls").map(\.name)
            for name in ["if_match", "error_current"] where !columns.contains(name) {
                try database.execute(sql: "ALTER TABLE waiting_calls ADD COLUMN \(name) TEXT")
            }
            for table in ["copies", "copy_conflicts", "schema_migrations"] {
                try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
            }
            return
        }
        try database.execute(sql: queue)
    }

    private static let queue = """
        -- Answers of reading calls; the longest column is the last one.
        CREATE TABLE kept_answers (
            owner TEXT NOT NULL,
            surface TEXT NOT NULL,
            target TEXT NOT NULL,
            kept_at INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (owner, surface, target)
        );
        CREATE INDEX kept_answers_oldest ON kept_answers (kept_at, bytes);

        -- Writes that wait for the network, and those that never will be done.
        CREATE TABLE waiting_calls (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            about TEXT NOT NULL,
            name TEXT NOT NULL,
            path TEXT NOT NULL,
            surface TEXT NOT NULL,
            carries_token INTEGER NOT NULL CHECK (carries_token IN (0, 1)),
            status INTEGER NOT NULL,
            method TEXT NOT NULL,
            target TEXT NOT NULL,
            body TEXT,
            idempotency_key TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            first_sent_at INTEGER,
            ended_at INTEGER,
            reason TEXT CHECK (reason IN ('rejected', 'expired', 'outcome_unknown')),
            error_kind TEXT,
            error_status INTEGER,
            error_message TEXT,
            error_trace TEXT,
            -- The version that a waiting write was made of, and what stood there instead when it
            -- was refused for that.
            if_match TEXT,
            error_current TEXT,
            CHECK ((ended_at IS NULL) = (reason IS NULL))
        );
        CREATE INDEX waiting_calls_lanes ON waiting_calls (owner, about, seq)
            WHERE ended_at IS NULL;
        CREATE INDEX waiting_calls_owner ON waiting_calls (owner, seq);

        -- Which client sends the waiting calls of a member just now, until when nobody else does.
        CREATE TABLE queue_leases (
            owner TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            ends_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL
        );

        -- What was last known of the server's rules, for decisions without a network.
        CREATE TABLE facts (
            owner TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            body TEXT NOT NULL,
            known_at INTEGER NOT NULL,
            PRIMARY KEY (owner, kind, id)
        );
        """

    private static func makeCopies(_ database: Database) throws {
        // With row ids: of changes in a table without them nobody who observes it is told.
        try database.create(table: "copies", options: .strict) { table in
            table.column("owner", .text).notNull()
            table.column("kind", .text).notNull()
            table.column("id", .text).notNull()
            table.column("version", .integer)
            table.column("base", .text)
            table.column("value", .text)
            table.column("isUnconfirmed", .integer).notNull().defaults(to: 0)
            table.primaryKey(["owner", "kind", "id"])
        }
        try database.create(table: "feeds", options: [.strict, .withoutRowID]) { table in
            table.primaryKey("owner", .text)
            table.column("session", .text).notNull()
            table.column("cursor", .integer).notNull()
        }
        try database.create(table: "conflicts", options: .strict) { table in
            table.autoIncrementedPrimaryKey("number")
            table.column("owner", .text).notNull()
            table.column("kind", .text).notNull()
            table.column("record", .text).notNull()
            table.column("cause", .text).notNull()
            table.column("field", .text)
            table.column("own", .text)
            table.column("theirs", .text)
            table.column("kept", .text)
            table.column("foundAt", .integer).notNull()
        }
    }
}
