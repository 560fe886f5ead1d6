public import Allowance
public import Kernel
public import Ledger
public import SQL

/// A household as those see it who pay what it owes its children.
public struct Payer: Sendable {
    /// The household.
    public let household: HouseholdRecord
    /// Where its chain ends.
    public let head: ChainHead
    /// What pays: the pool, if it has a set balance, else the World.
    public let account: AccountRecord
    /// Whether due days that were recorded before are not paid yet.
    public let owes: Bool

    /// Makes a payer.
    public init(
        household: HouseholdRecord,
        head: ChainHead,
        account: AccountRecord,
        owes: Bool
    ) {
        self.household = household
        self.head = head
        self.account = account
        self.owes = owes
    }
}

/// A child as those see it who pay it.
public struct Payee: Sendable {
    /// The child.
    public let child: ID<Entity.Child>
    /// The household.
    public let household: ID<Entity.Household>
    /// Its wallet.
    public let wallet: AccountRecord
    /// How far the wallet's movements go.
    public let end: WalletEnd
    /// When it is paid how much.
    public let schedule: Schedule
    /// Whether the child has jars beside its wallet.
    public let hasJars: Bool
}

/// A jar of a child, with its account.
public struct PayeeJar: Sendable {
    /// The child.
    public let child: ID<Entity.Child>
    /// What it is for.
    public let kind: JarRecord.Kind
    /// The part of each allowance that goes there, in per cent.
    public let percent: Int
    /// The account.
    public let account: AccountRecord
}

/// Who pays whom, of several households at once.
public enum Payees {
    private static let payers = RowsStatement([.text]) { rows in
        """
        SELECT h.id, h.name, h.time_zone, h.currency, h.created_at_ms, h.chain_sequence,
            h.chain_hash,
            CASE WHEN EXISTS (
                SELECT 1 FROM allowance_dues d
                WHERE d.household_id = h.id AND COALESCE(d.transfer_id, '') = ''
            ) THEN 1 ELSE 0 END,
            \(Accounts.columns(of: "a"))
        FROM (VALUES \(rows)) AS v
        JOIN households h ON h.id = v.column1
        JOIN accounts w
            ON w.household_id = h.id AND w.kind = 'world' AND w.currency = h.currency
        LEFT JOIN pools p ON p.household_id = h.id
        JOIN accounts a ON a.id = COALESCE(p.account_id, w.id)
        """
    }

    /// The households of these ids; one that has nothing to pay from is not found.
    public static func payers(
        _ households: [ID<Entity.Household>],
        in session: any Session
    ) throws -> [Payer] {
        try session.rows(payers, households.map { [.id($0)] }) { row in
            let household = try Households.decode(row)
            return Payer(
                household: household,
                head: ChainHead(
                    household: household.id,
                    sequence: row.integer(5),
                    hash: row.text(6)
                ),
                account: try Accounts.decode(row, from: 8),
                owes: row.flag(7)
            )
        }
    }

    private static let children = RowsStatement([.text]) { rows in
        """
        SELECT c.id, m.household_id, c.weekly_allowance_minor, s.frequency, s.weekday,
            s.month_day, s.next_due_day, s.last_due_day, s.paused_at_ms,
            CASE WHEN EXISTS (SELECT 1 FROM jars j WHERE j.child_id = c.id) THEN 1 ELSE 0 END,
            COALESCE((
                SELECT w.position FROM wallet_movements w WHERE w.child_id = c.id
                ORDER BY w.position DESC LIMIT 1
            ), 0),
            \(Accounts.columns(of: "a"))
        FROM (VALUES \(rows)) AS v
        JOIN members m ON m.household_id = v.column1 AND m.removed_at_ms IS NULL
        JOIN children c ON c.member_id = m.id
        JOIN allowances s ON s.child_id = c.id
        JOIN accounts a ON a.id = c.wallet_id
        ORDER BY c.created_at_ms, c.id
        """
    }

    /// The children of these households; those of each, oldest first.
    public static func children(
        of households: [ID<Entity.Household>],
        in session: any Session
    ) throws -> [Payee] {
        try session.rows(children, households.map { [.id($0)] }) { row in
            let child: ID<Entity.Child> = try row.id(0)
            return Payee(
                child: child,
                household: try row.id(1),
                wallet: try Accounts.decode(row, from: 11),
                end: WalletEnd(child: child, position: row.integer(10)),
                schedule: try ChildProfile.schedule(row, from: 2),
                hasJars: row.flag(9)
            )
        }
    }

    private static let jars = RowsStatement([.text]) { rows in
        """
        SELECT j.child_id, j.kind, j.percent, \(Accounts.columns(of: "a"))
        FROM (VALUES \(rows)) AS v
        JOIN jars j ON j.child_id = v.column1
        JOIN accounts a ON a.id = j.account_id
        """
    }

    /// The jars of these children.
    public static func jars(
        of children: [ID<Entity.Child>],
        in session: any Session
    ) throws -> [PayeeJar] {
        try session.rows(jars, children.map { [.id($0)] }) { row in
            PayeeJar(
                child: try row.id(0),
                kind: try JarRecord.Kind(rawValue: row.text(1))
                    .orCorrupt("a jar is of an unknown kind"),
                percent: Int(row.integer(2)),
                account: try Accounts.decode(row, from: 3)
            )
        }
    }
}
