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
    ///     exact they begin with ``firstDay(of:wallet:in:)``.
    ///   - wallet: All cards. An inactive one is not named, but counts where it was used.
    ///   - values: What points are worth to the member.
    ///   - zone: The household's, by whose calendar limits begin anew.
    ///   - limit: How many are listed at most; see ``Limits/missedRewardsListed``.
    /// - Returns: The purchases with what was missed, and the sums of all; see also
    ///   ``MissedRewardsTally``, which takes them one after the other.
    public static func of(
        _ days: ClosedRange<CivilDay>,
        purchases: [PastPurchase],
        wallet: [RewardCard],
        values: PointValues,
        in zone: Zone,
        limit: Int
    ) -> MissedRewards {
        let first = min(purchases.first?.day ?? days.lowerBound, days.lowerBound)
        var tally = MissedRewardsTally(
            days,
            from: first,
            wallet: wallet,
            values: values,
            in: zone,
            limit: limit
        )
        for purchase in purchases { tally.add(purchase) }
        return tally.result
    }
}
