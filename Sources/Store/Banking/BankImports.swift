public import Kernel
public import SQL

/// A bank file that was imported, or is.
public struct BankImportRecord: Sendable, Equatable {
    /// How far it is.
    public enum State: String, Sendable, CaseIterable {
        /// Its rows are stored to be booked; nobody is told of it yet.
        case staging
        /// Its rows are booked.
        case running
        /// All of them are.
        case done
        /// What it brought is taken back.
        case reverting
        /// All of it was.
        case reverted
    }

    /// The id.
    public let id: ID<Entity.BankImport>
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The account; `nil` while one is staged that is yet to be made.
    public var account: ID<Entity.Account>?
    /// How far it is.
    public var state: State
    /// The format's name.
    public let format: String
    /// The file's name, as it was told.
    public let fileName: String
    /// Rows that are to be booked.
    public var rowsTotal: Int64 = 0
    /// Rows that were looked at.
    public var rowsDone: Int64 = 0
    /// Rows that were new.
    public var rowsNew: Int64 = 0
    /// Rows that were held.
    public var rowsKnown: Int64 = 0
    /// Rows that were held, and said something else.
    public var rowsChanged: Int64 = 0
    /// Rows that could not be read.
    public var rowsRefused: Int64 = 0
    /// The last row that was booked, or the number of the last record that was taken back.
    public var place: Int64 = 0
    /// The first day of its rows.
    public var firstDay: CivilDay?
    /// The last day of its rows.
    public var lastDay: CivilDay?
    /// The balance that the file ends with, in minor units; below zero when money is owed.
    public var closingMinor: Int64?
    /// The day of that balance.
    public var closingDay: CivilDay?
    /// By how much that balance is more than that of the books, when they were compared.
    public var differenceMinor: Int64?
    /// Who works on it.
    public var lease: String?
    /// Until when nobody else does; `nil` when nothing is left to do.
    public var leasedUntil: Timestamp?
    /// When it came.
    public let createdAt: Timestamp
    /// When all of it was booked.
    public var doneAt: Timestamp?
    /// When all of it was taken back.
    public var revertedAt: Timestamp?

    /// Makes a record of a file whose rows are about to be staged.
    public init(
        id: ID<Entity.BankImport>,
        member: ID<Entity.Member>,
        account: ID<Entity.Account>?,
        state: State = .staging,
        format: String,
        fileName: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.account = account
        self.state = state
        self.format = format
        self.fileName = fileName
        self.createdAt = createdAt
    }
}

/// The bank files of all members.
public enum BankImports {
    private static let insertion = Statement(
        """
        INSERT INTO bank_imports
            (id, member_id, account_id, state, format, file_name, rows_total, rows_done, rows_new,
             rows_known, rows_changed, rows_refused, place, first_day, last_day, closing_minor,
             closing_day, difference_minor, lease, leased_until_ms, created_at_ms, done_at_ms,
             reverted_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19, $20, $21, $22, $23)
        """
    )

    /// Adds an import.
    ///
    /// - Throws: `DatabaseError` `unique` when another import of the account is open.
    public static func insert(_ record: BankImportRecord, in session: any Session) throws {
        let fixed: [Value] = [
            .id(record.id), .id(record.member), .id(record.account), .text(record.state.rawValue),
            .text(record.format), .text(record.fileName),
        ]
        let ends: [Value] = [
            .instant(record.createdAt), .instant(record.doneAt), .instant(record.revertedAt),
        ]
        try session.run(insertion, fixed + progress(of: record) + ends)
    }

    private static let update = Statement(
        """
        UPDATE bank_imports SET account_id = $2, state = $3, rows_total = $4, rows_done = $5,
            rows_new = $6, rows_known = $7, rows_changed = $8, rows_refused = $9, place = $10,
            first_day = $11, last_day = $12, closing_minor = $13, closing_day = $14,
            difference_minor = $15, lease = $16, leased_until_ms = $17, done_at_ms = $18,
            reverted_at_ms = $19
        WHERE id = $1
        """
    )

    /// Stores how far an import is.
    ///
    /// - Throws: `DatabaseError` `unique` when another import of the account is open.
    public static func save(_ record: BankImportRecord, in session: any Session) throws {
        let values: [Value] = [
            .id(record.id), .id(record.account), .text(record.state.rawValue),
        ]
        let ends: [Value] = [.instant(record.doneAt), .instant(record.revertedAt)]
        let changed = try session.run(update, values + progress(of: record) + ends)
        precondition(changed == 1, "an import that was read is still there")
    }

    private static func progress(of record: BankImportRecord) -> [Value] {
        [
            .integer(record.rowsTotal), .integer(record.rowsDone), .integer(record.rowsNew),
            .integer(record.rowsKnown), .integer(record.rowsChanged), .integer(record.rowsRefused),
            .integer(record.place), .day(record.firstDay), .day(record.lastDay),
            .integer(record.closingMinor), .day(record.closingDay),
            .integer(record.differenceMinor), .text(record.lease), .instant(record.leasedUntil),
        ]
    }

    private static let removal = Statement("DELETE FROM bank_imports WHERE id = $1")

    /// Forgets an import that has no rows.
    public static func remove(_ id: ID<Entity.BankImport>, in session: any Session) throws {
        try session.run(removal, [.id(id)])
    }

    private static let columns = """
        SELECT id, member_id, account_id, state, format, file_name, rows_total, rows_done,
            rows_new, rows_known, rows_changed, rows_refused, place, first_day, last_day,
            closing_minor, closing_day, difference_minor, lease, leased_until_ms, created_at_ms,
            done_at_ms, reverted_at_ms, number
        FROM bank_imports
        """
    private static let byID = Statement("\(columns) WHERE id = $1")
    private static let byNumber = Statement("\(columns) WHERE number = $1 AND member_id = $2")
    private static let ofMember = Statement(
        "\(columns) WHERE member_id = $1 AND number > 0 ORDER BY number DESC LIMIT $2"
    )
    private static let free = Statement(
        """
        \(columns) WHERE leased_until_ms <= $1 ORDER BY leased_until_ms, number LIMIT 1
        """
    )

    /// An import as it is stored, with its integer id.
    public typealias Numbered = (record: BankImportRecord, number: Serial<Entity.BankImport>)

    /// Finds an import.
    public static func find(
        _ id: ID<Entity.BankImport>,
        in session: any Session
    ) throws -> Numbered? {
        try session.first(byID, [.id(id)], decode)
    }

    /// Finds an import of a member.
    public static func find(
        _ number: Serial<Entity.BankImport>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Numbered? {
        try session.first(byNumber, [.integer(number.value), .id(member)], decode)
    }

    /// The imports of a member, the newest first.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [Numbered] {
        try session.rows(ofMember, [.id(member), .count(Limits.importsListed)], decode)
    }

    /// The import on which nobody has worked for the longest, though something is left to do.
    public static func free(
        at now: Timestamp,
        in session: any Session
    ) throws -> BankImportRecord? {
        try session.first(free, [.instant(now)], decode)?.record
    }

    private static func decode(_ row: any Row) throws -> Numbered {
        var record = BankImportRecord(
            id: try row.id(0),
            member: try row.id(1),
            account: try row.optionalID(2),
            state: try BankImportRecord.State(rawValue: row.text(3))
                .orCorrupt("an import is in an unknown state"),
            format: row.text(4),
            fileName: row.text(5),
            createdAt: row.instant(20)
        )
        record.rowsTotal = row.integer(6)
        record.rowsDone = row.integer(7)
        record.rowsNew = row.integer(8)
        record.rowsKnown = row.integer(9)
        record.rowsChanged = row.integer(10)
        record.rowsRefused = row.integer(11)
        record.place = row.integer(12)
        record.firstDay = row.optionalDay(13)
        record.lastDay = row.optionalDay(14)
        record.closingMinor = row.optionalInteger(15)
        record.closingDay = row.optionalDay(16)
        record.differenceMinor = row.optionalInteger(17)
        record.lease = row.optionalText(18)
        record.leasedUntil = row.optionalInstant(19)
        record.doneAt = row.optionalInstant(21)
        record.revertedAt = row.optionalInstant(22)
        return (record, row.serial(23))
    }
}
