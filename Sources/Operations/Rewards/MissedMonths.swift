import Contract
import Kernel
import Ledger
import SQL
import Store
import Synchronization

/// What was missed in the months that were asked for last, as large together as they may be.
///
/// A month is compared purchase by purchase, with all since its limits' periods began: a year of
/// them, often. An answer belongs to a place in its household's chain, as a wallet does
/// (``PreparedWallets``): purchases, cards, preferences and time zones change by links alone. Where
/// the chain went on, the answer goes along with it if none of these is what changed.
final class MissedMonths: Sendable {
    /// What an answer follows from.
    struct Basis: Sendable {
        fileprivate var head: ChainHead
        private let mark: RewardWalletMark
        private let preferencesVersion: Int64

        /// Reads it where the chain ends for the caller.
        init(of membership: Membership, in session: any Session) throws {
            let member = membership.member
            head = membership.head
            mark = try RewardCards.mark(of: member, in: session)
            preferencesVersion = try StoredRewardPreferences.find(of: member, in: session).version
        }

        /// Whether nothing of it changed up to where the chain ends for the caller.
        fileprivate func holds(for membership: Membership, in session: any Session) throws -> Bool {
            let links = membership.head.sequence - head.sequence
            guard membership.household == head.household,
                (0...Limits.searchChangesFollowed).contains(links)
            else { return false }
            guard membership.head != head else { return true }
            let now = try Basis(of: membership, in: session)
            guard links > 0, now.mark == mark, now.preferencesVersion == preferencesVersion else {
                return false
            }
            let changes = try BookChanges(
                of: head.household,
                after: head.sequence,
                in: session
            )
            return changes.transfers.isEmpty && !changes.movedDays
        }
    }

    private struct Key: Hashable, Sendable {
        let member: ID<Entity.Member>
        let month: CivilMonth
    }

    private struct Known: Sendable, TakesMemory {
        let answer: API.Rewards.MissedRewards
        var basis: Basis

        var bytes: Int {
            answer.purchases.reduce(512) { sum, purchase in
                sum + 256 + purchase.merchant.utf8.count + purchase.betterCardName.utf8.count
            }
        }
    }

    private let answers: Mutex<TwoHalves<Key, Known>>

    /// Begins without answers.
    init(bytesMost: Int = Limits.missedRewardsBytes) {
        answers = Mutex(TwoHalves(bytesMost: bytesMost))
    }

    /// How many answers are in memory.
    var count: Int { answers.withLock { $0.count } }

    /// What was missed in a month, if that is known and of where the chain ends for the caller.
    ///
    /// - Throws: `DatabaseError`.
    func find(
        _ month: CivilMonth,
        of membership: Membership,
        in session: any Session
    ) throws -> API.Rewards.MissedRewards? {
        let key = Key(member: membership.member, month: month)
        guard var known = answers.withLock({ $0[key] }),
            try known.basis.holds(for: membership, in: session)
        else { return nil }
        known.basis.head = membership.head
        keep(known, key)
        return known.answer
    }

    /// Keeps what a member missed in a month.
    ///
    /// Of two answers the one that is further along the chain is kept.
    func keep(
        _ answer: API.Rewards.MissedRewards,
        of member: ID<Entity.Member>,
        _ basis: Basis
    ) {
        keep(
            Known(answer: answer, basis: basis),
            Key(member: member, month: answer.month.month)
        )
    }

    private func keep(_ known: Known, _ key: Key) {
        answers.withLock { answers in
            if let there = answers[key], there.basis.head.sequence > known.basis.head.sequence {
                return
            }
            answers.keep(known, for: key)
        }
    }
}
