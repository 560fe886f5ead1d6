public import Kernel
public import Ledger
import OrderedCollections
public import SQL

/// A transfer into or out of a child's wallet, as families see it.
public struct WalletMovement: Sendable, Equatable {
    /// The transfer.
    public let transfer: ID<Entity.Transfer>
    /// Whether the money came in.
    public let isCredit: Bool
    /// How much, more than zero, in minor units.
    public let amountMinor: Int64
    /// What kind of transfer it is.
    public let kind: Transfer.Kind
    /// What it was for.
    public let text: String?
    /// What the wallet held right after it, in minor units.
    public let balanceAfterMinor: Int64
    /// Who moved it; `nil` for what happened by itself.
    public let author: ID<Entity.Member>?
    /// The author's first name, where given.
    public let authorFirstName: String?
    /// The author's last name, where given.
    public let authorLastName: String?
    /// The author's e-mail address.
    public let authorEmail: String?
    /// The merchant, where it was a purchase.
    public let merchant: String?
    /// When it was posted.
    public let createdAt: Timestamp
}

/// A movement that is to be recorded.
public struct NewMovement: Sendable, Equatable {
    /// Whose wallet.
    public let child: ID<Entity.Child>
    /// Its place among the child's movements, from 1.
    public let position: Int64
    /// The transfer.
    public let transfer: ID<Entity.Transfer>
    /// Whether the money comes in.
    public let isCredit: Bool
    /// How much, in minor units.
    public let amountMinor: Int64
    /// What the wallet holds right after it, in minor units.
    public let balanceAfterMinor: Int64
    /// Who moves it; `nil` for what happens by itself.
    public let author: ID<Entity.Member>?
    /// The household's day of it.
    public let day: CivilDay
    /// When it is posted.
    public let createdAt: Timestamp

    /// Makes a movement that is to be recorded.
    public init(
        child: ID<Entity.Child>,
        position: Int64,
        transfer: ID<Entity.Transfer>,
        isCredit: Bool,
        amountMinor: Int64,
        balanceAfterMinor: Int64,
        author: ID<Entity.Member>?,
        day: CivilDay,
        createdAt: Timestamp
    ) {
        self.child = child
        self.position = position
        self.transfer = transfer
        self.isCredit = isCredit
        self.amountMinor = amountMinor
        self.balanceAfterMinor = balanceAfterMinor
        self.author = author
        self.day = day
        self.createdAt = createdAt
    }
}

/// A wallet and how far its movements go.
public struct WalletEnd: Sendable, Equatable {
    /// Whose wallet.
    public let child: ID<Entity.Child>
    /// The place of the last movement; 0 when there is none.
    public var position: Int64
}

/// The movements of all wallets, with their counts and sums.
public enum WalletMovements {
    private static let insertion = RowsStatement(
        [.text, .bigint, .text, .bigint, .text, .bigint]
    ) { rows in
        """
        INSERT INTO wallet_movements
            (child_id, position, transfer_id, balance_after_minor, author_id, created_at_ms)
        VALUES \(rows)
        """
    }
    private static let days = RowsStatement([.text, .bigint, .bigint]) { rows in
        """
        INSERT INTO wallet_days (child_id, day, movement_count) VALUES \(rows)
        ON CONFLICT (child_id, day) DO UPDATE SET
            movement_count = wallet_days.movement_count + excluded.movement_count
        """
    }
    static let months = RowsStatement([.text, .bigint, .bigint, .bigint]) { rows in
        """
        INSERT INTO wallet_months (child_id, month, credit_minor, debit_minor) VALUES \(rows)
        ON CONFLICT (child_id, month) DO UPDATE SET
            credit_minor = wallet_months.credit_minor + excluded.credit_minor,
            debit_minor = wallet_months.debit_minor + excluded.debit_minor
        """
    }

    /// Records movements; those of one wallet in the order of their places, after its last.
    public static func append(_ movements: [NewMovement], in session: any Session) throws {
        try session.run(
            insertion,
            movements.map { movement in
                [
                    .id(movement.child), .integer(movement.position), .id(movement.transfer),
                    .integer(movement.balanceAfterMinor), .id(movement.author),
                    .instant(movement.createdAt),
                ]
            }
        )
        var byDay: OrderedDictionary<WalletDay, Int64> = [:]
        var byMonth: OrderedDictionary<WalletMonth, (credit: Int64, debit: Int64)> = [:]
        for movement in movements {
            let minor = movement.amountMinor
            byDay[WalletDay(movement), default: 0] += 1
            byMonth[WalletMonth(movement), default: (0, 0)].credit += movement.isCredit ? minor : 0
            byMonth[WalletMonth(movement), default: (0, 0)].debit += movement.isCredit ? 0 : minor
        }
        try session.run(
            days,
            byDay.map { [.id($0.key.child), .day($0.key.day), .integer($0.value)] }
        )
        try session.run(
            months,
            byMonth.map { key, sums in
                [.id(key.child), .integer(key.month), .integer(sums.credit), .integer(sums.debit)]
            }
        )
    }

    private struct WalletDay: Hashable {
        let child: ID<Entity.Child>
        let day: CivilDay

        init(_ movement: NewMovement) {
            child = movement.child
            day = utcDay(of: movement.createdAt)
        }
    }

    private struct WalletMonth: Hashable {
        let child: ID<Entity.Child>
        let month: Int64

        init(_ movement: NewMovement) {
            child = movement.child
            month = SpendRollups.number(of: movement.day.month)
        }
    }

    private static let end = Statement(
        """
        SELECT c.id, COALESCE((
            SELECT position FROM wallet_movements WHERE child_id = c.id
            ORDER BY position DESC LIMIT 1
        ), 0) FROM children c WHERE c.wallet_id = $1
        """
    )

    /// How far the movements of a wallet go; `nil` when the account is no wallet of a child.
    public static func end(
        of wallet: ID<Entity.Account>,
        in session: any Session
    ) throws -> WalletEnd? {
        try session.first(end, [.id(wallet)]) { row in
            WalletEnd(child: try row.id(0), position: row.integer(1))
        }
    }

    private static let columns = """
        SELECT w.transfer_id, CASE WHEN t.credit_account_id = c.wallet_id THEN 1 ELSE 0 END,
            t.amount_minor, t.kind, t.description, w.balance_after_minor, w.author_id,
            m.first_name, m.last_name, m.email, t.merchant, w.created_at_ms
        FROM wallet_movements w
        JOIN transfers t ON t.id = w.transfer_id
        JOIN children c ON c.id = w.child_id
        LEFT JOIN members m ON m.id = w.author_id
        """
    private static let page = Statement(
        """
        \(columns) WHERE w.child_id = $1
        ORDER BY w.created_at_ms DESC, w.position DESC LIMIT $2 OFFSET $3
        """
    )
    private static let byTransfer = Statement(
        "\(columns) WHERE w.transfer_id = $1 AND w.child_id = $2"
    )

    /// The movements of a child, newest first.
    public static func list(
        of child: ID<Entity.Child>,
        limit: Int,
        offset: Int64 = 0,
        in session: any Session
    ) throws -> [WalletMovement] {
        let values: [Value] = [.id(child), .count(limit), .integer(offset)]
        return try session.rows(page, values, decode)
    }

    /// What a transfer moved in a child's wallet; `nil` when that is nothing.
    public static func find(
        _ transfer: ID<Entity.Transfer>,
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> WalletMovement? {
        try session.first(byTransfer, [.id(transfer), .id(child)], decode)
    }

    private static func decode(_ row: any Row) throws -> WalletMovement {
        WalletMovement(
            transfer: try row.id(0),
            isCredit: row.flag(1),
            amountMinor: row.integer(2),
            kind: Transfer.Kind(rawValue: row.text(3)),
            text: row.optionalText(4),
            balanceAfterMinor: row.integer(5),
            author: try row.optionalID(6),
            authorFirstName: row.optionalText(7),
            authorLastName: row.optionalText(8),
            authorEmail: row.optionalText(9),
            merchant: row.optionalText(10),
            createdAt: row.instant(11)
        )
    }

    private static let total = Statement(
        """
        SELECT position FROM wallet_movements WHERE child_id = $1
        ORDER BY position DESC LIMIT 1
        """
    )

    /// How many movements a child has.
    ///
    /// - Complexity: O(1): their positions are counted up.
    public static func count(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> Int64 {
        try session.first(total, [.id(child)]) { $0.integer(0) } ?? 0
    }

    private static let newest = Statement(
        """
        SELECT COALESCE((
            SELECT position FROM wallet_movements WHERE child_id = c.id
            ORDER BY position DESC LIMIT 1
        ), 0) FROM children c WHERE c.member_id = $1
        """
    )

    /// The position of the newest movement of a member; 0 when it has none, or no wallet.
    public static func newest(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Int64 {
        try session.first(newest, [.id(member)]) { $0.integer(0) } ?? 0
    }

    private static let wholeDays = Statement(
        """
        SELECT CAST(COALESCE(SUM(movement_count), 0) AS BIGINT) FROM wallet_days
        WHERE child_id = $1 AND day >= $2 AND day < $3
        """
    )
    private static let part = Statement(
        """
        SELECT COUNT(*) FROM wallet_movements
        WHERE child_id = $1 AND created_at_ms >= $2 AND created_at_ms < $3
        """
    )

    /// How many movements a child has from an instant on and before another.
    ///
    /// - Complexity: O(days between them, and movements of the first and the last of these days).
    public static func count(
        of child: ID<Entity.Child>,
        from start: Timestamp,
        before end: Timestamp,
        in session: any Session
    ) throws -> Int64 {
        let firstWhole = utcDay(of: start.adding(milliseconds: dayMilliseconds - 1))
        let lastDay = utcDay(of: end)
        guard firstWhole < lastDay else { return try count(child, start, end, in: session) }
        let days: [Value] = [.id(child), .day(firstWhole), .day(lastDay)]
        let whole = try session.first(wholeDays, days) { $0.integer(0) } ?? 0
        return try whole + count(child, start, midnight(of: firstWhole), in: session)
            + count(child, midnight(of: lastDay), end, in: session)
    }

    private static func count(
        _ child: ID<Entity.Child>,
        _ start: Timestamp,
        _ end: Timestamp,
        in session: any Session
    ) throws -> Int64 {
        guard start < end else { return 0 }
        let values: [Value] = [.id(child), .instant(start), .instant(end)]
        return try session.first(part, values) { $0.integer(0) } ?? 0
    }

    private static let sums = Statement(
        "SELECT credit_minor, debit_minor FROM wallet_months WHERE child_id = $1 AND month = $2"
    )

    /// What came into and went out of a child's wallet in one of the household's months.
    public static func sums(
        of child: ID<Entity.Child>,
        in month: CivilMonth,
        session: any Session
    ) throws -> (creditMinor: Int64, debitMinor: Int64) {
        let values: [Value] = [.id(child), .integer(SpendRollups.number(of: month))]
        return try session.first(sums, values) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    private static let dayMilliseconds: Int64 = 86_400_000

    private static func utcDay(of instant: Timestamp) -> CivilDay { Zone.utc.day(of: instant) }

    private static func midnight(of day: CivilDay) -> Timestamp { Zone.utc.start(of: day) }
}
