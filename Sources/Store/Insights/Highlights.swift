public import Kernel
public import SQL

/// A month's highlight that the language model wrote, with what it was written from.
public struct StoredHighlight: Sendable, Equatable {
    /// The month.
    public let month: CivilMonth
    /// SHA-256 in hexadecimal of the facts that it was written from.
    public let fingerprint: String
    /// One line.
    public let title: String
    /// Some sentences.
    public let summary: String
    /// How the month went: `POSITIVE`, `NEUTRAL` or `NEGATIVE`.
    public let sentiment: String
    /// What to do; a line each.
    public let recommendations: [String]

    /// Makes one to be stored.
    public init(
        month: CivilMonth,
        fingerprint: String,
        title: String,
        summary: String,
        sentiment: String,
        recommendations: [String]
    ) {
        self.month = month
        self.fingerprint = fingerprint
        self.title = title
        self.summary = summary
        self.sentiment = sentiment
        self.recommendations = recommendations
    }
}

/// Months of members in a few sentences, as the language model wrote them.
public enum Highlights {
    private static let columns = """
        SELECT month, fingerprint, title, summary, sentiment, recommendations FROM highlights
        """
    private static let ofMonth = Statement("\(columns) WHERE member_id = $1 AND month = $2")

    /// The one of a month, whether or not its facts are still the same.
    public static func find(
        _ month: CivilMonth,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> StoredHighlight? {
        try session.first(ofMonth, [.id(member), .day(month.firstDay)], decode)
    }

    private static let newest = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY month DESC LIMIT 1"
    )

    /// The one of the latest month that has one.
    public static func latest(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> StoredHighlight? {
        try session.first(newest, [.id(member)], decode)
    }

    private static let upsert = Statement(
        """
        INSERT INTO highlights
            (member_id, month, fingerprint, title, summary, sentiment, recommendations,
             written_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (member_id, month) DO UPDATE SET
            fingerprint = excluded.fingerprint, title = excluded.title,
            summary = excluded.summary, sentiment = excluded.sentiment,
            recommendations = excluded.recommendations, written_at_ms = excluded.written_at_ms
        """
    )
    private static let removal = Statement(
        """
        DELETE FROM highlights WHERE (member_id, month) IN (
            SELECT member_id, month FROM highlights WHERE member_id = $1
            ORDER BY month DESC LIMIT $2 OFFSET $3
        )
        """
    )

    /// Stores one in the place of the month's former one; of too many, those of the earliest months
    /// are forgotten.
    ///
    /// No recommendation has more than one line.
    public static func save(
        _ stored: StoredHighlight,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        precondition(
            stored.recommendations.allSatisfy { !$0.isEmpty && !$0.unicodeScalars.contains("\n") },
            "a recommendation is a line"
        )
        try session.run(
            upsert,
            [
                .id(member), .day(stored.month.firstDay), .text(stored.fingerprint),
                .text(stored.title), .text(stored.summary), .text(stored.sentiment),
                .text(stored.recommendations.joined(separator: "\n")), .instant(now),
            ]
        )
        try session.run(
            removal,
            [.id(member), .count(Limits.walkRows), .count(Limits.highlightsPerMember)]
        )
    }

    private static let forgetting = Statement("DELETE FROM highlights WHERE member_id = $1")

    /// Forgets all of a member, whose transactions are gone.
    public static func removeAll(of member: ID<Entity.Member>, in session: any Session) throws {
        try session.run(forgetting, [.id(member)])
    }

    private static func decode(_ row: any Row) -> StoredHighlight {
        StoredHighlight(
            month: row.day(0).month,
            fingerprint: row.text(1),
            title: row.text(2),
            summary: row.text(3),
            sentiment: row.text(4),
            recommendations: row.text(5).split(separator: "\n").map(String.init)
        )
    }
}
