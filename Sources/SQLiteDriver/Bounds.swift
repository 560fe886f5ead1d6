import Kernel

/// How much the driver takes on and how long it waits; tests make it smaller.
struct Bounds: Sendable {
    /// Jobs that may wait for the writer, and for the readers.
    var waitingJobs = Limits.waitingWrites
    /// How long a job may wait for its turn, in milliseconds; its caller has given up by then.
    var waitMilliseconds = Limits.requestSeconds * 1_000
    /// The longest a group of writes stays open, in milliseconds.
    var groupMilliseconds = Limits.groupCommitMilliseconds
    /// Connections that read at once.
    var readers = 4
    /// The longest one statement may run, in milliseconds.
    var statementMilliseconds = Limits.statementMilliseconds
    /// How long a lock that another process holds is waited for, in milliseconds.
    var lockMilliseconds = 5_000
    /// The same for a migration, which another process may be running just now, and for opening,
    /// in milliseconds.
    var exclusiveLockMilliseconds = 60_000
}
