import Guardian
public import Kernel
public import SQL

/// A purchase as the ledger has it, with the decision that its charge followed.
public struct BookedPurchase: Sendable, Equatable {
    /// The transfer that began it, under which lists show it.
    public let id: ID<Entity.Transfer>
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The place of what counts in the household's chain.
    public let sequence: Int64
    /// The place of what counts among all transfers.
    public let number: Int64
    /// The household's day.
    public let day: CivilDay
    /// When it was.
    public let instant: Timestamp
    /// The price in minor units of the household's currency.
    public let amountMinor: Int64
    /// The merchant as reported.
    public let merchant: String?
    /// The category as reported.
    public let category: String?
    /// The category that its member gave it.
    public let edited: String?
    /// Whether a processor took it, so that its category is a word of Guardian's.
    public let isCharge: Bool
    /// Whether it is final.
    public let isFinal: Bool
    /// What was decided of it, where a charge followed a decision.
    public let decision: Decision?

    /// What is needed of a decision.
    public struct Decision: Sendable, Equatable {
        /// The decision.
        public let id: ID<Entity.Decision>
        /// Whether the purchase might go ahead.
        public let isApproved: Bool
        /// Whether a parent had allowed exactly this.
        public let isOverridden: Bool
        /// What might leave the wallet that was to pay, in minor units.
        public let walletMinor: Int64?
        /// The facts that policies were asked with, as JSON; `nil` where none was asked.
        public let policyFacts: String?
        /// Whether the purchase is the charge's own transfer, and no bank's that took its place.
        public let isOfOwnCharge: Bool
    }
}

/// Purchases of the past for trials of policies.
public enum PastPurchases {
    // What was posted counts by itself; what is pending counts while nothing settled it.
    private static let selection = Statement(
        """
        SELECT COALESCE(t.pending_id, t.id), t.sequence, t.number, t.day, t.occurred_at_ms,
            t.amount_minor, t.merchant, t.category, a.category, t.kind, t.phase, d.id, d.answer,
            d.reason, d.wallet_minor, d.policy_facts
        FROM transfers t
        LEFT JOIN annotations a ON a.transfer_id = COALESCE(t.pending_id, t.id)
        LEFT JOIN charges c ON t.kind = 'charge' AND c.transfer_id = t.id
        LEFT JOIN charges p ON t.kind = 'charge' AND t.phase = 'pending' AND p.pending_id = t.id
        LEFT JOIN bank_records b
            ON t.kind <> 'charge' AND b.transfer_id = COALESCE(t.pending_id, t.id)
        LEFT JOIN absorbed_charges x ON x.record_id = b.id
        LEFT JOIN charges o ON o.id = x.charge_id
        LEFT JOIN decisions d
            ON d.id = COALESCE(c.decision_id, p.decision_id, o.decision_id)
        WHERE t.member_id = $1 AND (t.day, t.number) > ($2, $3) AND t.day <= $4
            AND t.currency = $5 AND t.kind IN ('purchase', 'charge')
            AND t.phase IN ('posted', 'pending', 'post') AND t.reverses_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM transfers r WHERE r.reverses_id = t.id)
            AND (
                t.phase <> 'pending'
                OR NOT EXISTS (SELECT 1 FROM transfers s WHERE s.pending_id = t.id)
            )
        ORDER BY t.day, t.number LIMIT $6
        """
    )

    /// A member's purchases after a place, by the household's days and then as they were recorded.
    ///
    /// Those that were voided or taken back are left out, and so are other currencies; whether a
    /// category is spending is for the caller to see.
    ///
    /// - Parameters:
    ///   - member: Whose.
    ///   - day: The day of the last one that is known.
    ///   - number: Its number; `Int64.max` for all of that day.
    ///   - last: The last day.
    ///   - currency: The household's currency.
    ///   - session: The transaction.
    /// - Returns: At most ``Limits/walkRows``; fewer when there are no more.
    /// - Throws: `DatabaseError`.
    public static func page(
        of member: ID<Entity.Member>,
        after day: CivilDay,
        _ number: Int64,
        upTo last: CivilDay,
        in currency: Currency,
        session: any Session
    ) throws -> [BookedPurchase] {
        let values: [Value] = [
            .id(member), .day(day), .integer(number), .day(last), .text(currency.code),
            .count(Limits.walkRows),
        ]
        return try session.rows(selection, values) { try decode($0, member) }
    }

    private static func decode(
        _ row: any Row,
        _ member: ID<Entity.Member>
    ) throws -> BookedPurchase {
        BookedPurchase(
            id: try row.id(0),
            member: member,
            sequence: row.integer(1),
            number: row.integer(2),
            day: row.day(3),
            instant: row.instant(4),
            amountMinor: row.integer(5),
            merchant: row.optionalText(6),
            category: row.optionalText(7),
            edited: row.optionalText(8),
            isCharge: row.text(9) == "charge",
            isFinal: row.text(10) != "pending",
            decision: try decision(row)
        )
    }

    private static func decision(_ row: any Row) throws -> BookedPurchase.Decision? {
        guard let id: ID<Entity.Decision> = try row.optionalID(11) else { return nil }
        return BookedPurchase.Decision(
            id: id,
            isApproved: row.text(12) == PurchaseDecision.Answer.approve.rawValue,
            isOverridden: row.text(13) == PurchaseDecision.Reason.override.rawValue,
            walletMinor: row.optionalInteger(14),
            policyFacts: row.optionalText(15),
            isOfOwnCharge: row.text(9) == "charge"
        )
    }

    private static let wallet = Statement(
        """
        SELECT balance_after_minor FROM wallet_movements WHERE transfer_id = $1
        ORDER BY child_id LIMIT 1
        """
    )

    /// What the wallet that paid a purchase held before it, in minor units; `nil` where none paid.
    public static func walletMinor(
        before purchase: BookedPurchase,
        in session: any Session
    ) throws -> Int64? {
        try session.first(wallet, [.id(purchase.id)]) { row in
            let (sum, isOver) = row.integer(0).addingReportingOverflow(purchase.amountMinor)
            return isOver ? .max : sum
        }
    }

    // The count is looked at apart: with it SQLite would not go by the index of merchants.
    private static let atMerchant = Statement(
        """
        SELECT 1 FROM spend_by_merchant k
        WHERE k.member_id = $1 AND k.merchant_key = $2 AND k.day < $3 AND EXISTS (
            SELECT 1 FROM spend_by_merchant s
            WHERE s.member_id = k.member_id AND s.day = k.day
                AND s.merchant_key = k.merchant_key AND s.purchase_count > 0
        )
        LIMIT 1
        """
    )
    private static let inCategory = Statement(
        """
        SELECT 1 FROM spend_by_day
        WHERE member_id = $1 AND guardian_category = $2 AND day < $3 AND purchase_count > 0
        LIMIT 1
        """
    )

    /// Whether a member had bought from a merchant before a day.
    public static func isKnown(
        merchant key: String,
        to member: ID<Entity.Member>,
        before day: CivilDay,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [.id(member), .text(key), .day(day)]
        return try session.first(atMerchant, values) { _ in true } ?? false
    }

    /// Whether a member had bought in a Guardian category before a day.
    public static func isKnown(
        category: String,
        to member: ID<Entity.Member>,
        before day: CivilDay,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [.id(member), .text(category), .day(day)]
        return try session.first(inCategory, values) { _ in true } ?? false
    }
}
