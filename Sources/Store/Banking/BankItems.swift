public import Kernel
public import SQL

/// A sign-in at a bank, through which accounts are read.
public struct BankItemRecord: Sendable, Equatable {
    /// How it is with it.
    public enum State: String, Sendable, CaseIterable {
        /// It is read.
        case good
        /// The bank wants the member to sign in again.
        case loginRequired = "login_required"
        /// The member gave it up; the provider may not know yet.
        case removed
    }

    /// What a sync brought.
    public struct Counts: Sendable, Equatable {
        /// Records that are new.
        public var added = 0
        /// Records that are not as they were.
        public var updated = 0
        /// Records that are gone.
        public var removed = 0

        /// Makes counts of a sync that brought nothing.
        public init(added: Int = 0, updated: Int = 0, removed: Int = 0) {
            self.added = added
            self.updated = updated
            self.removed = removed
        }
    }

    /// The id.
    public let id: ID<Entity.BankItem>
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The provider's name.
    public let provider: String
    /// The provider's id of it.
    public var providerItem: String
    /// The provider's id of the institution, where it tells one.
    public var institutionID: String?
    /// The institution's name.
    public var institution: String
    /// What opens it, sealed.
    public var sealedToken: String
    /// How far its transactions were read; `nil` at the beginning.
    public var cursor: String?
    /// How it is with it.
    public var state: State
    /// The provider's word for what went wrong last.
    public var errorCode: String?
    /// How often in a row a sync failed.
    public var failures: Int
    /// When it is read next by itself.
    public var lookAt: Timestamp?
    /// Who reads it now.
    public var lease: String?
    /// Until when that one counts as alive.
    public var leasedUntil: Timestamp?
    /// Whether everything that the bank has of the past was read.
    public var isHistoryComplete: Bool
    /// When it was last read to its end.
    public var syncedAt: Timestamp?
    /// What the last sync brought.
    public var counts: Counts
    /// When it was linked.
    public let createdAt: Timestamp

    /// Makes a record of what was just linked.
    public init(
        id: ID<Entity.BankItem>,
        member: ID<Entity.Member>,
        provider: String,
        providerItem: String,
        institutionID: String?,
        institution: String,
        sealedToken: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.provider = provider
        self.providerItem = providerItem
        self.institutionID = institutionID
        self.institution = institution
        self.sealedToken = sealedToken
        state = .good
        failures = 0
        lookAt = createdAt
        isHistoryComplete = false
        counts = Counts()
        self.createdAt = createdAt
    }

    /// Whether somebody reads it at an instant.
    public func isLeased(at now: Timestamp) -> Bool {
        lease != nil && (leasedUntil.map { $0 > now } ?? false)
    }
}

/// The sign-ins at banks.
public enum BankItems {
    private static let insertion = Statement(
        """
        INSERT INTO bank_items
            (id, member_id, provider, provider_item, institution_id, institution_name,
             sealed_token, cursor, state, error_code, failures, look_at_ms, lease,
             leased_until_ms, history_complete, synced_at_ms, rows_added, rows_updated,
             rows_removed, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19, $20)
        """
    )

    /// Adds an item.
    public static func insert(_ item: BankItemRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [.id(item.id), .id(item.member), .text(item.provider)] + values(of: item) + [
                .instant(item.createdAt)
            ]
        )
    }

    private static let update = Statement(
        """
        UPDATE bank_items SET provider_item = $2, institution_id = $3, institution_name = $4,
            sealed_token = $5, cursor = $6, state = $7, error_code = $8, failures = $9,
            look_at_ms = $10, lease = $11, leased_until_ms = $12, history_complete = $13,
            synced_at_ms = $14, rows_added = $15, rows_updated = $16, rows_removed = $17
        WHERE id = $1
        """
    )

    /// Stores what is known of an item by now.
    public static func save(_ item: BankItemRecord, in session: any Session) throws {
        let changed = try session.run(update, [.id(item.id)] + values(of: item))
        precondition(changed == 1, "an item that was read is still there")
    }

    private static func values(of item: BankItemRecord) -> [Value] {
        [
            .text(item.providerItem), .text(item.institutionID), .text(item.institution),
            .text(item.sealedToken), .text(item.cursor), .text(item.state.rawValue),
            .text(item.errorCode), .count(item.failures), .instant(item.lookAt),
            .text(item.lease), .instant(item.leasedUntil), .flag(item.isHistoryComplete),
            .instant(item.syncedAt), .count(item.counts.added), .count(item.counts.updated),
            .count(item.counts.removed),
        ]
    }

    private static let leasing = Statement(
        """
        UPDATE bank_items SET lease = $2, leased_until_ms = $3
        WHERE id = $1 AND state <> 'removed'
            AND (COALESCE(lease, $2) = $2 OR leased_until_ms <= $4)
        """
    )

    /// Takes an item to read it, or keeps it, unless somebody else has it.
    ///
    /// - Returns: Whether it was had.
    public static func lease(
        _ item: ID<Entity.BankItem>,
        by name: String,
        until end: Timestamp,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [.id(item), .text(name), .instant(end), .instant(now)]
        return try session.run(leasing, values) == 1
    }

    private static let farewell = Statement(
        """
        UPDATE bank_items SET state = 'removed', lease = NULL, leased_until_ms = NULL,
            look_at_ms = $2
        WHERE member_id = $1
        """
    )

    /// Leaves whatever a member has linked to be given up at its provider.
    public static func leave(
        of member: ID<Entity.Member>,
        at now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(farewell, [.id(member), .instant(now)])
    }

    private static let detachment = Statement(
        "UPDATE bank_accounts SET item_id = NULL WHERE item_id = $1"
    )
    private static let deletion = Statement("DELETE FROM bank_items WHERE id = $1")

    /// Forgets an item whose provider gave it up; its accounts stay, and are read by none.
    public static func delete(_ item: ID<Entity.BankItem>, in session: any Session) throws {
        try session.run(detachment, [.id(item)])
        try session.run(deletion, [.id(item)])
    }

    private static let columns = """
        SELECT id, member_id, provider, provider_item, institution_id, institution_name,
            sealed_token, cursor, state, error_code, failures, look_at_ms, lease, leased_until_ms,
            history_complete, synced_at_ms, rows_added, rows_updated, rows_removed, created_at_ms
        FROM bank_items
        """
    private static let byID = Statement("\(columns) WHERE id = $1")
    private static let byProvider = Statement(
        "\(columns) WHERE provider = $1 AND provider_item = $2"
    )
    private static let byMember = Statement(
        "\(columns) WHERE member_id = $1 AND state <> 'removed' ORDER BY number LIMIT $2"
    )
    private static let dueSelection = Statement(
        "\(columns) WHERE look_at_ms <= $1 ORDER BY look_at_ms, number LIMIT $2"
    )

    /// Finds an item.
    public static func find(
        _ id: ID<Entity.BankItem>,
        in session: any Session
    ) throws -> BankItemRecord? {
        try session.first(byID, [.id(id)], decode)
    }

    /// Finds an item by its provider's id.
    public static func find(
        providerItem: String,
        of provider: String,
        in session: any Session
    ) throws -> BankItemRecord? {
        try session.first(byProvider, [.text(provider), .text(providerItem)], decode)
    }

    /// What a member has linked, the oldest first.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [BankItemRecord] {
        try session.rows(byMember, [.id(member), .count(Limits.bankItems)], decode)
    }

    /// The items that are to be looked at, the longest due first.
    ///
    /// - Returns: At most ``Limits/bankItemsDue``.
    public static func due(at now: Timestamp, in session: any Session) throws -> [BankItemRecord] {
        try session.rows(dueSelection, [.instant(now), .count(Limits.bankItemsDue)], decode)
    }

    private static let spending = Statement(
        """
        INSERT INTO used_public_tokens (hash, used_at_ms) VALUES ($1, $2)
        ON CONFLICT (hash) DO NOTHING
        """
    )
    private static let spent = Statement("SELECT 1 FROM used_public_tokens WHERE hash = $1")

    /// Uses a public token, known by its hash.
    ///
    /// - Returns: Whether this was the first time.
    public static func spend(
        publicToken hash: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(spending, [.text(hash), .instant(now)]) == 1
    }

    /// Whether a public token was used.
    public static func isSpent(publicToken hash: String, in session: any Session) throws -> Bool {
        try session.first(spent, [.text(hash)]) { _ in true } ?? false
    }

    private static func decode(_ row: any Row) throws -> BankItemRecord {
        var item = BankItemRecord(
            id: try row.id(0),
            member: try row.id(1),
            provider: row.text(2),
            providerItem: row.text(3),
            institutionID: row.optionalText(4),
            institution: row.text(5),
            sealedToken: row.text(6),
            createdAt: row.instant(19)
        )
        item.cursor = row.optionalText(7)
        item.state = try BankItemRecord.State(rawValue: row.text(8))
            .orCorrupt("an item is in an unknown state")
        item.errorCode = row.optionalText(9)
        item.failures = Int(row.integer(10))
        item.lookAt = row.optionalInstant(11)
        item.lease = row.optionalText(12)
        item.leasedUntil = row.optionalInstant(13)
        item.isHistoryComplete = row.flag(14)
        item.syncedAt = row.optionalInstant(15)
        item.counts = BankItemRecord.Counts(
            added: Int(row.integer(16)),
            updated: Int(row.integer(17)),
            removed: Int(row.integer(18))
        )
        return item
    }
}
