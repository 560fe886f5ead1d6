public import Kernel
public import SQL

/// A movement as it stands among the others of its wallet.
public struct PlacedMovement: Sendable, Equatable {
    /// Its position, counted from 1.
    public let position: Int64
    /// What the wallet held right after it, in minor units.
    public let balanceAfterMinor: Int64
    /// When it was posted.
    public let createdAt: Timestamp
}

/// What came into and went out of a wallet in a month.
public struct WalletMonth: Sendable, Equatable {
    /// What came in, in minor units.
    public var creditMinor: Int64
    /// What went out, in minor units.
    public var debitMinor: Int64

    /// Makes sums.
    public init(creditMinor: Int64 = 0, debitMinor: Int64 = 0) {
        self.creditMinor = creditMinor
        self.debitMinor = debitMinor
    }
}

/// What is stored of movements, for comparing it with a recomputation or replacing it by one.
extension WalletMovements {
    private static let placed = Statement(
        """
        SELECT position, balance_after_minor, created_at_ms FROM wallet_movements
        WHERE transfer_id = $1 AND child_id = $2
        """
    )

    /// Where a transfer stands among the movements of a wallet; `nil` when it does not.
    public static func placed(
        _ transfer: ID<Entity.Transfer>,
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> PlacedMovement? {
        try session.first(placed, [.id(transfer), .id(child)]) { row in
            PlacedMovement(
                position: row.integer(0),
                balanceAfterMinor: row.integer(1),
                createdAt: row.instant(2)
            )
        }
    }

    private static let rowCount = Statement(
        "SELECT COUNT(*) FROM wallet_movements WHERE child_id = $1"
    )

    /// How many rows a child's movements have; O(*n*), while ``count(of:in:)`` trusts positions.
    public static func rowCount(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> Int64 {
        try session.first(rowCount, [.id(child)]) { $0.integer(0) } ?? 0
    }

    private static let wallets = Statement(
        """
        SELECT c.wallet_id, c.id FROM accounts a JOIN children c ON c.wallet_id = a.id
        WHERE a.household_id = $1 AND a.kind = 'wallet'
        """
    )

    /// Whose wallet each wallet of a household is, with those of children who were taken out of it.
    public static func owners(
        in household: ID<Entity.Household>,
        session: any Session
    ) throws -> [ID<Entity.Account>: ID<Entity.Child>] {
        Dictionary(
            uniqueKeysWithValues: try session.rows(wallets, [.id(household)]) { row in
                (try row.id(0), try row.id(1))
            }
        )
    }

    private static let dayRows = Statement(
        "SELECT day, movement_count FROM wallet_days WHERE child_id = $1"
    )

    /// How many movements are counted for each UTC day.
    public static func countsByDay(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> [CivilDay: Int64] {
        let rows = try session.rows(dayRows, [.id(child)]) { ($0.day(0), $0.integer(1)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static let monthRows = Statement(
        "SELECT month, credit_minor, debit_minor FROM wallet_months WHERE child_id = $1"
    )

    /// The sums of each of the household's months, by ``number(of:)``.
    public static func sumsByMonth(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> [Int64: WalletMonth] {
        let rows = try session.rows(monthRows, [.id(child)]) { row in
            (row.integer(0), WalletMonth(creditMinor: row.integer(1), debitMinor: row.integer(2)))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static let removal = Statement("DELETE FROM wallet_months WHERE child_id = $1")

    /// Replaces the sums of a wallet's months, by ``number(of:)``.
    public static func replaceMonths(
        of child: ID<Entity.Child>,
        with sums: [Int64: WalletMonth],
        in session: any Session
    ) throws {
        try session.run(removal, [.id(child)])
        try session.run(
            months,
            sums.sorted { $0.key < $1.key }.map { month, sums in
                [
                    .id(child), .integer(month), .integer(sums.creditMinor),
                    .integer(sums.debitMinor),
                ]
            }
        )
    }

    /// The number under which a month's sums are stored.
    public static func number(of month: CivilMonth) -> Int64 { SpendRollups.number(of: month) }
}
