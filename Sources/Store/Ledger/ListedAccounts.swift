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
}

/// The accounts that lists of members show.
public enum ListedAccounts {
    private static let selection = Statement(
        """
        SELECT \(Accounts.columns(of: "a")), a.number,
            CASE WHEN c.id IS NULL THEN 0 ELSE 1 END
        FROM accounts a LEFT JOIN children c ON c.wallet_id = a.id
        WHERE a.member_id = $1 ORDER BY a.number
        """
    )

    /// What a member's lists show, the oldest first.
    ///
    /// Those are its bank accounts and cards, funding sources that were charged, and a child's
    /// wallet; no jars.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ListedAccount] {
        let accounts = try session.rows(selection, [.id(member)]) { row in
            ListedAccount(
                number: row.serial(11),
                account: try Accounts.decode(row),
                isWallet: row.flag(12)
            )
        }
        return accounts.filter(\.isShown)
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
