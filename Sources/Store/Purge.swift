public import Kernel
public import SQL

/// How records of one kind that are kept no longer are forgotten, the oldest first.
public struct Purge: Sendable {
    /// One for each kind of record; tokens and codes before the sessions that they name, messages
    /// before their conversations.
    public static let all = [
        RefreshTokenRecords.purge, LoginGuard.purgeFailures, LoginGuard.purgeLocks,
        SingleUseValues.purge, AuthorizationCodes.purge, AuthEvents.purge, Invitations.purge,
        Sessions.purge, IdempotencyRecords.purge, Pings.purge, LocationChecks.purge, Events.purge,
        Notifications.purge, SearchMemory.purge, ChatMessages.purge, Conversations.purge,
        RewardMessages.purge,
        RewardPurchases.purge, ShadowOutcomes.purge, ShadowOutcomes.purgeDecisions,
    ]

    /// Deletes what ended until the instant `$1`, at most `$2` rows.
    public let statement: Statement
    /// How long after its end a record is kept, in milliseconds.
    private let keptMilliseconds: Int64

    init(keptMilliseconds: Int64 = 0, _ statement: Statement) {
        self.statement = statement
        self.keptMilliseconds = keptMilliseconds
    }

    /// Forgets rows of a table, the oldest first.
    ///
    /// `key`: The columns that tell rows apart. `instant`: The column with the instant that counts,
    /// and how it is to compare with that until which rows are forgotten.
    init(
        of table: String,
        key: String = "number",
        by instant: String,
        _ comparison: String = "<",
        keptMilliseconds: Int64 = 0
    ) {
        let columns = key.contains(",") ? "(\(key))" : key
        let statement = Statement(
            """
            DELETE FROM \(table) WHERE \(columns) IN (
                SELECT \(key) FROM \(table) WHERE \(instant) \(comparison) $1
                ORDER BY \(instant) LIMIT $2
            )
            """
        )
        self.init(keptMilliseconds: keptMilliseconds, statement)
    }

    /// Forgets some of them.
    ///
    /// - Returns: How many, at most `most`.
    @discardableResult
    public func callAsFunction(
        upTo most: Int,
        now: Timestamp,
        in session: any Session
    ) throws -> Int {
        let last = now.adding(milliseconds: -keptMilliseconds)
        return try session.run(statement, [.instant(last), .count(most)])
    }
}
