public import Kernel
public import SQL

/// Failed sign-ins and the locks they lead to, by e-mail address, whoever it belongs to.
public enum LoginGuard {
    private static let lockSelection = Statement(
        "SELECT locked_until_ms FROM login_locks WHERE email = $1 AND locked_until_ms > $2"
    )

    /// Until when the address is locked; `nil` when it is not.
    public static func lock(
        on email: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Timestamp? {
        try session.first(lockSelection, [.text(email), .instant(now)]) { $0.instant(0) }
    }

    private static let failure = Statement(
        "INSERT INTO failed_logins (email, failed_at_ms) VALUES ($1, $2)"
    )
    private static let failures = Statement(
        """
        SELECT COUNT(*) FROM (
            SELECT number FROM failed_logins WHERE email = $1 AND failed_at_ms >= $2 LIMIT $3
        ) AS recent
        """
    )
    private static let locking = Statement(
        """
        INSERT INTO login_locks (email, locked_until_ms) VALUES ($1, $2)
        ON CONFLICT (email) DO UPDATE SET locked_until_ms = excluded.locked_until_ms
        """
    )

    /// Counts a failed sign-in, and locks the address when it is one too many.
    ///
    /// - Returns: Whether it was.
    @discardableResult
    public static func recordFailure(
        on email: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(failure, [.text(email), .instant(now)])
        let windowStart = now.adding(milliseconds: -Limits.lockMilliseconds)
        let values: [Value] = [.text(email), .instant(windowStart), .count(Limits.failedLogins)]
        let count = try session.first(failures, values) { $0.integer(0) } ?? 0
        guard count >= Limits.failedLogins else { return false }
        let until = now.adding(milliseconds: Limits.lockMilliseconds)
        try session.run(locking, [.text(email), .instant(until)])
        try clearFailures(on: email, in: session)
        return true
    }

    private static let clearing = Statement("DELETE FROM failed_logins WHERE email = $1")

    /// Forgets the failures of an address.
    public static func clearFailures(on email: String, in session: any Session) throws {
        try session.run(clearing, [.text(email)])
    }

    private static let moving = Statement("UPDATE failed_logins SET email = $2 WHERE email = $1")

    /// Takes the failures of an address along to another, when its member changes it.
    public static func move(
        from old: String,
        to new: String,
        in session: any Session
    ) throws {
        try session.run(moving, [.text(old), .text(new)])
    }

    private static let unlocking = Statement("DELETE FROM login_locks WHERE email = $1")

    /// Takes the lock off an address, and forgets its failures.
    public static func unlock(_ email: String, in session: any Session) throws {
        try session.run(unlocking, [.text(email)])
        try clearFailures(on: email, in: session)
    }

    /// Forgets failures that no longer count.
    public static let purgeFailures = Purge(
        of: "failed_logins",
        by: "failed_at_ms",
        keptMilliseconds: Limits.lockMilliseconds
    )

    /// Forgets locks that have ended.
    public static let purgeLocks = Purge(
        of: "login_locks",
        key: "email",
        by: "locked_until_ms",
        "<="
    )
}
