public import Allowance
public import Kernel
public import Ledger
public import SQL

/// A household as a run sees it that pays several at once.
public struct Payer: Sendable {
    /// The household.
    public let household: HouseholdRecord
    /// Where its chain ends.
    public let head: ChainHead
    /// The account outside the household.
    public let world: AccountRecord
    /// Whether it has a pool with a set balance, or owes something already; then what is due is
    /// paid in an order that spans its children.
    public let paysInOrder: Bool
}

/// A child as a run sees it that pays several households at once.
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
    public var schedule: Schedule
    /// Whether the child has jars beside its wallet.
    public let hasJars: Bool
}

/// Who pays whom, of several households at once.
public enum Payees {
    private static let payers = RowsStatement([.text]) { rows in
        """
        SELECT h.id, h.name, h.time_zone, h.currency, h.created_at_ms, h.chain_sequence,
            h.chain_hash,
            CASE WHEN EXISTS (SELECT 1 FROM pools p WHERE p.household_id = h.id) OR EXISTS (
                SELECT 1 FROM allowance_dues d
                WHERE d.household_id = h.id AND COALESCE(d.transfer_id, '') = ''
            ) THEN 1 ELSE 0 END,
            \(Accounts.columns(of: "a"))
        FROM (VALUES \(rows)) AS v
        JOIN households h ON h.id = v.column1
        JOIN accounts a
            ON a.household_id = h.id AND a.kind = 'world' AND a.currency = h.currency
        """
    }

    /// The households of these ids; one that has no World account is not found.
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
                world: try Accounts.decode(row, from: 8),
                paysInOrder: row.flag(7)
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
                schedule: Schedule(
                    rhythm: try ChildProfile.rhythm(row, from: 3),
                    amountMinor: row.integer(2),
                    isPaused: !row.isNull(8),
                    nextDue: row.optionalDay(6),
                    lastDue: row.optionalDay(7)
                ),
                hasJars: row.flag(9)
            )
        }
    }
}
