public import Kernel
public import SQL

/// A card as it is stored.
public struct FundingSourceRecord: Sendable, Equatable {
    /// The integer id; 0 before the database gave one.
    public var number: Serial<Entity.FundingSource>
    /// The id.
    public let id: ID<Entity.FundingSource>
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The ledger account its charges leave.
    public let account: ID<Entity.Account>
    /// The processor.
    public let provider: String
    /// The processor's id of the card.
    public let externalID: String
    /// The processor's id of the member.
    public let customer: String
    /// Its name.
    public let label: String
    /// When it was added.
    public let createdAt: Timestamp

    /// Makes a record.
    public init(
        number: Serial<Entity.FundingSource> = Serial(0),
        id: ID<Entity.FundingSource>,
        member: ID<Entity.Member>,
        account: ID<Entity.Account>,
        provider: String,
        externalID: String,
        customer: String,
        label: String,
        createdAt: Timestamp
    ) {
        self.number = number
        self.id = id
        self.member = member
        self.account = account
        self.provider = provider
        self.externalID = externalID
        self.customer = customer
        self.label = label
        self.createdAt = createdAt
    }
}

/// The cards of all members.
public enum FundingSources {
    private static let insertion = Statement(
        """
        INSERT INTO funding_sources
            (id, member_id, account_id, provider, external_id, customer, label, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        RETURNING number
        """
    )

    /// Adds a card.
    ///
    /// - Returns: Its integer id.
    /// - Throws: `DatabaseError`.
    public static func insert(
        _ source: FundingSourceRecord,
        in session: any Session
    ) throws -> Serial<Entity.FundingSource> {
        let values: [Value] = [
            .id(source.id), .id(source.member), .id(source.account), .text(source.provider),
            .text(source.externalID), .text(source.customer), .text(source.label),
            .instant(source.createdAt),
        ]
        let number = try session.first(insertion, values) {
            $0.serial(0, Entity.FundingSource.self)
        }
        guard let number else {
            throw DatabaseError(.corrupt, "a card was added and not returned")
        }
        return number
    }

    private static let columns = """
        SELECT number, id, member_id, account_id, provider, external_id, customer, label,
            created_at_ms
        FROM funding_sources
        """
    private static let byNumber = Statement("\(columns) WHERE number = $1 AND member_id = $2")
    private static let byCard = Statement(
        "\(columns) WHERE member_id = $1 AND provider = $2 AND external_id = $3"
    )
    private static let oldest = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY number LIMIT 1"
    )

    /// Finds a card of a member.
    ///
    /// - Throws: `DatabaseError`.
    public static func find(
        _ number: Serial<Entity.FundingSource>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(byNumber, [.integer(number.value), .id(member)], decode)
    }

    /// Finds a card of a member by the processor's id of it.
    ///
    /// - Throws: `DatabaseError`.
    public static func find(
        _ externalID: String,
        at provider: String,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(byCard, [.id(member), .text(provider), .text(externalID)], decode)
    }

    /// The member's first card, which is charged when none is named.
    ///
    /// - Throws: `DatabaseError`.
    public static func standard(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(oldest, [.id(member)], decode)
    }

    private static func decode(_ row: any Row) throws -> FundingSourceRecord {
        FundingSourceRecord(
            number: row.serial(0),
            id: try row.id(1),
            member: try row.id(2),
            account: try row.id(3),
            provider: row.text(4),
            externalID: row.text(5),
            customer: row.text(6),
            label: row.text(7),
            createdAt: row.instant(8)
        )
    }
}
