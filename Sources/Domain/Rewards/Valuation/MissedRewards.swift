public import Kernel

/// The purchases of some days that would have earned more on another card of the wallet.
public struct MissedRewards: Hashable, Sendable {
    /// Those on which most was missed, in the order in which they were made.
    public let listed: [MissedReward]
    /// How many there are, whether listed or not.
    public let count: Int
    /// What was missed on all of them, in cents.
    public let missedCents: Int64
    /// What of it was missed on purchases that no card of the wallet was used for, in cents.
    public let missedWithoutCardCents: Int64
    /// What all purchases of the days earned on the cards of the wallet, in cents.
    public let earnedCents: Int64

    /// Compares each purchase with the other cards of the wallet.
    ///
    /// Limits and bonuses fill by what was really spent: a purchase fills those of the card that it
    /// was made with and no other, and another card is asked with what was really spent on it. What
    /// a member entered by hand counts in the period that its limit stands in. Linear in the number
    /// of purchases times that of cards.
    ///
    /// - Parameters:
    ///   - days: The days whose purchases are compared.
    ///   - purchases: In the order of their days. Those before `days` fill limits alone; to be
    ///     exact they begin with the longest period of a limit that contains the first of `days`.
    ///   - wallet: All cards. An inactive one is not named, but counts where it was used.
    ///   - values: What points are worth to the member.
    ///   - zone: The household's, by whose calendar limits begin anew.
    ///   - limit: How many are listed at most; see ``Limits/missedRewardsListed``.
    /// - Returns: The purchases with what was missed, and the sums of all.
    public static func of(
        _ days: ClosedRange<CivilDay>,
        purchases: [PastPurchase],
        wallet: [RewardCard],
        values: PointValues,
        in zone: Zone,
        limit: Int
    ) -> MissedRewards {
        precondition(limit >= 0, "a list is not shorter than empty")
        let first = min(purchases.first?.day ?? days.lowerBound, days.lowerBound)
        var walk = WalletWalk(wallet, values, from: first, in: zone)
        var sums = Sums()
        var found: [Found] = []
        var last = first.dayNumber
        for (place, purchase) in purchases.enumerated() where purchase.amountCents > 0 {
            let day = purchase.day.dayNumber
            precondition(day >= last, "purchases stand in the order of their days")
            last = day
            guard purchase.day <= days.upperBound else { break }
            let used = purchase.cardID.flatMap { walk.card(with: $0) }
            if purchase.day >= days.lowerBound {
                let compared = walk.compare(purchase, with: used)
                sums.earned += compared.earned ?? 0
                if let better = compared.better {
                    sums.count(better.missed, isOnCard: used != nil)
                    found.append(Found(place: place, better: better))
                }
            }
            if let used { walk.fill(purchase, on: used) }
        }
        return MissedRewards(
            listed: listed(found, limit).map { found in
                MissedReward(
                    purchase: purchases[found.place],
                    earnedCents: found.better.cents - found.better.missed,
                    betterCardID: wallet[found.better.card].id,
                    betterCents: found.better.cents
                )
            },
            count: found.count,
            missedCents: sums.missed,
            missedWithoutCardCents: sums.withoutCard,
            earnedCents: sums.earned
        )
    }

    /// Those on which most was missed, of equals the earlier, in the order in which they stand.
    private static func listed(_ found: [Found], _ limit: Int) -> [Found] {
        guard found.count > limit else { return found }
        return
            found
            .sorted { ($1.better.missed, $0.place) < ($0.better.missed, $1.place) }
            .prefix(limit)
            .sorted { $0.place < $1.place }
    }
}

private struct Found {
    let place: Int
    let better: WalletWalk.Better
}

private struct Sums {
    var earned: Int64 = 0
    var missed: Int64 = 0
    var withoutCard: Int64 = 0

    mutating func count(_ cents: Int64, isOnCard: Bool) {
        missed += cents
        if !isOnCard { withoutCard += cents }
    }
}
