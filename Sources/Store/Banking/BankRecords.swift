public import Kernel
public import SQL

/// A movement on an account as a bank or a file reports it.
public struct BankRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.BankRecord>
    /// The account.
    public let account: ID<Entity.Account>
    /// The reporter's own id for it, where there is one; a posted one may have another than before.
    public var providerRecord: String?
    /// The transfer that began it; what settled that one is found by it.
    public var transfer: ID<Entity.Transfer>
    /// Minor units of the account's currency; above zero for money that comes in.
    public var amountMinor: Int64
    /// The day of booking.
    public var day: CivilDay
    /// The day the member made it, where it is told.
    public var authorizedDay: CivilDay?
    /// The payee in the form in which equal ones meet.
    public var payee: String
    /// Whether the bank has not booked it yet.
    public var isPending: Bool
    /// Whether lists show it; it was withdrawn else.
    public var isShown: Bool
    /// The import that brought it.
    public var bankImport: ID<Entity.BankImport>?
    /// What was said, as JSON.
    public var original: String
    /// When it was last told anew.
    public var changedAt: Timestamp

    /// Makes a record.
    public init(
        id: ID<Entity.BankRecord>,
        account: ID<Entity.Account>,
        providerRecord: String?,
        transfer: ID<Entity.Transfer>,
        amountMinor: Int64,
        day: CivilDay,
        authorizedDay: CivilDay?,
        payee: String,
        isPending: Bool,
        isShown: Bool = true,
        bankImport: ID<Entity.BankImport>?,
        original: String,
        changedAt: Timestamp
    ) {
        self.id = id
        self.account = account
        self.providerRecord = providerRecord
        self.transfer = transfer
        self.amountMinor = amountMinor
        self.day = day
        self.authorizedDay = authorizedDay
        self.payee = payee
        self.isPending = isPending
        self.isShown = isShown
        self.bankImport = bankImport
        self.original = original
        self.changedAt = changedAt
    }
}

/// What banks and files reported, of all accounts.
public enum BankRecords {
    private static let insertion = RowsStatement(
        [
            .text, .text, .text, .text, .bigint, .bigint, .bigint, .text, .bigint, .bigint, .text,
            .text, .bigint,
        ]
    ) { rows in
        """
        INSERT INTO bank_records
            (id, account_id, provider_record, transfer_id, amount_minor, day, authorized_day,
             payee, is_pending, is_shown, import_id, original, changed_at_ms)
        VALUES \(rows)
        """
    }

    /// Adds records, after the transfers that they began.
    ///
    /// - Throws: `DatabaseError` `unique` when the account has a record with that id.
    public static func insert(_ records: [BankRecord], in session: any Session) throws {
        try session.run(
            insertion,
            records.map { record in
                [
                    .id(record.id), .id(record.account), .text(record.providerRecord),
                    .id(record.transfer), .integer(record.amountMinor), .day(record.day),
                    .day(record.authorizedDay), .text(record.payee), .flag(record.isPending),
                    .flag(record.isShown), .id(record.bankImport), .text(record.original),
                    .instant(record.changedAt),
                ]
            }
        )
    }

    private static let update = Statement(
        """
        UPDATE bank_records SET provider_record = $2, transfer_id = $3, amount_minor = $4,
            day = $5, authorized_day = $6, payee = $7, is_pending = $8, is_shown = $9,
            import_id = $10, original = $11, changed_at_ms = $12
        WHERE id = $1
        """
    )

    /// Stores what is told of a record by now.
    public static func save(_ record: BankRecord, in session: any Session) throws {
        let changed = try session.run(
            update,
            [
                .id(record.id), .text(record.providerRecord), .id(record.transfer),
                .integer(record.amountMinor), .day(record.day), .day(record.authorizedDay),
                .text(record.payee), .flag(record.isPending), .flag(record.isShown),
                .id(record.bankImport), .text(record.original), .instant(record.changedAt),
            ]
        )
        precondition(changed == 1, "a record that was read is still there")
    }

    private static let columns = """
        SELECT r.id, r.account_id, r.provider_record, r.transfer_id, r.amount_minor, r.day,
            r.authorized_day, r.payee, r.is_pending, r.is_shown, r.import_id, r.original,
            r.changed_at_ms, r.number
        """
    private static let byProvider = RowsStatement([.text, .text]) { rows in
        """
        \(columns) FROM (VALUES \(rows)) AS v
        JOIN bank_records r ON r.account_id = v.column1 AND r.provider_record = v.column2
        """
    }
    private static let byID = Statement("\(columns) FROM bank_records r WHERE r.id = $1")
    private static let alike = Statement(
        """
        \(columns) FROM bank_records r
        WHERE r.account_id = $1 AND r.day >= $2 AND r.day <= $3
            AND (r.day, r.number) > ($4, $5)
        ORDER BY r.day, r.number LIMIT $6
        """
    )
    private static let withdrawn = Statement(
        """
        \(columns) FROM bank_records r
        WHERE r.account_id = $1 AND r.is_pending = 1 AND r.is_shown = 0
            AND r.day >= $2 AND r.day <= $3
        ORDER BY r.day, r.number LIMIT $4
        """
    )
    private static let ofImport = Statement(
        """
        \(columns) FROM bank_records r
        WHERE r.import_id = $1 AND r.number > $2 ORDER BY r.number LIMIT $3
        """
    )
    private static let ofAccount = Statement(
        """
        \(columns) FROM bank_records r
        WHERE r.account_id = $1 AND (r.day, r.number) > ($2, $3)
        ORDER BY r.day, r.number LIMIT $4
        """
    )

    /// Finds a record.
    public static func find(
        _ id: ID<Entity.BankRecord>,
        in session: any Session
    ) throws -> BankRecord? {
        try session.first(byID, [.id(id)]) { try decode($0) }
    }

    /// The records of an account with these ids of its provider's.
    public static func find(
        providerRecords ids: [String],
        of account: ID<Entity.Account>,
        in session: any Session
    ) throws -> [BankRecord] {
        try session.rows(byProvider, ids.map { [.id(account), .text($0)] }) { try decode($0) }
    }

    /// A place among the records of an account, by their days.
    public struct Place: Sendable, Equatable {
        /// The day of the last one.
        public let day: CivilDay
        /// Its number.
        public let number: Int64
    }

    /// Records of an account on some days, after a place, oldest first; withdrawn ones too.
    public static func list(
        of account: ID<Entity.Account>,
        on days: ClosedRange<CivilDay>,
        after last: Place? = nil,
        most: Int = Limits.walkRows,
        in session: any Session
    ) throws -> [(record: BankRecord, place: Place)] {
        let start = last ?? Place(day: days.lowerBound, number: 0)
        let values: [Value] = [
            .id(account), .day(days.lowerBound), .day(days.upperBound), .day(start.day),
            .integer(start.number), .count(most),
        ]
        return try session.rows(alike, values) { (try decode($0), place(of: $0)) }
    }

    /// Records of an account after a place, oldest first; withdrawn ones too.
    public static func list(
        of account: ID<Entity.Account>,
        after last: Place?,
        most: Int,
        in session: any Session
    ) throws -> [(record: BankRecord, place: Place)] {
        let values: [Value] = [
            .id(account), .integer(last.map { Int64($0.day.dayNumber) } ?? Int64.min),
            .integer(last?.number ?? 0), .count(most),
        ]
        return try session.rows(ofAccount, values) { (try decode($0), place(of: $0)) }
    }

    /// Pending records of some days that were withdrawn and did not post; at most
    /// ``Limits/walkRows``, oldest first.
    public static func withdrawnPending(
        of account: ID<Entity.Account>,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [BankRecord] {
        let values: [Value] = [
            .id(account), .day(days.lowerBound), .day(days.upperBound), .count(Limits.walkRows),
        ]
        return try session.rows(withdrawn, values) { try decode($0) }
    }

    /// Records that an import brought, in the order in which it did, after a number.
    public static func list(
        broughtBy bankImport: ID<Entity.BankImport>,
        after number: Int64,
        most: Int,
        in session: any Session
    ) throws -> [(record: BankRecord, number: Int64)] {
        let values: [Value] = [.id(bankImport), .integer(number), .count(most)]
        return try session.rows(ofImport, values) { (try decode($0), $0.integer(13)) }
    }

    private static func place(of row: any Row) -> Place {
        Place(day: row.day(5), number: row.integer(13))
    }

    private static func decode(_ row: any Row) throws -> BankRecord {
        BankRecord(
            id: try row.id(0),
            account: try row.id(1),
            providerRecord: row.optionalText(2),
            transfer: try row.id(3),
            amountMinor: row.integer(4),
            day: row.day(5),
            authorizedDay: row.optionalDay(6),
            payee: row.text(7),
            isPending: row.flag(8),
            isShown: row.flag(9),
            bankImport: try row.optionalID(10),
            original: row.text(11),
            changedAt: row.instant(12)
        )
    }
}
