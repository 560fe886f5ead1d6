public import Kernel
public import SQL

/// Whether a member bought somewhere before: by all history of the ledger, and by the purchases
/// that are pending within the reach of windows.
///
/// A purchase that was taken back altogether does not count, nor does one that is dated later than
/// the day that is asked about.
public enum FirstPurchases {
    /// Purchases of the last weeks, the pending ones too.
    private static let pending = """
        SELECT 1 FROM policy_sums
        WHERE household_id = $4 AND category = $5 AND merchant_key = $6 AND member_id = $1
            AND purchase_count > 0 AND day >= $7 AND day <= $3
        LIMIT 1
        """
    // The count is looked at apart: with it SQLite would not go by the index of merchants.
    private static let atMerchant = Statement(
        """
        SELECT CASE WHEN EXISTS (
            SELECT 1 FROM spend_by_merchant k
            WHERE k.member_id = $1 AND k.merchant_key = $2 AND k.day <= $3 AND EXISTS (
                SELECT 1 FROM spend_by_merchant s
                WHERE s.member_id = k.member_id AND s.day = k.day
                    AND s.merchant_key = k.merchant_key AND s.purchase_count > 0
            )
            LIMIT 1
        ) OR EXISTS (\(pending)) THEN 1 ELSE 0 END
        """
    )

    /// Whether the member bought at a merchant by a day.
    ///
    /// - Complexity: O(1), and the days on which everything there was taken back.
    public static func hasBought(
        atMerchant merchantKey: String,
        _ member: ID<Entity.Member>,
        of household: ID<Entity.Household>,
        until day: CivilDay,
        in session: any Session
    ) throws -> Bool {
        let sum = PolicySums.Name(category: nil, merchantKey: merchantKey)
        return try has(atMerchant, merchantKey, sum, member, household, day, session)
    }

    private static let inCategory = Statement(
        """
        SELECT CASE WHEN EXISTS (
            SELECT 1 FROM spend_by_day
            WHERE member_id = $1 AND guardian_category = $2 AND purchase_count > 0 AND day <= $3
            LIMIT 1
        ) OR EXISTS (\(pending)) THEN 1 ELSE 0 END
        """
    )

    /// Whether the member bought in a category by a day; the category is a word of Guardian's.
    ///
    /// - Complexity: O(1), and the days on which everything in it was taken back.
    public static func hasBought(
        inCategory category: String,
        _ member: ID<Entity.Member>,
        of household: ID<Entity.Household>,
        until day: CivilDay,
        in session: any Session
    ) throws -> Bool {
        let sum = PolicySums.Name(category: category, merchantKey: nil)
        return try has(inCategory, category, sum, member, household, day, session)
    }

    private static func has(
        _ statement: Statement,
        _ name: String,
        _ sum: PolicySums.Name,
        _ member: ID<Entity.Member>,
        _ household: ID<Entity.Household>,
        _ day: CivilDay,
        _ session: any Session
    ) throws -> Bool {
        let values: [Value] =
            [.id(member), .text(name), .day(day), .id(household)] + sum.values
            + [.day(oldest(day))]
        return try session.first(statement, values) { $0.flag(0) } ?? false
    }

    /// The first day of which pending purchases are looked at; older ones may be kept or not.
    private static func oldest(_ day: CivilDay) -> CivilDay {
        day.adding(days: -Limits.policyWindowDays)
    }
}
