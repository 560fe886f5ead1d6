import CLibPQ
import SQL

/// Where the server is, and how each connection to it is set.
struct Server: Sendable {
    private let url: String
    private let statementMilliseconds: Int
    private let connectSeconds: Int

    /// Checks the URL.
    ///
    /// What libpq has to say about it is not passed on: it quotes the text, which may hold a
    /// password.
    init(_ url: String, _ configuration: PostgresConfiguration) throws(DatabaseError) {
        guard !url.utf8.contains(0), let options = PQconninfoParse(url, nil) else {
            throw DatabaseError(
                .statement,
                "the database URL is not a PostgreSQL connection string"
            )
        }
        PQconninfoFree(options)
        self.url = url
        statementMilliseconds = configuration.statementMilliseconds
        connectSeconds = configuration.connectSeconds
    }

    /// How long a silent server is waited for: a living one ends a statement before that.
    var patienceMilliseconds: Int32 {
        Int32(clamping: statementMilliseconds + connectSeconds * 1_000)
    }

    /// Opens a connection.
    func connect() throws(DatabaseError) -> Connection {
        var keywords = Parameters()
        var values = Parameters()
        let options = options
        try keywords.set(options.map { .text($0.keyword) } + [.null])
        try values.set(options.map { .text($0.value) } + [.null])
        let handle = keywords.withPointers { keywords, _ in
            values.withPointers { values, _ in PQconnectdbParams(keywords, values, 1) }
        }
        guard let handle else { throw DatabaseError(.unavailable, "there is no memory for libpq") }
        let connection = Connection(handle, patienceMilliseconds: patienceMilliseconds)
        guard PQstatus(handle) == CONNECTION_OK else {
            throw DatabaseError(.unavailable, connection.trouble)
        }
        try connection.simple(settings)
        return connection
    }

    /// Later keywords win over earlier ones: what stands before `dbname`, the user's own text, is
    /// a default; what stands after it cannot be changed.
    private var options: [(keyword: String, value: String)] {
        [
            ("application_name", "purser"),
            ("connect_timeout", "\(connectSeconds)"),
            ("keepalives_idle", "5"),
            ("keepalives_interval", "2"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(patienceMilliseconds)"),
            ("dbname", url),
            ("client_encoding", "UTF8"),
        ]
    }

    /// One round trip sets the session.
    ///
    /// A sequential scan takes a predicate lock on the whole table, so on a small table, where the
    /// planner likes it best, every two writers would fail each other: index scans lock what they
    /// read. Plans that cannot avoid it then cost a fortune on paper, and the compiler that wakes
    /// up for costly plans would take longer than the statement: it is off. A process that is
    /// stopped inside a transaction must not hold its locks for ever. And a server, a role or a
    /// database may be set to answer a COMMIT before the disk has it: not to us.
    private var settings: String {
        """
        SET default_transaction_isolation = 'serializable';
        SET statement_timeout = \(statementMilliseconds);
        SET idle_in_transaction_session_timeout = \(statementMilliseconds);
        SET client_min_messages = warning;
        SET synchronous_commit = on;
        SET enable_seqscan = off;
        SET jit = off;
        SET timezone = 'UTC';
        SET extra_float_digits = 1
        """
    }

    /// Lifts the bound on statements and takes the lock that one process holds at a time.
    func takeLock(on connection: Connection) throws(DatabaseError) {
        connection.patienceMilliseconds = -1
        try connection.simple("SET statement_timeout = 0")
        try connection.simple("SELECT pg_advisory_lock(\(Self.lock))")
    }

    /// Undoes ``takeLock(on:)``.
    func releaseLock(on connection: Connection) throws(DatabaseError) {
        try connection.simple("SELECT pg_advisory_unlock(\(Self.lock))")
        try connection.simple("SET statement_timeout = \(statementMilliseconds)")
        connection.patienceMilliseconds = patienceMilliseconds
    }

    /// The letters of `purser`.
    private static let lock = 0x7075_7273_6572
}
