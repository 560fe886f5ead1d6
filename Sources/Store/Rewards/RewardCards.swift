public import Kernel
public import Rewards
public import SQL

/// The cards of all members.
public enum RewardCards {
    private static let fields = """
        SELECT id, version, name, card_type, is_active, account_id, foreign_fee, source_id,
            source_url, source_day, bonus_category, bonus_multiplier, bonus_points,
            bonus_limit_minor, bonus_entered_minor, bonus_posted_minor, bonus_year, bonus_quarter,
            created_at_ms, updated_at_ms
        """
    private static let columns = "\(fields) FROM reward_cards"

    private static let list = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY created_at_ms DESC, id LIMIT $2"
    )

    /// The member's cards, the newest first; of one instant, in the order of their ids.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [RewardCardRecord] {
        let values: [Value] = [.id(member), .count(Limits.cardsPerMember)]
        let cards = try session.rows(list, values, decode)
        guard !cards.isEmpty else { return [] }
        let rows = try RewardRows.list(of: member, in: session)
        let limits = try RewardLimits.list(of: member, in: session)
        return cards.map { record in
            var record = record
            record.card.rows = rows[record.card.id] ?? []
            record.card.limits = limits[record.card.id] ?? []
            return record
        }
    }

    private static let selection = Statement("\(columns) WHERE id = $1 AND member_id = $2")

    /// A card of a member; `nil` when it is not theirs, or not there.
    public static func find(
        _ id: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> RewardCardRecord? {
        let found = try session.first(selection, [.id(id), .id(member)], decode)
        guard var record = found else { return nil }
        record.card.rows = try RewardRows.list(of: id, member, in: session)
        record.card.limits = try RewardLimits.list(of: id, member, in: session)
        return record
    }

    private static let byIDs = RowsStatement([.text], after: 1) { rows in
        """
        \(fields) FROM (VALUES \(rows)) AS v JOIN reward_cards ON id = v.column1
        WHERE member_id = $1
        """
    }

    /// Cards of a member by their ids, in any order.
    public static func list(
        _ ids: [ID<Entity.RewardCard>],
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [RewardCardRecord] {
        let cards = try session.rows(byIDs, after: [.id(member)], ids.map { [.id($0)] }, decode)
        let rows = try RewardRows.list(of: ids, member, in: session)
        let limits = try RewardLimits.list(of: ids, member, in: session)
        return cards.map { record in
            var record = record
            record.card.rows = rows[record.card.id] ?? []
            record.card.limits = limits[record.card.id] ?? []
            return record
        }
    }

    private static let presence = Statement("SELECT 1 FROM reward_cards WHERE id = $1")

    /// Whether any household has a card of an id.
    public static func isThere(
        _ id: ID<Entity.RewardCard>,
        in session: any Session
    ) throws -> Bool {
        try session.first(presence, [.id(id)]) { _ in true } ?? false
    }

    private static let mark = Statement(
        """
        SELECT CAST(COUNT(*) AS BIGINT), CAST(COALESCE(MAX(version), 0) AS BIGINT)
        FROM reward_cards WHERE member_id = $1
        """
    )

    /// What tells a state of a member's wallet from every other that it had or will have.
    ///
    /// A change gives a card a version above all before it, and a removal leaves fewer cards: so
    /// whoever keeps a wallet in memory need only ask for this.
    public static func mark(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> RewardWalletMark {
        try session.first(mark, [.id(member)]) { row in
            RewardWalletMark(count: Int(row.integer(0)), version: row.integer(1))
        } ?? RewardWalletMark(count: 0, version: 0)
    }

    private static let insertion = Statement(
        """
        INSERT INTO reward_cards
            (id, member_id, version, name, card_type, is_active, account_id, foreign_fee,
             source_id, source_url, source_day, bonus_category, bonus_multiplier, bonus_points,
             bonus_limit_minor, bonus_entered_minor, bonus_posted_minor, bonus_year, bonus_quarter,
             created_at_ms, updated_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19, $20, $21)
        """
    )

    /// Adds a card to a member's wallet.
    public static func insert(
        _ record: RewardCardRecord,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        let card = record.card
        try session.run(
            insertion,
            [.id(card.id), .id(member)] + values(of: record) + [
                .instant(card.createdAt), .instant(card.updatedAt),
            ]
        )
        try RewardRows.insert(card.rows, of: card.id, member, in: session)
        try RewardLimits.insert(card.limits, of: card.id, member, in: session)
    }

    private static let change = Statement(
        """
        UPDATE reward_cards SET
            version = $3, name = $4, card_type = $5, is_active = $6, account_id = $7,
            foreign_fee = $8, source_id = $9, source_url = $10, source_day = $11,
            bonus_category = $12, bonus_multiplier = $13, bonus_points = $14,
            bonus_limit_minor = $15, bonus_entered_minor = $16, bonus_posted_minor = $17,
            bonus_year = $18, bonus_quarter = $19, updated_at_ms = $20
        WHERE id = $1 AND member_id = $2
        """
    )

    /// Writes a card of a member as it is now.
    ///
    /// `before`: As it is stored; what is the same is not written again.
    public static func update(
        _ record: RewardCardRecord,
        from before: RewardCard,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        let card = record.card
        try session.run(
            change,
            [.id(card.id), .id(member)] + values(of: record) + [.instant(card.updatedAt)]
        )
        if card.rows != before.rows {
            try RewardRows.delete(of: card.id, member, in: session)
            try RewardRows.insert(card.rows, of: card.id, member, in: session)
        }
        if card.limits != before.limits {
            try RewardLimits.delete(of: card.id, member, in: session)
            try RewardLimits.insert(card.limits, of: card.id, member, in: session)
        }
    }

    private static let deletion = Statement(
        "DELETE FROM reward_cards WHERE id = $1 AND member_id = $2"
    )

    /// Removes a card of a member.
    public static func delete(
        _ id: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try RewardRows.delete(of: id, member, in: session)
        try RewardLimits.delete(of: id, member, in: session)
        try RewardPurchases.delete(of: id, member, in: session)
        try RewardAlerts.delete(of: id, member, in: session)
        try session.run(deletion, [.id(id), .id(member)])
    }

    /// What insertion and change have in common, from the version on.
    private static func values(of record: RewardCardRecord) -> [Value] {
        let card = record.card
        let bonus = card.bonus
        return [
            .integer(record.version), .text(card.name), .text(card.type.rawValue),
            .flag(card.isActive), .id(card.accountID),
            .integer(card.foreignFeeBasisPoints.map(Int64.init)),
            .text(card.source?.catalogueID), .text(card.source?.address),
            .day(card.source?.readOn),
            .text(bonus?.category.rawValue), .integer(bonus?.multiplier.hundredths),
            .text(bonus?.pointType.rawValue), .integer(bonus?.limitCents),
            .integer(bonus?.enteredCents), .integer(bonus?.postedCents),
            .integer(bonus.map { Int64($0.period.year) }),
            .integer(bonus.map { Int64($0.period.quarter) }),
        ]
    }

    private static func decode(_ row: any Row) throws -> RewardCardRecord {
        let card = RewardCard(
            id: try row.id(0),
            name: row.text(2),
            type: try CardType(rawValue: row.text(3)).orCorrupt("a type of card is unknown"),
            bonus: try bonus(row),
            isActive: row.flag(4),
            accountID: try row.optionalID(5),
            source: row.optionalText(7).map { id in
                CardSource(catalogueID: id, address: row.text(8), readOn: row.day(9))
            },
            foreignFeeBasisPoints: row.optionalInteger(6).map { Int($0) },
            createdAt: row.instant(18),
            updatedAt: row.instant(19)
        )
        return RewardCardRecord(card: card, version: row.integer(1))
    }

    private static func bonus(_ row: any Row) throws -> QuarterlyBonus? {
        guard let category = row.optionalText(10) else { return nil }
        return QuarterlyBonus(
            category: try RewardsCategory.stored(category),
            multiplier: Multiplier(hundredths: row.integer(11)),
            pointType: try PointType.stored(row.text(12)),
            limitCents: row.integer(13),
            enteredCents: row.integer(14),
            postedCents: row.integer(15),
            period: CalendarQuarter(
                year: Int(row.integer(16)),
                quarter: Int(row.integer(17))
            )
        )
    }
}

/// What tells one state of a wallet from every other that it had or will have.
public struct RewardWalletMark: Hashable, Sendable {
    /// How many cards there are.
    public let count: Int
    /// The latest version of one of them; 0 without cards.
    public let version: Int64

    /// Makes a mark.
    public init(count: Int, version: Int64) {
        self.count = count
        self.version = version
    }
}

extension RawRepresentable where RawValue == String {
    /// A word as it is stored.
    ///
    /// - Throws: `DatabaseError` `corrupt` for a word that was never stored.
    static func stored(_ text: String) throws -> Self {
        try Self(rawValue: text).orCorrupt("a word of Rewards is unknown")
    }
}
