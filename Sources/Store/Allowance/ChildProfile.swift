public import Allowance
public import Kernel
import SQL

/// A child with its name, its wallet and its allowance.
public struct ChildProfile: Sendable, Equatable {
    /// The id of the profile.
    public let id: ID<Entity.Child>
    /// The child's sign-in.
    public let member: ID<Entity.Member>
    /// The household.
    public let household: ID<Entity.Household>
    /// The child's wallet.
    public let wallet: ID<Entity.Account>
    /// The e-mail address, in lower case.
    public let email: String
    /// The first name, where given.
    public let firstName: String?
    /// The last name, where given.
    public let lastName: String?
    /// When the child joined.
    public let createdAt: Timestamp
    /// What the wallet holds.
    public let balance: Money
    /// When it is paid how much.
    public var schedule: Schedule
    /// The last due day that was paid.
    public let lastPaid: CivilDay?
    /// Since when nothing is paid.
    public let pausedAt: Timestamp?
    /// Why nothing is paid.
    public let pauseReason: String?
    /// Whether the child has jars beside its wallet.
    public let hasJars: Bool

    /// What a query selects of ``tables``.
    static let fields = """
        SELECT c.id, c.member_id, m.household_id, c.wallet_id, m.email, m.first_name, m.last_name,
            c.created_at_ms, a.posted_credit_minor - a.posted_debit_minor, a.currency,
            c.weekly_allowance_minor, s.frequency, s.weekday, s.month_day, s.next_due_day,
            s.last_due_day, s.paused_at_ms, s.last_paid_day, s.pause_reason,
            CASE WHEN EXISTS (SELECT 1 FROM jars j WHERE j.child_id = c.id) THEN 1 ELSE 0 END
        """

    /// What a query joins to the children that it calls `c`.
    static let tables = """
        JOIN members m ON m.id = c.member_id AND m.removed_at_ms IS NULL
        JOIN accounts a ON a.id = c.wallet_id
        JOIN allowances s ON s.child_id = c.id
        """

    /// What a query selects and joins, without its conditions.
    static let columns = "\(fields) FROM children c \(tables)"

    static func decode(_ row: any Row) throws -> ChildProfile {
        ChildProfile(
            id: try row.id(0),
            member: try row.id(1),
            household: try row.id(2),
            wallet: try row.id(3),
            email: row.text(4),
            firstName: row.optionalText(5),
            lastName: row.optionalText(6),
            createdAt: row.instant(7),
            balance: Money(
                minor: row.integer(8),
                currency: try Currency(code: row.text(9))
                    .orCorrupt("a child has an unknown currency")
            ),
            schedule: try schedule(row, from: 10),
            lastPaid: row.optionalDay(17),
            pausedAt: row.optionalInstant(16),
            pauseReason: row.optionalText(18),
            hasJars: row.flag(19)
        )
    }

    /// Decodes the amount, frequency, weekday, day of the month, next and last due day and the
    /// instant of the pause, the first of which is at `start`.
    static func schedule(_ row: any Row, from start: Int) throws -> Schedule {
        guard let frequency = Frequency(rawValue: row.text(start + 1)),
            let rhythm = Rhythm(
                frequency: frequency,
                weekday: row.optionalInteger(start + 2).map(Int.init),
                monthDay: row.optionalInteger(start + 3).map(Int.init)
            )
        else { throw DatabaseError(.corrupt, "a child has an unknown rhythm") }
        return Schedule(
            rhythm: rhythm,
            amountMinor: row.integer(start),
            isPaused: !row.isNull(start + 6),
            nextDue: row.optionalDay(start + 4),
            lastDue: row.optionalDay(start + 5)
        )
    }
}
