import Kernel
import Ledger
import Store
import Synchronization

/// The prepared wallets of those who bought or asked last, as large together as they may be.
///
/// A wallet belongs to a place in its household's chain: cards, preferences and time zones change
/// by links alone, so whoever reads where the chain ends knows whether it is of now, whichever
/// process wrote since. A decision is a link, too, but changes no card: the wallet goes along with
/// it.
final class PreparedWallets: Sendable {
    /// A wallet in memory; its place in the chain moves with what changes no card.
    final class Held: Sendable, TakesMemory {
        let wallet: PreparedWallet
        var bytes: Int { wallet.bytes }
        fileprivate let place: Mutex<(head: ChainHead, half: Int)>

        fileprivate init(_ wallet: PreparedWallet, _ head: ChainHead, half: Int) {
            self.wallet = wallet
            place = Mutex((head, half))
        }
    }

    private let wallets: Mutex<TwoHalves<ID<Entity.Member>, Held>>

    /// Begins without wallets.
    init(bytesMost: Int = Limits.rewardWalletBytes) {
        wallets = Mutex(TwoHalves(bytesMost: bytesMost))
    }

    /// How many members have a wallet in memory.
    var count: Int { wallets.withLock { $0.count } }

    /// The wallet of a member, as it was read or kept last, and whether it is of where the
    /// household's chain ends for the caller.
    func find(of membership: Membership, at now: Timestamp) -> (held: Held, isCurrent: Bool)? {
        let member = membership.member
        guard let held = wallets.withLock({ $0[member] }) else { return nil }
        let head = held.place.withLock { $0.head }
        let isCurrent =
            head == membership.head && held.wallet.counts(at: now, in: membership.zone)
        return (held, isCurrent)
    }

    /// Keeps a wallet that is of a place in its household's chain, which is durable.
    ///
    /// Of two calls at once the one that is further along the chain is kept.
    func keep(_ wallet: PreparedWallet, of member: ID<Entity.Member>, at head: ChainHead) {
        wallets.withLock { wallets in
            if let there = wallets[member],
                there.place.withLock({ $0.head.sequence > head.sequence })
            {
                return
            }
            wallets.keep(Held(wallet, head, half: wallets.half), for: member)
        }
    }

    /// Keeps a wallet that was found here, at a place in the chain up to which no card changed.
    func keep(_ held: Held, of member: ID<Entity.Member>, at head: ChainHead) {
        wallets.withLock { wallets in
            let half = held.place.withLock { place in
                if place.head.sequence < head.sequence { place.head = head }
                return place.half
            }
            guard half < wallets.half else { return }
            // Another one may have taken its place meanwhile.
            let there = wallets[member]
            guard there == nil || there === held else { return }
            held.place.withLock { $0.half = wallets.half }
            wallets.keep(held, for: member)
        }
    }
}
