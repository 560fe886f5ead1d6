import Kernel
import Ledger
import Store
import Synchronization

/// The prepared wallets of those who bought last, as large together as they may be.
///
/// A wallet belongs to a place in its household's chain: cards, preferences and time zones change
/// by links alone, so whoever reads where the chain ends knows whether it is of now, whichever
/// process wrote since. A decision is a link, too, but changes no card: the wallet goes along with
/// it.
///
/// There are two halves. What is asked for comes into the younger one; when that is full, the older
/// is forgotten and the younger takes its place. So nothing is searched to make room.
final class PreparedWallets: Sendable {
    private struct Held: Sendable {
        var wallet: PreparedWallet
        var head: ChainHead
    }

    private struct State {
        var young: [ID<Entity.Member>: Held] = [:]
        var old: [ID<Entity.Member>: Held] = [:]
        var youngBytes = 0
    }

    private let state = Mutex(State())
    private let bytesMost: Int

    /// Begins without wallets.
    init(bytesMost: Int = Limits.rewardWalletBytes) {
        self.bytesMost = bytesMost
    }

    /// How many members have a wallet in memory.
    var count: Int {
        state.withLock { state in
            state.young.count + state.old.keys.count { state.young[$0] == nil }
        }
    }

    /// The wallet of a member, as it was read or kept last, and whether it is of where the
    /// household's chain ends for the caller.
    func find(
        of membership: Membership,
        at now: Timestamp
    ) -> (wallet: PreparedWallet, isCurrent: Bool)? {
        let member = membership.member
        let held = state.withLock { $0.young[member] ?? $0.old[member] }
        guard let held else { return nil }
        let isCurrent =
            held.head == membership.head && held.wallet.counts(at: now, in: membership.zone)
        return (held.wallet, isCurrent)
    }

    /// Keeps a wallet that is of a place in its household's chain, which is durable.
    ///
    /// Of two calls at once the one that is further along the chain is kept.
    func keep(_ wallet: PreparedWallet, of member: ID<Entity.Member>, at head: ChainHead) {
        state.withLock { state in
            if let held = state.young[member] {
                guard held.head.sequence <= head.sequence else { return }
                state.youngBytes -= held.wallet.bytes
            } else if let held = state.old[member], held.head.sequence > head.sequence {
                return
            }
            state.young[member] = Held(wallet: wallet, head: head)
            state.youngBytes += wallet.bytes
            guard state.youngBytes > bytesMost / 2 else { return }
            state.old = state.young
            state.young = [:]
            state.youngBytes = 0
        }
    }
}
