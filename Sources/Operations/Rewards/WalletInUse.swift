import Kernel
import Ledger
import SQL
import Store
import Synchronization

/// The wallet that one call names a card of.
///
/// The call's transaction may run again, so the wallet of its last run is kept, once that is
/// durable.
final class WalletInUse: Sendable {
    private struct Used: Sendable {
        let wallet: Wallet
        let member: ID<Entity.Member>
        let head: ChainHead
    }

    private enum Wallet: Sendable {
        case found(PreparedWallets.Held)
        case read(PreparedWallet)
    }

    private let wallets: PreparedWallets
    private let used = Mutex<Used?>(nil)

    init(of wallets: PreparedWallets) {
        self.wallets = wallets
    }

    /// The caller's wallet, read where it is not known to be of now.
    ///
    /// - Parameters:
    ///   - membership: The caller, with where the household's chain ended before.
    ///   - head: Where it ends by what the transaction recorded, which changes no wallet.
    ///   - now: The call's instant.
    ///   - session: The transaction.
    /// - Returns: The wallet at the call's instant.
    /// - Throws: `DatabaseError`.
    func wallet(
        of membership: Membership,
        until head: ChainHead,
        at now: Timestamp,
        in session: any Session
    ) throws -> PreparedWallet {
        let found = wallets.find(of: membership, at: now)
        if let found, found.isCurrent {
            let use = Used(wallet: .found(found.held), member: membership.member, head: head)
            used.withLock { $0 = use }
            return found.held.wallet
        }
        let wallet = try PreparedWallet.read(
            of: membership,
            at: now,
            knowing: found?.held.wallet,
            in: session
        )
        let use = Used(wallet: .read(wallet), member: membership.member, head: head)
        used.withLock { $0 = use }
        return wallet
    }

    /// Keeps the wallet for other calls; to be called when the transaction is durable.
    func keep() {
        guard let used = used.withLock({ $0 }) else { return }
        switch used.wallet {
        case .found(let held): wallets.keep(held, of: used.member, at: used.head)
        case .read(let wallet): wallets.keep(wallet, of: used.member, at: used.head)
        }
    }
}
