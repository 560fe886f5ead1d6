public import Kernel
public import SQL

/// A parent's one-time permission as it is stored.
public struct OverrideRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Override>
    /// Whom it is for.
    public let member: ID<Entity.Member>
    /// The parent who gave it.
    public let createdBy: ID<Entity.Member>
    /// The merchant as it was written.
    public let merchant: String
    /// The merchant's name under which equal merchants meet.
    public let merchantKey: String
    /// The exact amount, in minor units.
    public let amountMinor: Int64
    /// When it was given.
    public let createdAt: Timestamp

    /// Makes a record.
    public init(
        id: ID<Entity.Override>,
        member: ID<Entity.Member>,
        createdBy: ID<Entity.Member>,
        merchant: String,
        merchantKey: String,
        amountMinor: Int64,
        createdAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.createdBy = createdBy
        self.merchant = merchant
        self.merchantKey = merchantKey
        self.amountMinor = amountMinor
        self.createdAt = createdAt
    }
}

/// The overrides of all members.
public enum Overrides {
    private static let insertion = Statement(
        """
        INSERT INTO overrides
            (id, member_id, created_by, merchant, merchant_key, amount_minor, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    /// Adds an override.
    public static func insert(_ record: OverrideRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [
                .id(record.id), .id(record.member), .id(record.createdBy), .text(record.merchant),
                .text(record.merchantKey), .integer(record.amountMinor),
                .instant(record.createdAt),
            ]
        )
    }

    private static let whereUnused = """
        WHERE id = $1 AND used_by IS NULL AND used_by_charge IS NULL
        """
    private static let use = Statement("UPDATE overrides SET used_by = $2 \(whereUnused)")
    private static let useByCharge = Statement(
        "UPDATE overrides SET used_by_charge = $2 \(whereUnused)"
    )
    private static let usedBefore = "an override was used before"

    /// Uses an override up for a decision.
    ///
    /// - Throws: `DatabaseError` `conflict` when it was used before.
    public static func use(
        _ id: ID<Entity.Override>,
        by decision: ID<Entity.Decision>,
        in session: any Session
    ) throws {
        try session.changeOne(use, [.id(id), .id(decision)], orConflict: usedBefore)
    }

    /// Uses an override up for a charge.
    ///
    /// - Throws: `DatabaseError` `conflict` when it was used before.
    public static func use(
        _ id: ID<Entity.Override>,
        byCharge charge: ID<Entity.Charge>,
        in session: any Session
    ) throws {
        try session.changeOne(useByCharge, [.id(id), .id(charge)], orConflict: usedBefore)
    }

    /// Finds the oldest override that may be used for exactly a purchase.
    ///
    /// The one rule, for decisions and for charges.
    ///
    /// Its values `$1` to `$5` are the member, the merchant's key, the minor units,
    /// ``oldest(at:)`` and the instant of the purchase.
    static let usable = """
        SELECT id FROM overrides
        WHERE member_id = $1 AND merchant_key = $2 AND amount_minor = $3
            AND created_at_ms > $4 AND created_at_ms <= $5
            AND used_by IS NULL AND used_by_charge IS NULL
        ORDER BY created_at_ms, number LIMIT 1
        """
    private static let oldestUnused = Statement(usable)

    /// After when an override must have been created to be of use at an instant.
    static func oldest(at now: Timestamp) -> Timestamp {
        now.adding(milliseconds: -Limits.overrideMilliseconds)
    }

    /// The oldest unused override for exactly this purchase that is not too old.
    public static func unused(
        by member: ID<Entity.Member>,
        merchantKey: String,
        amountMinor: Int64,
        now: Timestamp,
        in session: any Session
    ) throws -> ID<Entity.Override>? {
        let values: [Value] = [
            .id(member), .text(merchantKey), .integer(amountMinor), .instant(oldest(at: now)),
            .instant(now),
        ]
        return try session.first(oldestUnused, values) { try $0.id(0) }
    }
}
