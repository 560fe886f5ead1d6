public import Kernel

/// How the program uses a PostgreSQL server; every bound with its unit in its name.
public struct PostgresConfiguration: Sendable {
    /// Connections of this process, at least 1; they are opened as they are needed.
    public var connections: Int
    /// Calls that may wait for a connection; one more is refused as `overloaded`.
    public var waitingCalls: Int
    /// How long a call may wait for a connection, in milliseconds; its caller has given up by then.
    public var waitMilliseconds: Int
    /// How often a transaction that lost a conflict is tried in all.
    public var attempts: Int
    /// The longest one statement may run, and a transaction may idle, in milliseconds.
    public var statementMilliseconds: Int
    /// The longest one try to reach the server may take, in seconds; libpq makes 2 out of 1.
    public var connectSeconds: Int

    /// Makes a configuration; a parameter that is left out has the program's limit.
    public init(
        connections: Int = 16,
        waitingCalls: Int = Limits.waitingWrites,
        waitMilliseconds: Int = Limits.requestSeconds * 1_000,
        attempts: Int = Limits.writeAttempts,
        statementMilliseconds: Int = Limits.statementMilliseconds,
        connectSeconds: Int = 5
    ) {
        precondition(connections > 0 && waitingCalls > 0 && waitMilliseconds > 0 && attempts > 0)
        precondition(statementMilliseconds > 0 && connectSeconds > 0)
        self.connections = connections
        self.waitingCalls = waitingCalls
        self.waitMilliseconds = waitMilliseconds
        self.attempts = attempts
        self.statementMilliseconds = statementMilliseconds
        self.connectSeconds = connectSeconds
    }
}
