public import Contract
import Kernel
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Lists a month's purchases that would have earned more on another card, with the sum.
    ///
    /// All is read in one transaction, so sums and list fit each other. A month that was asked for
    /// lately is in memory.
    ///
    /// - Throws: ``Problem`` `invalid` for a month that has not begun; `unauthenticated`;
    ///   `DatabaseError`.
    public func missedRewards(
        _ input: API.Rewards.MissedRequest,
        _ call: Call
    ) async throws -> API.Rewards.MissedRewards {
        let month = input.month.month
        return try await reading(call) { session, membership in
            guard month <= membership.zone.day(of: call.now).month else {
                throw Problem.invalid([Fault(field: "month", rule: "is in the future")])
            }
            if let known = try missedMonths.find(month, of: membership, in: session) {
                return known
            }
            let basis = try MissedMonths.Basis(of: membership, in: session)
            var purchases = try WalletPurchases(of: membership, catalogue, in: session)
            let missed = try Self.missed(in: month, &purchases, membership, in: session)
            let ids = missed.listed.map(\.purchase.id)
            let names = try PurchasedEntries.names(of: ids, in: session)
            let answer = API.Rewards.MissedRewards(
                month: WireMonth(month),
                missed: DecimalAmount(minor: missed.missedCents),
                missedWithoutCard: DecimalAmount(minor: missed.missedWithoutCardCents),
                earned: DecimalAmount(minor: missed.earnedCents),
                count: Int64(missed.count),
                purchases: Self.listed(missed.listed, names, purchases.cards)
            )
            missedMonths.keep(answer, of: membership.member, basis)
            return answer
        }
    }

    /// Walks from the beginning of the longest period of a limit to the end of the month.
    private static func missed(
        in month: CivilMonth,
        _ purchases: inout WalletPurchases,
        _ membership: Membership,
        in session: any Session
    ) throws -> MissedRewards {
        let days = month.firstDay...month.lastDay
        guard let known = try EntryCounts.window(of: membership.member, in: session),
            known.overlaps(days)
        else {
            return MissedRewards.of(
                days,
                purchases: [],
                wallet: [],
                values: .standard,
                in: membership.zone,
                limit: 0
            )
        }
        let values = try StoredRewardPreferences.find(of: membership.member, in: session)
            .preferences.values
        let zone = membership.zone
        let first = MissedRewards.firstDay(of: days.lowerBound, wallet: purchases.cards, in: zone)
        var tally = MissedRewardsTally(
            days,
            from: first,
            wallet: purchases.cards,
            values: values,
            in: zone,
            limit: Limits.missedRewardsListed
        )
        let window = (first...days.upperBound).clamped(to: known)
        try PurchasedEntries.visit(of: membership.member, on: window, in: session) { entry in
            if let purchase = purchases.purchase(entry) { tally.add(purchase) }
        }
        return tally.result
    }

    private static func listed(
        _ missed: [MissedReward],
        _ names: [ID<Entity.Entry>: String],
        _ cards: [RewardCard]
    ) -> [API.Rewards.MissedReward] {
        let cardNames = Dictionary(cards.map { ($0.id, $0.name) }) { first, _ in first }
        return missed.map { missed in
            let purchase = missed.purchase
            return API.Rewards.MissedReward(
                transactionID: purchase.id,
                date: WireDay(purchase.day),
                merchant: names[purchase.id] ?? "",
                amount: DecimalAmount(minor: purchase.amountCents),
                category: .init(purchase.category),
                cardID: purchase.cardID,
                earned: DecimalAmount(minor: missed.earnedCents),
                betterCardID: missed.betterCardID,
                betterCardName: cardNames[missed.betterCardID] ?? "",
                betterEarned: DecimalAmount(minor: missed.betterCents)
            )
        }
    }
}
