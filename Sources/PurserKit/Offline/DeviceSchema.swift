import SQL

/// The tables on the device.
///
/// Each row names the member it is of, so that another one on the same device neither sees nor
/// sends it. Times are of this device's own clock.
enum DeviceSchema {
    /// The steps to the newest schema, in order.
    static let migrations = [
        Migration(name: "m0001_device", sql: first),
        Migration(name: "m0002_versions", sql: second),
        Migration(name: "m0003_no_copies", sql: third),
    ]

    /// Every table that holds something of a member; what is forgotten at sign-out.
    static let forgetting = [
        Statement("DELETE FROM kept_answers"),
        Statement("DELETE FROM waiting_calls"),
        Statement("DELETE FROM queue_leases"),
        Statement("DELETE FROM facts"),
    ]

    private static let first = """
        -- Answers of reading calls; the longest column is the last one.
        CREATE TABLE kept_answers (
            owner TEXT NOT NULL,
            surface TEXT NOT NULL,
            target TEXT NOT NULL,
            kept_at BIGINT NOT NULL,
            bytes BIGINT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (owner, surface, target)
        );
        CREATE INDEX kept_answers_oldest ON kept_answers (kept_at, bytes);

        -- Writes that wait for the network, and those that never will be done.
        CREATE TABLE waiting_calls (
            seq {{identity}},
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            about TEXT NOT NULL,
            name TEXT NOT NULL,
            path TEXT NOT NULL,
            surface TEXT NOT NULL,
            carries_token BIGINT NOT NULL CHECK (carries_token IN (0, 1)),
            status BIGINT NOT NULL,
            method TEXT NOT NULL,
            target TEXT NOT NULL,
            body TEXT,
            idempotency_key TEXT NOT NULL,
            added_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            first_sent_at BIGINT,
            ended_at BIGINT,
            reason TEXT CHECK (reason IN ('rejected', 'expired', 'outcome_unknown')),
            error_kind TEXT,
            error_status BIGINT,
            error_message TEXT,
            error_trace TEXT,
            CHECK ((ended_at IS NULL) = (reason IS NULL))
        );
        CREATE INDEX waiting_calls_lanes ON waiting_calls (owner, about, seq)
            WHERE ended_at IS NULL;
        CREATE INDEX waiting_calls_owner ON waiting_calls (owner, seq);

        -- Which client sends the waiting calls of a member just now, until when nobody else does.
        CREATE TABLE queue_leases (
            owner TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            ends_at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL
        );

        -- Records that the app edits: as they were last the same here and at the server, and as
        -- they are here.
        CREATE TABLE copies (
            owner TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            base TEXT,
            mine TEXT,
            remote_id TEXT,
            seen_at BIGINT,
            push TEXT,
            PRIMARY KEY (owner, kind, id)
        );

        -- Fields that were changed here and at the server, and what was kept of them.
        CREATE TABLE copy_conflicts (
            number {{identity}},
            owner TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            field TEXT,
            cause TEXT NOT NULL,
            base TEXT,
            mine TEXT,
            theirs TEXT,
            kept TEXT,
            at BIGINT NOT NULL
        );
        CREATE INDEX copy_conflicts_kinds ON copy_conflicts (owner, kind, number);

        -- What was last known of the server's rules, for decisions without a network.
        CREATE TABLE facts (
            owner TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            body TEXT NOT NULL,
            known_at BIGINT NOT NULL,
            PRIMARY KEY (owner, kind, id)
        );
        """

    private static let second = """
        -- The version that a waiting write was made of, and what stood there instead when it was
        -- refused for that.
        ALTER TABLE waiting_calls ADD COLUMN if_match TEXT;
        ALTER TABLE waiting_calls ADD COLUMN error_current TEXT;
        """

    private static let third = """
        -- Copies have a database of their own.
        DROP TABLE copy_conflicts;
        DROP TABLE copies;
        """
}
