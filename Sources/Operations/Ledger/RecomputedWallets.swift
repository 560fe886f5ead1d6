import Kernel
import Ledger
import Store

/// What families see of a household's wallets, recomputed from its transfers alone.
///
/// Each movement is held against its own row as its transfer comes by, so that only sums are kept.
struct RecomputedWallets {
    private struct Wallet {
        var movements: Int64 = 0
        var days: [CivilDay: Int64] = [:]
        var months: [Int64: WalletMonth] = [:]
    }

    private let ledger: LedgerWriter
    private let owners: [ID<Entity.Account>: ID<Entity.Child>]
    private var wallets: [ID<Entity.Child>: Wallet] = [:]

    init(_ ledger: LedgerWriter) throws {
        self.ledger = ledger
        owners = try WalletMovements.owners(in: ledger.household.id, session: ledger.session)
    }

    /// Takes one side of a transfer into account.
    ///
    /// - Parameters:
    ///   - transfer: The next transfer of the chain.
    ///   - account: That side of it, as the transfers so far left it.
    /// - Throws: ``BooksFault`` when the movement of a child's wallet is not its transfer's.
    mutating func add(_ transfer: Transfer, in account: Posting.Account) throws {
        guard transfer.isFinal, let child = owners[account.id] else { return }
        // Taken out while it is changed, so that the days are not copied each time.
        var wallet = wallets.removeValue(forKey: child) ?? Wallet()
        wallet.movements += 1
        let row = "wallet_movements \(transfer.id)"
        guard let placed = try WalletMovements.placed(transfer.id, of: child, in: ledger.session)
        else { throw fault(row, "it is missing") }
        guard placed.position == wallet.movements else {
            throw fault(row, "it is out of its place")
        }
        guard placed.balanceAfterMinor == account.totals.balanceMinor else {
            throw fault(row, "its balance is not that of the transfers")
        }
        guard placed.createdAt == transfer.recordedAt else {
            throw fault(row, "it was not posted when its transfer was")
        }
        wallet.days[Zone.utc.day(of: transfer.recordedAt), default: 0] += 1
        let month = WalletMovements.number(of: ledger.zone.day(of: transfer.recordedAt).month)
        if transfer.creditAccount == account.id {
            wallet.months[month, default: WalletMonth()].creditMinor += transfer.amount.minor
        } else {
            wallet.months[month, default: WalletMonth()].debitMinor += transfer.amount.minor
        }
        wallets[child] = wallet
    }

    /// Holds what was recomputed against what is stored.
    ///
    /// - Throws: ``BooksFault`` at the first difference.
    func compare() throws {
        for child in owners.values.sorted(by: { $0.text < $1.text }) {
            let wallet = wallets[child] ?? Wallet()
            let rows = try WalletMovements.rowCount(of: child, in: ledger.session)
            guard rows == wallet.movements else {
                throw fault("wallet_movements \(child)", "a movement has no transfer")
            }
            try compare(
                try WalletMovements.countsByDay(of: child, in: ledger.session),
                wallet.days,
                "it is not the count of its movements"
            ) { "wallet_days \(child) \($0.text)" }
            try compare(
                try WalletMovements.sumsByMonth(of: child, in: ledger.session),
                wallet.months,
                "it is not the sum of its movements"
            ) { "wallet_months \(child) \($0)" }
        }
    }

    private func compare<Period: Hashable, Amount: Equatable>(
        _ stored: [Period: Amount],
        _ recomputed: [Period: Amount],
        _ reason: String,
        row: (Period) -> String
    ) throws {
        for (period, amount) in stored where recomputed[period] != amount {
            throw fault(row(period), reason)
        }
        for period in recomputed.keys where stored[period] == nil {
            throw fault(row(period), "it is missing")
        }
    }

    private func fault(_ row: String, _ reason: String) -> BooksFault {
        BooksFault(household: ledger.household.id, row: row, reason: reason)
    }
}
