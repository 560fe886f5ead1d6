public import Kernel
import Ledger
public import SQL

/// An account of a member, as its lists show it.
public struct ListedAccount: Sendable, Equatable {
    /// Its integer id.
    public let number: Serial<Entity.Account>
    /// The account.
    public let account: AccountRecord
    /// Whether it is a child's wallet.
    public let isWallet: Bool
    /// What a bank or a file says of it, where it comes from one.
    public let bank: BankAccountRecord?

    /// Whether it was unlinked; some of its transactions may still be on their way out.
    public var isRemoved: Bool { bank?.removedAt != nil }
}

/// The accounts that lists of members show.
public enum ListedAccounts {
    private static let selection = Statement(
        """
        SELECT \(Accounts.columns(of: "a")), a.number,
            CASE WHEN c.id IS NULL THEN 0 ELSE 1 END,
            CASE WHEN b.account_id IS NULL THEN 0 ELSE 1 END, \(BankAccounts.columns(of: "b"))
        FROM accounts a LEFT JOIN children c ON c.wallet_id = a.id
        LEFT JOIN bank_accounts b ON b.account_id = a.id
        WHERE a.member_id = $1 ORDER BY a.number
        """
    )

    /// What a member's lists show, the oldest first.
    ///
    /// Those are its bank accounts and cards, funding sources that were charged, and a child's
    /// wallet; no jars. `removed` says whether unlinked ones are among them.
    public static func list(
        of member: ID<Entity.Member>,
        withRemoved removed: Bool = false,
        in session: any Session
    ) throws -> [ListedAccount] {
        let accounts = try session.rows(selection, [.id(member)]) { row in
            ListedAccount(
                number: row.serial(11),
                account: try Accounts.decode(row),
                isWallet: row.flag(12),
                bank: row.flag(13) ? try BankAccounts.decode(row, from: 14) : nil
            )
        }
        return accounts.filter { $0.isShown && (removed || !$0.isRemoved) }
    }
}

extension ListedAccount {
    fileprivate var isShown: Bool {
        switch account.kind {
        case .bank, .card: true
        case .funding: account.totals.postedDebitMinor > 0 || account.totals.pendingDebitMinor > 0
        case .wallet: isWallet
        case .world: false
        }
    }
}
