import Kernel
import Testing

@testable import Rewards

@Suite("Values and missed rewards against the plainest reckoning")
struct ValuePropertyTests {
    private static func naive(_ card: RewardCard, _ values: PointValues) -> NaiveValuation {
        func worth(_ program: String) -> Int { Int(values[program]?.hundredths ?? 0) }
        return NaiveValuation(
            card,
            worths: [
                .cashBack: 100, .membershipRewards: worth("MR"), .ultimateRewards: worth("UR"),
            ],
            deltaWorth: worth("Delta SkyMiles")
        )
    }

    @Test("one purchase on one card, as its limits stand", arguments: 0..<100)
    func one(seed: UInt64) {
        var chance = ValueChance(seed: seed)
        let card = chance.card(1)
        let values = chance.values()
        let naive = Self.naive(card, values)
        let today = chance.day()
        let ready = WalletCard(card, in: CalendarQuarter(of: today))
        let valuation = CardValuation(ready, values: values)
        for purchase in chance.purchases(10, cards: 1) where purchase.amountCents > 0 {
            let value = valuation.value(
                of: ValuedPurchase(
                    amountCents: purchase.amountCents,
                    category: purchase.category,
                    isForeign: purchase.isForeign
                )
            )
            let isOpen = card.bonus?.period == CalendarQuarter(of: today)
            let plain = naive.cents(
                of: purchase,
                spent: { $0.spentCents },
                bonus: isOpen ? card.bonus?.spentCents : nil
            )
            #expect(value.cents == plain, "seed \(seed): \(purchase) on \(card)")
            let parts = value.atBonusCents + value.atRateCents + value.aboveLimitCents
            #expect(parts == purchase.amountCents, "seed \(seed)")
            #expect(value.rewardCents >= 0 && value.feeCents >= 0, "seed \(seed)")
        }
    }

    @Test("many purchases on a wallet, while limits fill and begin anew", arguments: 0..<30)
    func many(seed: UInt64) {
        var chance = ValueChance(seed: seed &+ 1_000)
        let wallet = (0..<1 + chance.below(4)).map { chance.card($0) }
        let values = chance.values()
        let purchases = chance.purchases(40, cards: wallet.count)
        let first = chance.day()
        let days = first...first.adding(days: chance.below(200))
        let missed = MissedRewards.of(
            days,
            purchases: purchases,
            wallet: wallet,
            values: values,
            in: .utc,
            limit: 1_000
        )
        var expected = Expected()
        for (place, purchase) in purchases.enumerated()
        where days.contains(purchase.day) && purchase.amountCents > 0 {
            let earlier = Array(purchases[..<place])
            let worth = wallet.map { card -> Int64 in
                let naive = Self.naive(card, values)
                return naive.cents(
                    of: purchase,
                    spent: { naive.spent(on: $0, at: purchase.day, earlier) },
                    bonus: naive.spentOnBonus(at: purchase.day, earlier)
                )
            }
            expected.add(purchase, wallet, worth)
        }
        #expect(missed.listed == expected.rows, "seed \(seed)")
        #expect(missed.count == expected.rows.count, "seed \(seed)")
        #expect(missed.earnedCents == expected.earned, "seed \(seed)")
        let sum = expected.rows.reduce(0) { $0 + $1.missedCents }
        #expect(missed.missedCents == sum, "seed \(seed)")
        #expect(missed.missedWithoutCardCents == expected.withoutCard, "seed \(seed)")
    }

    @Test("the places of categories in tables are their order")
    func places() {
        #expect(RewardsCategory.allCases.map(\.ordinal) == Array(0..<24))
    }

    private struct Expected {
        var rows: [MissedReward] = []
        var earned: Int64 = 0
        var withoutCard: Int64 = 0

        mutating func add(_ purchase: PastPurchase, _ wallet: [RewardCard], _ worth: [Int64]) {
            let used = wallet.firstIndex { $0.id == purchase.cardID }
            let got = used.map { worth[$0] } ?? 0
            earned += got
            let others = wallet.indices.filter { wallet[$0].isActive && $0 != used }
            guard let most = others.map({ worth[$0] }).max(), most > got else { return }
            let best = others.filter { worth[$0] == most }.min { left, right in
                let names = (wallet[left].name.uppercased(), wallet[right].name.uppercased())
                return names.0 == names.1
                    ? wallet[left].id.text < wallet[right].id.text : names.0 < names.1
            }
            guard let best else { return }
            if used == nil { withoutCard += most - got }
            rows.append(
                MissedReward(
                    purchase: purchase,
                    earnedCents: got,
                    betterCardID: wallet[best].id,
                    betterCents: most
                )
            )
        }
    }
}
