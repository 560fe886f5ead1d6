public import Kernel
public import SQL

/// A card or a child's wallet that is charged, as it is stored.
public struct FundingSourceRecord: Sendable, Equatable {
    /// What a funding source is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A card, charged through a processor.
        case card
        /// A child's wallet, charged by Purser itself.
        case wallet
    }

    /// The integer id; 0 before the database gave one.
    public var number: Serial<Entity.FundingSource>
    /// The id.
    public let id: ID<Entity.FundingSource>
    /// What it is.
    public let kind: Kind
    /// Whether it was made what is charged when none is named; without that it is the oldest card.
    public var isDefault: Bool
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The ledger account its charges leave.
    public let account: ID<Entity.Account>
    /// The processor.
    public let provider: String
    /// The processor's id of the card; empty for a wallet, so that no card has the same.
    public let externalID: String
    /// The processor's id of the member; empty for a wallet.
    public let customer: String
    /// Its name.
    public let label: String
    /// When it was added.
    public let createdAt: Timestamp

    /// Makes a record.
    public init(
        number: Serial<Entity.FundingSource> = Serial(0),
        id: ID<Entity.FundingSource>,
        kind: Kind = .card,
        isDefault: Bool = false,
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
        self.kind = kind
        self.isDefault = isDefault
        self.member = member
        self.account = account
        self.provider = provider
        self.externalID = externalID
        self.customer = customer
        self.label = label
        self.createdAt = createdAt
    }
}

/// The cards of all members, and the wallets that children pay with.
public enum FundingSources {
    private static let insertion = Statement(
        """
        INSERT INTO funding_sources
            (id, member_id, account_id, provider, external_id, customer, label, created_at_ms,
             kind, is_default)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        RETURNING number
        """
    )

    /// Adds a card or a wallet.
    ///
    /// - Returns: Its integer id.
    public static func insert(
        _ source: FundingSourceRecord,
        in session: any Session
    ) throws -> Serial<Entity.FundingSource> {
        let values: [Value] = [
            .id(source.id), .id(source.member), .id(source.account), .text(source.provider),
            .text(source.externalID), .text(source.customer), .text(source.label),
            .instant(source.createdAt), .text(source.kind.rawValue), .flag(source.isDefault),
        ]
        return try session.first(insertion, values) { $0.serial(0) }
            .orCorrupt("a funding source was added and not returned")
    }

    private static let columns = """
        SELECT number, id, member_id, account_id, provider, external_id, customer, label,
            created_at_ms, kind, is_default
        FROM funding_sources
        """
    private static let byNumber = Statement(
        "\(columns) WHERE number = $1 AND member_id = $2 AND (kind = 'card' OR is_default = 1)"
    )
    private static let byCard = Statement(
        """
        \(columns)
        WHERE member_id = $1 AND provider = $2 AND external_id = $3 AND kind = 'card'
        """
    )
    private static let byWallet = Statement(
        "\(columns) WHERE member_id = $1 AND kind = 'wallet' LIMIT 1"
    )
    private static let byDefault = Statement(
        "\(columns) WHERE member_id = $1 AND is_default = 1"
    )
    private static let firstCard = Statement(
        "\(columns) WHERE member_id = $1 AND kind = 'card' ORDER BY number LIMIT 1"
    )

    /// Finds what a member may pay with: one of its cards, or its wallet while that is the default.
    public static func find(
        _ number: Serial<Entity.FundingSource>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(byNumber, [.integer(number.value), .id(member)], decode)
    }

    /// Finds a card of a member by the processor's id of it.
    public static func find(
        _ externalID: String,
        at provider: String,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(byCard, [.id(member), .text(provider), .text(externalID)], decode)
    }

    /// Finds a child's wallet among what it pays with, be it the default or not any more.
    public static func wallet(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(byWallet, [.id(member)], decode)
    }

    private static let update = Statement(
        "UPDATE funding_sources SET is_default = $2 WHERE number = $1"
    )

    /// Stores whether a funding source is its member's default; at most one of a member's is.
    public static func setDefault(
        _ isDefault: Bool,
        _ number: Serial<Entity.FundingSource>,
        in session: any Session
    ) throws {
        let changed = try session.run(update, [.integer(number.value), .flag(isDefault)])
        precondition(changed == 1, "a funding source that was read is still there")
    }

    /// What is charged when none is named: what was made the default, else the member's first card.
    public static func standard(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord? {
        try session.first(byDefault, [.id(member)], decode)
            ?? session.first(firstCard, [.id(member)], decode)
    }

    private static func decode(_ row: any Row) throws -> FundingSourceRecord {
        FundingSourceRecord(
            number: row.serial(0),
            id: try row.id(1),
            kind: try FundingSourceRecord.Kind(rawValue: row.text(9))
                .orCorrupt("a funding source is of an unknown kind"),
            isDefault: row.flag(10),
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
