public import Kernel

/// Compares purchases with the other cards of the wallet, one after the other.
///
/// It keeps the sums, and of the purchases no more than twice those that are listed: so a history
/// of any length needs little memory. What is compared says
/// ``MissedRewards/of(_:purchases:wallet:values:in:limit:)``.
public struct MissedRewardsTally: Sendable {
    private let days: ClosedRange<CivilDay>
    private let wallet: [RewardCard]
    private let limit: Int
    private var walk: WalletWalk
    private var sums = Sums()
    private var count = 0
    private var found: [Found] = []
    /// How many purchases were added.
    private var added = 0
    private var last: CivilDay

    /// Begins before the first purchase.
    ///
    /// - Parameters:
    ///   - days: The days whose purchases are compared.
    ///   - first: A day that no purchase is before, `days.lowerBound` at the latest.
    ///   - wallet: All cards.
    ///   - values: What points are worth to the member.
    ///   - zone: The household's.
    ///   - limit: How many purchases are listed at most.
    public init(
        _ days: ClosedRange<CivilDay>,
        from first: CivilDay,
        wallet: [RewardCard],
        values: PointValues,
        in zone: Zone,
        limit: Int
    ) {
        precondition(limit >= 0, "a list is not shorter than empty")
        precondition(first <= days.lowerBound, "the days compared are not before the first")
        self.days = days
        self.wallet = wallet
        self.limit = limit
        walk = WalletWalk(wallet, values, from: first, in: zone)
        last = first
    }

    /// Takes the next purchase, of the same day as the one before or of a later day.
    ///
    /// - Complexity: O(*n*) in the number of cards.
    public mutating func add(_ purchase: PastPurchase) {
        precondition(purchase.day >= last, "purchases stand in the order of their days")
        last = purchase.day
        guard purchase.amountCents > 0, purchase.day <= days.upperBound else { return }
        added += 1
        let used = purchase.cardID.flatMap { walk.card(with: $0) }
        if purchase.day >= days.lowerBound { compare(purchase, with: used) }
        if let used { walk.fill(purchase, on: used) }
    }

    /// What was missed so far.
    public var result: MissedRewards {
        MissedRewards(
            listed: most(found).sorted { $0.place < $1.place }.map { found in
                MissedReward(
                    purchase: found.purchase,
                    earnedCents: found.better.cents - found.better.missed,
                    betterCardID: wallet[found.better.card].id,
                    betterCents: found.better.cents
                )
            },
            count: count,
            missedCents: Int64(clamping: sums.missed),
            missedWithoutCardCents: Int64(clamping: sums.withoutCard),
            earnedCents: Int64(clamping: sums.earned)
        )
    }

    private mutating func compare(_ purchase: PastPurchase, with used: Int?) {
        let compared = walk.compare(purchase, with: used)
        sums.earned += Int128(compared.earned ?? 0)
        guard let better = compared.better else { return }
        count += 1
        sums.count(better.missed, isOnCard: used != nil)
        guard limit > 0 else { return }
        if found.count >= 2 * limit { found = most(found) }
        found.append(Found(place: added, purchase: purchase, better: better))
    }

    /// Those on which most was missed, of equals the earlier; in any order when they are few.
    private func most(_ found: [Found]) -> [Found] {
        guard found.count > limit else { return found }
        let sorted = found.sorted { ($1.better.missed, $0.place) < ($0.better.missed, $1.place) }
        return Array(sorted.prefix(limit))
    }
}

private struct Found {
    let place: Int
    let purchase: PastPurchase
    let better: WalletWalk.Better
}

private struct Sums {
    var earned: Int128 = 0
    var missed: Int128 = 0
    var withoutCard: Int128 = 0

    mutating func count(_ cents: Int64, isOnCard: Bool) {
        missed += Int128(cents)
        if !isOnCard { withoutCard += Int128(cents) }
    }
}
