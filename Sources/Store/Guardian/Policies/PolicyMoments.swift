public import Guardian
public import Kernel
public import SQL

/// Something that windows of policies look back on: a purchase of the ledger or a decision.
public struct PolicyMoment: Sendable, Hashable {
    /// When it was.
    public let at: Timestamp
    /// The transfer that began the purchase, or the decision.
    public let source: RawID
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// What it counts as.
    public let subject: PolicyWindow.Subject
    /// The Guardian word for what was bought.
    public let category: String
    /// The merchant's name under which equal merchants meet.
    public let merchantKey: String
    /// Minor units of the household's currency.
    public let amountMinor: Int64

    /// Makes a moment.
    public init(
        at instant: Timestamp,
        source: RawID,
        member: ID<Entity.Member>,
        subject: PolicyWindow.Subject,
        category: String,
        merchantKey: String,
        amountMinor: Int64
    ) {
        at = instant
        self.source = source
        self.member = member
        self.subject = subject
        self.category = category
        self.merchantKey = merchantKey
        self.amountMinor = amountMinor
    }
}

/// A moment as a purchase sees it: which of the scopes hold both.
public struct SeenMoment: Sendable, Equatable {
    /// When it was.
    public let at: Timestamp
    /// What it counts as.
    public let subject: PolicyWindow.Subject
    /// Minor units of the household's currency.
    public let amountMinor: Int64
    fileprivate let isOfMember: Bool
    fileprivate let isInCategory: Bool
    fileprivate let isAtMerchant: Bool

    /// Whether a scope holds it beside the purchase.
    public func isIn(_ scope: PolicyWindow.Scope) -> Bool {
        (scope.isOfHousehold || isOfMember) && (!scope.isOfCategory || isInCategory)
            && (!scope.isOfMerchant || isAtMerchant)
    }
}

/// What windows look back on, one by one, of households in which policies are asked.
public enum PolicyMoments {
    private static let insertion = RowsStatement(
        [.text, .bigint, .text, .text, .text, .text, .text, .bigint]
    ) { rows in
        """
        INSERT INTO policy_moments
            (household_id, at_ms, source_id, member_id, subject, category, merchant_key,
             amount_minor)
        VALUES \(rows)
        """
    }

    /// Adds moments.
    public static func insert(
        _ moments: [PolicyMoment],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            moments.map { moment in
                [
                    .id(household), .instant(moment.at), .text(moment.source.text),
                    .id(moment.member), .text(moment.subject.rawValue), .text(moment.category),
                    .text(moment.merchantKey), .integer(moment.amountMinor),
                ]
            }
        )
    }

    private static let removal = Statement(
        """
        DELETE FROM policy_moments WHERE household_id = $1 AND at_ms = $2 AND source_id = $3
        RETURNING at_ms, source_id, member_id, subject, category, merchant_key, amount_minor
        """
    )

    /// Takes a moment away.
    ///
    /// - Returns: What it was; `nil` when it was not there.
    public static func remove(
        _ source: RawID,
        at instant: Timestamp,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> PolicyMoment? {
        let values: [Value] = [.id(household), .instant(instant), .text(source.text)]
        return try session.first(removal, values, decode)
    }

    private static let selection = RowsStatement([.text, .bigint, .bigint]) { rows in
        """
        SELECT m.at_ms, m.source_id, m.member_id, m.subject, m.category, m.merchant_key,
            m.amount_minor
        FROM (VALUES \(rows)) AS v
        JOIN policy_moments m ON m.household_id = v.column1
            AND m.at_ms >= v.column2 AND m.at_ms < v.column3
        """
    }

    /// A household's moments of spans, each from an instant up to another one, which is not in it.
    ///
    /// - Complexity: O(moments in them).
    public static func list(
        of household: ID<Entity.Household>,
        _ spans: [Range<Timestamp>],
        in session: any Session
    ) throws -> [PolicyMoment] {
        try session.rows(
            selection,
            spans.map { [.id(household), .instant($0.lowerBound), .instant($0.upperBound)] },
            decode
        )
    }

    private static let sight = RowsStatement([.bigint, .bigint], after: 4) { rows in
        """
        SELECT m.at_ms, m.subject, m.amount_minor,
            CASE WHEN m.member_id = $2 THEN 1 ELSE 0 END,
            CASE WHEN m.category = $3 THEN 1 ELSE 0 END,
            CASE WHEN m.merchant_key = $4 THEN 1 ELSE 0 END
        FROM (VALUES \(rows)) AS v
        JOIN policy_moments m ON m.household_id = $1
            AND m.at_ms >= v.column1 AND m.at_ms < v.column2
        """
    }

    /// A household's moments of spans, as a purchase sees them that is of a member, in a category
    /// and at a merchant.
    ///
    /// - Complexity: O(moments in them).
    public static func seen(
        by member: ID<Entity.Member>,
        inCategory category: String,
        atMerchant merchantKey: String,
        of household: ID<Entity.Household>,
        _ spans: [Range<Timestamp>],
        in session: any Session
    ) throws -> [SeenMoment] {
        try session.rows(
            sight,
            after: [.id(household), .id(member), .text(category), .text(merchantKey)],
            spans.map { [.instant($0.lowerBound), .instant($0.upperBound)] }
        ) { row in
            SeenMoment(
                at: row.instant(0),
                subject: try PolicyWindow.Subject(rawValue: row.text(1))
                    .orCorrupt("a moment's subject is unknown"),
                amountMinor: row.integer(2),
                isOfMember: row.flag(3),
                isInCategory: row.flag(4),
                isAtMerchant: row.flag(5)
            )
        }
    }

    private static let emptying = Statement(
        """
        DELETE FROM policy_moments WHERE (household_id, at_ms, source_id) IN (
            SELECT household_id, at_ms, source_id FROM policy_moments
            WHERE household_id = $1 AND at_ms < $2 ORDER BY at_ms LIMIT $3
        )
        """
    )

    /// Forgets what was before an instant, at most so much of it.
    ///
    /// - Returns: How many rows there were.
    @discardableResult
    public static func remove(
        of household: ID<Entity.Household>,
        before instant: Timestamp,
        upTo most: Int,
        in session: any Session
    ) throws -> Int {
        try session.run(emptying, [.id(household), .instant(instant), .count(most)])
    }

    private static func decode(_ row: any Row) throws -> PolicyMoment {
        PolicyMoment(
            at: row.instant(0),
            source: try RawID(row.text(1)).orCorrupt("a moment has no source"),
            member: try row.id(2),
            subject: try PolicyWindow.Subject(rawValue: row.text(3))
                .orCorrupt("a moment's subject is unknown"),
            category: row.text(4),
            merchantKey: row.text(5),
            amountMinor: row.integer(6)
        )
    }
}
