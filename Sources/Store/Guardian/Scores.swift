public import Guardian
public import Kernel
public import SQL

/// A scored purchase as it is stored, so that feedback may name it.
public struct ScoreRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Decision>
    /// Whose purchase it is.
    public let member: ID<Entity.Member>
    /// Who asked.
    public let askedBy: ID<Entity.Member>
    /// The price in minor units.
    public let amountMinor: Int64
    /// The merchant as it was named.
    public let merchant: String
    /// The category as it was scored.
    public let category: String
    /// The model's log-odds, without anything learned.
    public let modelLogit: Double
    /// `ALLOW` or `BLOCK`.
    public let answer: String
    /// When it was scored.
    public let scoredAt: Timestamp

    /// Makes a record.
    public init(
        id: ID<Entity.Decision>,
        member: ID<Entity.Member>,
        askedBy: ID<Entity.Member>,
        amountMinor: Int64,
        merchant: String,
        category: String,
        modelLogit: Double,
        answer: String,
        scoredAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.askedBy = askedBy
        self.amountMinor = amountMinor
        self.merchant = merchant
        self.category = category
        self.modelLogit = modelLogit
        self.answer = answer
        self.scoredAt = scoredAt
    }
}

/// The scored purchases of all members.
public enum Scores {
    private static let insertion = Statement(
        """
        INSERT INTO scores
            (id, member_id, asked_by, amount_minor, merchant, category, model_logit, answer,
             scored_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    )

    /// Keeps a score.
    public static func insert(_ score: ScoreRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [
                .id(score.id), .id(score.member), .id(score.askedBy),
                .integer(score.amountMinor), .text(score.merchant), .text(score.category),
                .real(score.modelLogit), .text(score.answer), .instant(score.scoredAt),
            ]
        )
    }

    private static let selection = Statement(
        """
        SELECT member_id, amount_minor, merchant, category, model_logit, answer, scored_at_ms
        FROM scores WHERE id = $1 AND asked_by = $2
        """
    )

    /// The score that a member asked for.
    public static func find(
        _ id: ID<Entity.Decision>,
        askedBy: ID<Entity.Member>,
        in session: any Session
    ) throws -> ScoreRecord? {
        try session.first(selection, [.id(id), .id(askedBy)]) { row in
            ScoreRecord(
                id: id,
                member: try row.id(0),
                askedBy: askedBy,
                amountMinor: row.integer(1),
                merchant: row.text(2),
                category: row.text(3),
                modelLogit: row.real(4),
                answer: row.text(5),
                scoredAt: row.instant(6)
            )
        }
    }

    private static let facts = Statement(
        """
        SELECT profiles.profile, profiles.monthly_income_minor,
            (
                SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM spend_by_day
                WHERE member_id = $1 AND guardian_category = $2 AND day >= $3 AND day <= $4
            ),
            (
                SELECT value FROM offsets
                WHERE member_id = $1 AND kind = 'member' AND word = ''
            ),
            (
                SELECT value FROM offsets
                WHERE member_id = $1 AND kind = 'category' AND word = $2
            ),
            (
                SELECT value FROM offsets
                WHERE member_id = $1 AND kind = 'merchant' AND word = $5
            )
        FROM (SELECT 1 AS one) AS purchase
        LEFT JOIN profiles ON profiles.member_id = $1
        """
    )

    /// What a score depends on of its member, in one statement.
    ///
    /// - Complexity: O(days of the month), whatever the history's length.
    public static func facts(
        of member: ID<Entity.Member>,
        category: String,
        merchantKey: String,
        currency: Currency,
        today: CivilDay,
        in session: any Session
    ) throws -> ScoringFacts.Member {
        let values: [Value] = [
            .id(member), .text(category), .day(today.month.firstDay), .day(today),
            .text(merchantKey),
        ]
        return try session.first(facts, values) { row in
            ScoringFacts.Member(
                profile: row.isNull(0) ? .average : try Profiles.profile(row.text(0)),
                monthlyIncome: Money(
                    minor: row.optionalInteger(1) ?? SpendingProfile.standardIncomeMinor,
                    currency: currency
                ),
                spendBefore: Money(minor: row.integer(2), currency: currency),
                offsets: PersonalOffsets(
                    member: row.real(3),
                    category: row.real(4),
                    merchant: row.real(5)
                )
            )
        }.orCorrupt("a row of one was not returned")
    }
}
