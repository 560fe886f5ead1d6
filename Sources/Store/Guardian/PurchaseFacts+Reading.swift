public import Guardian
public import Kernel
public import SQL

extension PurchaseFacts {
    private static let selection = Statement(
        """
        SELECT
            (
                \(Overrides.usable)
            ),
            rules.monthly_limit_minor,
            CASE WHEN rules.number IS NOT NULL THEN (
                SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM spend_by_day
                WHERE member_id = $1 AND guardian_category = $6 AND day >= $7 AND day <= $8
            ) END,
            purchase.has_fences,
            CASE WHEN purchase.has_fences = 1 THEN (
                SELECT latitude FROM pings
                WHERE member_id = $1 AND taken_at_ms >= $9 AND taken_at_ms <= $5
                ORDER BY taken_at_ms DESC, number DESC LIMIT 1
            ) END,
            CASE WHEN purchase.has_fences = 1 THEN (
                SELECT longitude FROM pings
                WHERE member_id = $1 AND taken_at_ms >= $9 AND taken_at_ms <= $5
                ORDER BY taken_at_ms DESC, number DESC LIMIT 1
            ) END,
            (
                SELECT a.posted_credit_minor - a.posted_debit_minor - a.pending_debit_minor
                FROM funding_sources f JOIN accounts a ON a.id = f.account_id
                WHERE f.member_id = $1 AND f.is_default = 1 AND f.kind = 'wallet'
            )
        FROM (
            SELECT CASE WHEN EXISTS (SELECT 1 FROM geofences WHERE member_id = $1)
                THEN 1 ELSE 0 END AS has_fences
        ) AS purchase
        LEFT JOIN rules ON rules.member_id = $1 AND rules.category = $6
        """
    )

    /// Reads what the decision about a purchase depends on: one statement, and one or two more for
    /// a member who has geofences.
    ///
    /// The override is the oldest that is unused, not too old, and for exactly this purchase; the
    /// spending is that of the household's month, and is looked at when there is a limit. A wallet
    /// is looked at where it is what the member pays with.
    ///
    /// - Complexity: O(days of the month), whatever the history's length.
    public static func read(
        amount: Money,
        category: String,
        merchantKey: String,
        of member: ID<Entity.Member>,
        zone: Zone,
        now: Timestamp,
        in session: any Session
    ) throws -> PurchaseFacts {
        let today = zone.day(of: now)
        let values: [Value] = [
            .id(member), .text(merchantKey), .integer(amount.minor),
            .instant(Overrides.oldest(at: now)), .instant(now),
            .text(category), .day(today.month.firstDay), .day(today),
            .instant(now.adding(milliseconds: -Limits.pingMilliseconds)),
        ]
        let read = try session.first(selection, values) { row in
            let money = { (minor: Int64) in Money(minor: minor, currency: amount.currency) }
            let facts = PurchaseFacts(
                amount: amount,
                category: category,
                override: try row.optionalID(0),
                limit: row.optionalInteger(1).map(money),
                spentThisMonth: row.optionalInteger(2).map(money),
                wallet: row.optionalInteger(6).map(money)
            )
            let position =
                row.isNull(4)
                ? nil : Coordinate(latitude: row.real(4), longitude: row.real(5))
            return (facts: facts, hasFences: row.flag(3), position: position)
        }.orCorrupt("a row of one was not returned")
        guard read.hasFences else { return read.facts }
        return read.facts.located(
            try LocationFacts.read(
                of: member,
                category: category,
                position: read.position,
                in: session
            )
        )
    }
}
