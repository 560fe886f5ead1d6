public import Kernel
public import SQL

/// What a bank or a file says of an account.
public struct BankAccountRecord: Sendable, Equatable {
    /// What kind of account it is, by its word on the wire.
    public enum Kind: String, Sendable, CaseIterable {
        /// Checking, savings and their like.
        case depository
        /// A credit card.
        case credit
        /// A loan.
        case loan
        /// Securities.
        case investment
        /// Anything else.
        case other

        /// Whether money that is owed makes its balance.
        public var isOwed: Bool { self == .credit || self == .loan }
    }

    /// The account.
    public let account: ID<Entity.Account>
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The item through which it is read; `nil` for one of files alone.
    public var item: ID<Entity.BankItem>?
    /// What it is known by where it comes from: a provider's id, or what a file names.
    public var externalKey: String
    /// A provider's id that stays when the account is linked anew, where there is one.
    public var persistentKey: String?
    /// What kind of account it is.
    public var kind: Kind
    /// What kind in particular, such as `checking`.
    public var subtype: String?
    /// The last characters of its number.
    public var mask: String?
    /// The institution's name.
    public var institution: String
    /// The balance as last reported, in minor units; below zero when money is owed.
    public var reportedMinor: Int64?
    /// What may be taken from it as last reported, in minor units.
    public var availableMinor: Int64?
    /// By how much the reported balance is more than that of the books; `nil` when it was not
    /// compared, or they are equal.
    public var differenceMinor: Int64?
    /// When it was last read from the bank.
    public var syncedAt: Timestamp?
    /// When it was unlinked.
    public var removedAt: Timestamp?
    /// When it was linked anew under another key: records told before may come by other ids.
    public var relinkedAt: Timestamp?
    /// Whether what it has is still being withdrawn: it was unlinked, or reset.
    public var isClearing: Bool

    /// Whether it is read through an item.
    public var isLinked: Bool { item != nil && removedAt == nil }

    /// Makes a record.
    public init(
        account: ID<Entity.Account>,
        member: ID<Entity.Member>,
        item: ID<Entity.BankItem>? = nil,
        externalKey: String,
        persistentKey: String? = nil,
        kind: Kind,
        subtype: String? = nil,
        mask: String? = nil,
        institution: String,
        reportedMinor: Int64? = nil,
        availableMinor: Int64? = nil,
        differenceMinor: Int64? = nil,
        syncedAt: Timestamp? = nil,
        removedAt: Timestamp? = nil,
        relinkedAt: Timestamp? = nil,
        isClearing: Bool = false
    ) {
        self.account = account
        self.member = member
        self.item = item
        self.externalKey = externalKey
        self.persistentKey = persistentKey
        self.kind = kind
        self.subtype = subtype
        self.mask = mask
        self.institution = institution
        self.reportedMinor = reportedMinor
        self.availableMinor = availableMinor
        self.differenceMinor = differenceMinor
        self.syncedAt = syncedAt
        self.removedAt = removedAt
        self.relinkedAt = relinkedAt
        self.isClearing = isClearing
    }
}

/// What banks and files say of accounts.
public enum BankAccounts {
    private static let insertion = Statement(
        """
        INSERT INTO bank_accounts
            (account_id, member_id, item_id, external_key, persistent_key, type, subtype, mask,
             institution_name, reported_minor, available_minor, difference_minor, synced_at_ms,
             removed_at_ms, relinked_at_ms, is_clearing)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
        """
    )

    /// Adds what is said of an account that was opened.
    public static func insert(_ record: BankAccountRecord, in session: any Session) throws {
        try session.run(insertion, values(of: record))
    }

    private static let update = Statement(
        """
        UPDATE bank_accounts SET member_id = $2, item_id = $3, external_key = $4,
            persistent_key = $5, type = $6, subtype = $7, mask = $8, institution_name = $9,
            reported_minor = $10, available_minor = $11, difference_minor = $12,
            synced_at_ms = $13, removed_at_ms = $14, relinked_at_ms = $15, is_clearing = $16
        WHERE account_id = $1
        """
    )

    /// Stores what is said of an account by now.
    public static func save(_ record: BankAccountRecord, in session: any Session) throws {
        let changed = try session.run(update, values(of: record))
        precondition(changed == 1, "an account that was read is still there")
    }

    private static func values(of record: BankAccountRecord) -> [Value] {
        [
            .id(record.account), .id(record.member), .id(record.item), .text(record.externalKey),
            .text(record.persistentKey), .text(record.kind.rawValue), .text(record.subtype),
            .text(record.mask), .text(record.institution), .integer(record.reportedMinor),
            .integer(record.availableMinor), .integer(record.differenceMinor),
            .instant(record.syncedAt), .instant(record.removedAt), .instant(record.relinkedAt),
            .flag(record.isClearing),
        ]
    }

    /// What a query selects of the accounts of banks that it calls so.
    static func columns(of name: String) -> String {
        [
            "account_id", "member_id", "item_id", "external_key", "persistent_key", "type",
            "subtype", "mask", "institution_name", "reported_minor", "available_minor",
            "difference_minor", "synced_at_ms", "removed_at_ms", "relinked_at_ms", "is_clearing",
        ].map { "\(name).\($0)" }.joined(separator: ", ")
    }

    private static let selection = "SELECT \(columns(of: "b")) FROM bank_accounts b"
    private static let byAccount = Statement("\(selection) WHERE b.account_id = $1")
    private static let byKey = Statement(
        "\(selection) WHERE b.member_id = $1 AND b.external_key = $2"
    )
    private static let byItem = Statement(
        "\(selection) WHERE b.item_id = $1 ORDER BY b.account_id LIMIT $2"
    )
    private static let byMember = Statement(
        "\(selection) WHERE b.member_id = $1 ORDER BY b.external_key LIMIT $2"
    )
    private static let clearing = Statement(
        "\(selection) WHERE b.is_clearing = 1 ORDER BY b.account_id LIMIT $1"
    )

    /// What is said of an account; `nil` for one of no bank.
    public static func find(
        _ account: ID<Entity.Account>,
        in session: any Session
    ) throws -> BankAccountRecord? {
        try session.first(byAccount, [.id(account)]) { try decode($0) }
    }

    /// The account of a member that is known by a key, unlinked ones too.
    public static func find(
        key: String,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> BankAccountRecord? {
        try session.first(byKey, [.id(member), .text(key)]) { try decode($0) }
    }

    /// The accounts of a member at banks, unlinked ones too.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [BankAccountRecord] {
        try session.rows(byMember, [.id(member), .count(Limits.walkRows)]) { try decode($0) }
    }

    /// Unlinked accounts of which something is still to be withdrawn.
    public static func clearing(
        most: Int,
        in session: any Session
    ) throws -> [BankAccountRecord] {
        try session.rows(clearing, [.count(most)]) { try decode($0) }
    }

    /// The accounts that are read through an item, unlinked ones too.
    public static func list(
        of item: ID<Entity.BankItem>,
        in session: any Session
    ) throws -> [BankAccountRecord] {
        try session.rows(byItem, [.id(item), .count(Limits.walkRows)]) { try decode($0) }
    }

    /// Decodes the columns of ``columns(of:)``, the first of which is at `start`.
    static func decode(_ row: any Row, from start: Int = 0) throws -> BankAccountRecord {
        BankAccountRecord(
            account: try row.id(start),
            member: try row.id(start + 1),
            item: try row.optionalID(start + 2),
            externalKey: row.text(start + 3),
            persistentKey: row.optionalText(start + 4),
            kind: try BankAccountRecord.Kind(rawValue: row.text(start + 5))
                .orCorrupt("an account at a bank is of an unknown kind"),
            subtype: row.optionalText(start + 6),
            mask: row.optionalText(start + 7),
            institution: row.text(start + 8),
            reportedMinor: row.optionalInteger(start + 9),
            availableMinor: row.optionalInteger(start + 10),
            differenceMinor: row.optionalInteger(start + 11),
            syncedAt: row.optionalInstant(start + 12),
            removedAt: row.optionalInstant(start + 13),
            relinkedAt: row.optionalInstant(start + 14),
            isClearing: row.flag(start + 15)
        )
    }
}
