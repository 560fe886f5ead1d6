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
///
/// There are two halves. What is asked for comes into the younger one; when that is full, the older
/// is forgotten and the younger takes its place. So nothing is searched to make room.
final class PreparedWallets: Sendable {
    /// A wallet in memory; its place in the chain moves with what changes no card.
    final class Held: Sendable {
        let wallet: PreparedWallet
        fileprivate let place: Mutex<(head: ChainHead, half: Int)>

        fileprivate init(_ wallet: PreparedWallet, _ head: ChainHead, half: Int) {
            self.wallet = wallet
            place = Mutex((head, half))
        }
    }

    private struct State {
        var young: [ID<Entity.Member>: Held] = [:]
        var old: [ID<Entity.Member>: Held] = [:]
        var youngBytes = 0
        /// Of which half the younger one is, counted from the first.
        var half = 0
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
    func find(of membership: Membership, at now: Timestamp) -> (held: Held, isCurrent: Bool)? {
        let member = membership.member
        guard let held = state.withLock({ $0.young[member] ?? $0.old[member] }) else { return nil }
        let head = held.place.withLock { $0.head }
        let isCurrent =
            head == membership.head && held.wallet.counts(at: now, in: membership.zone)
        return (held, isCurrent)
    }

    /// Keeps a wallet that is of a place in its household's chain, which is durable.
    ///
    /// Of two calls at once the one that is further along the chain is kept.
    func keep(_ wallet: PreparedWallet, of member: ID<Entity.Member>, at head: ChainHead) {
        state.withLock { state in
            let there = state.young[member] ?? state.old[member]
            if let there, there.place.withLock({ $0.head.sequence > head.sequence }) { return }
            insert(Held(wallet, head, half: state.half), of: member, &state)
        }
    }

    /// Keeps a wallet that was found here, at a place in the chain up to which no card changed.
    func keep(_ held: Held, of member: ID<Entity.Member>, at head: ChainHead) {
        state.withLock { state in
            let half = held.place.withLock { place in
                if place.head.sequence < head.sequence { place.head = head }
                return place.half
            }
            // Another one may have taken its place meanwhile.
            let there = state.young[member] ?? state.old[member]
            guard half < state.half, there == nil || there === held else { return }
            held.place.withLock { $0.half = state.half }
            insert(held, of: member, &state)
        }
    }

    private func insert(_ held: Held, of member: ID<Entity.Member>, _ state: inout State) {
        if let replaced = state.young.updateValue(held, forKey: member) {
            state.youngBytes -= replaced.wallet.bytes
        }
        state.youngBytes += held.wallet.bytes
        guard state.youngBytes > bytesMost / 2 else { return }
        state.old = state.young
        state.young = [:]
        state.youngBytes = 0
        state.half += 1
    }
}
