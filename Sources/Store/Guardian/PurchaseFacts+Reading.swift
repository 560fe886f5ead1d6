public import Guardian
public import Kernel
public import SQL

extension PurchaseFacts {
    private static let selection = Statement(
        """
        SELECT
            (
                SELECT id FROM overrides
                WHERE member_id = $1 AND merchant_key = $2 AND amount_minor = $3
                    AND created_at_ms > $4 AND created_at_ms <= $5
                    AND used_by IS NULL AND used_by_charge IS NULL
                ORDER BY created_at_ms, number LIMIT 1
            ),
            rules.monthly_limit_minor,
            CASE WHEN rules.number IS NOT NULL THEN (
                SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM spend_by_day
                WHERE member_id = $1 AND guardian_category = $6 AND day >= $7 AND day <= $8
            ) END,
            CASE WHEN EXISTS (SELECT 1 FROM geofences WHERE member_id = $1) THEN 1 ELSE 0 END
        FROM (SELECT 1 AS one) AS purchase
        LEFT JOIN rules ON rules.member_id = $1 AND rules.category = $6
        """
    )

    /// Reads what the decision about a purchase depends on: one statement, and one more for a
    /// member who has geofences.
    ///
    /// The override is the oldest that is unused, not too old, and for exactly this purchase; the
    /// spending is that of the household's month, and is looked at when there is a limit.
    ///
    /// - Complexity: O(days of the month), whatever the history's length.
    /// - Throws: `DatabaseError`.
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
            .instant(now.adding(milliseconds: -Limits.overrideMilliseconds)), .instant(now),
            .text(category), .day(today.month.firstDay), .day(today),
        ]
        let facts = try session.first(selection, values) { row -> (PurchaseFacts, Bool) in
            let money = { (minor: Int64) in Money(minor: minor, currency: amount.currency) }
            let facts = PurchaseFacts(
                amount: amount,
                category: category,
                override: try row.optionalID(0),
                limit: row.optionalInteger(1).map(money),
                spentThisMonth: row.optionalInteger(2).map(money)
            )
            return (facts, row.flag(3))
        }
        guard let (facts, hasFences) = facts else {
            throw DatabaseError(.corrupt, "a row of one was not returned")
        }
        guard hasFences else { return facts }
        let location = try LocationFacts.read(of: member, category: category, now: now, in: session)
        return location.map(facts.located) ?? facts
    }
}
