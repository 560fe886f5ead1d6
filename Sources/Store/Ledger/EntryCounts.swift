public import Kernel
public import SQL

/// How many entries of a member lists show, by days, and by periods of 32 days for long windows.
public enum EntryCounts {
    /// How many entries one account and category has on a day, or within a period.
    public struct Count: Sendable, Equatable {
        /// The account.
        public let account: ID<Entity.Account>
        /// The category, as the entries have it.
        public let category: String
        /// How many.
        public let count: Int64
    }

    /// How many days a period has.
    public static let periodDays = 32
    /// What makes the number of any day that can be told positive; whole periods of days.
    private static let shift = 1_048_576

    /// The period of a day.
    public static func period(of day: CivilDay) -> Int64 {
        Int64((day.dayNumber + shift) / periodDays)
    }

    /// The days of a period.
    public static func days(of period: Int64) -> ClosedRange<CivilDay> {
        let first = CivilDay(dayNumber: Int(period) * periodDays - shift)
        return first...first.adding(days: periodDays - 1)
    }

    private static let days = Statement(
        """
        SELECT day, account_id, category, entry_count, expense_count, expense_minor
        FROM entry_days WHERE member_id = $1 AND day >= $2 AND day <= $3 AND entry_count <> 0
        ORDER BY day DESC, account_id, category
        """
    )

    /// The sums of each day that has entries, the newest day first.
    ///
    /// - Complexity: O(days × accounts × categories), whatever the history's length.
    public static func byDay(
        of member: ID<Entity.Member>,
        on window: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [EntrySum] {
        try session.rows(days, values(member, window)) { row in
            EntrySum(
                day: row.day(0),
                account: try row.id(1),
                category: row.text(2),
                count: row.integer(3),
                expenseCount: row.integer(4),
                expenseMinor: row.integer(5)
            )
        }
    }

    private static let periods = Statement(
        """
        SELECT period, account_id, category, entry_count FROM entry_periods
        WHERE member_id = $1 AND period >= $2 AND period <= $3 AND entry_count <> 0
        ORDER BY period DESC, account_id, category
        """
    )

    /// The counts of each period that has entries, the newest first.
    ///
    /// - Complexity: O(periods × accounts × categories), whatever the history's length.
    public static func byPeriod(
        of member: ID<Entity.Member>,
        in window: ClosedRange<Int64>,
        session: any Session
    ) throws -> [(period: Int64, count: Count)] {
        let values: [Value] = [
            .id(member), .integer(window.lowerBound), .integer(window.upperBound),
        ]
        return try session.rows(periods, values) { row in
            let count = Count(
                account: try row.id(1),
                category: row.text(2),
                count: row.integer(3)
            )
            return (row.integer(0), count)
        }
    }

    private static let lasts = Statement(
        """
        SELECT account_id, MAX(period) FROM entry_periods
        WHERE member_id = $1 AND period >= $2 AND period <= $3 AND entry_count <> 0
        GROUP BY account_id
        """
    )

    /// The last period in which each account has entries.
    ///
    /// - Complexity: O(periods × accounts × categories), which the engine walks by itself.
    public static func lastPeriods(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [(account: ID<Entity.Account>, period: Int64)] {
        guard let values = try everyPeriod(of: member, in: session) else { return [] }
        return try session.rows(lasts, values) { row in
            (account: try row.id(0), period: row.integer(1))
        }
    }

    private static let words = Statement(
        """
        SELECT DISTINCT category FROM entry_periods
        WHERE member_id = $1 AND period >= $2 AND period <= $3 AND entry_count <> 0
        """
    )

    /// The categories that a member's entries have, in no order.
    ///
    /// - Complexity: As that of ``lastPeriods(of:in:)``.
    public static func categories(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [String] {
        guard let values = try everyPeriod(of: member, in: session) else { return [] }
        return try session.rows(words, values) { $0.text(0) }
    }

    /// A member and the first and the last of its periods; `nil` when it has none.
    private static func everyPeriod(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [Value]? {
        try window(of: member, in: session).map { days in
            let (first, last) = (period(of: days.lowerBound), period(of: days.upperBound))
            return [.id(member), .integer(first), .integer(last)]
        }
    }

    private static let ends = Statement(
        """
        SELECT
            (SELECT period FROM entry_periods WHERE member_id = $1 ORDER BY period LIMIT 1),
            (SELECT period FROM entry_periods WHERE member_id = $1 ORDER BY period DESC LIMIT 1)
        """
    )

    /// The days between which all entries of a member lie; `nil` when there are none.
    public static func window(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> ClosedRange<CivilDay>? {
        try session.first(ends, [.id(member)]) { row in
            guard let first = row.optionalInteger(0), let last = row.optionalInteger(1) else {
                return nil
            }
            return days(of: first).lowerBound...days(of: last).upperBound
        } ?? nil
    }

    private static func values(
        _ member: ID<Entity.Member>,
        _ window: ClosedRange<CivilDay>
    ) -> [Value] {
        [.id(member), .day(window.lowerBound), .day(window.upperBound)]
    }
}
