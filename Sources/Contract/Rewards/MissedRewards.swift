public import Kernel

extension API.Rewards {
    /// Of which month missed rewards are shown.
    public struct MissedRequest: WireInput, Equatable {
        /// The month, this one or an earlier one of the household.
        public let month: WireMonth

        /// Makes a request.
        public init(month: WireMonth) {
            self.month = month
        }
    }

    /// A purchase that would have earned more on another card.
    public struct MissedReward: Codable, Sendable, Equatable {
        /// The transaction.
        public let transactionID: ID<Entity.Entry>
        /// Its day.
        public let date: WireDay
        /// Who was paid.
        public let merchant: String
        /// What was paid.
        public let amount: DecimalAmount
        /// What kind of spending it was.
        public let category: SpendingCategory
        /// The card that was used; left out where no card of the wallet is tied to the account.
        public let cardID: ID<Entity.RewardCard>?
        /// What was earned on it, in money.
        public let earned: DecimalAmount
        /// The card on which most would have been earned.
        public let betterCardID: ID<Entity.RewardCard>
        /// Its name.
        public let betterCardName: String
        /// What would have been earned there.
        public let betterEarned: DecimalAmount
        /// What was missed.
        public let missed: DecimalAmount

        /// Makes a purchase.
        public init(
            transactionID: ID<Entity.Entry>,
            date: WireDay,
            merchant: String,
            amount: DecimalAmount,
            category: SpendingCategory,
            cardID: ID<Entity.RewardCard>? = nil,
            earned: DecimalAmount,
            betterCardID: ID<Entity.RewardCard>,
            betterCardName: String,
            betterEarned: DecimalAmount
        ) {
            self.transactionID = transactionID
            self.date = date
            self.merchant = merchant
            self.amount = amount
            self.category = category
            self.cardID = cardID
            self.earned = earned
            self.betterCardID = betterCardID
            self.betterCardName = betterCardName
            self.betterEarned = betterEarned
            self.missed = DecimalAmount(minor: betterEarned.minor - earned.minor)
        }
    }

    /// What a month's purchases would have earned more on other cards of the wallet.
    public struct MissedRewards: Codable, Sendable, Equatable {
        /// The month.
        public let month: WireMonth
        /// What was missed on all purchases.
        public let missed: DecimalAmount
        /// What of it was missed on purchases without a card of the wallet.
        public let missedWithoutCard: DecimalAmount
        /// What all purchases of the month earned.
        public let earned: DecimalAmount
        /// How many purchases missed something.
        public let count: Int64
        /// Those that missed most, 100 at most, in the order in which they were made.
        public let purchases: [MissedReward]

        /// Makes an answer.
        public init(
            month: WireMonth,
            missed: DecimalAmount,
            missedWithoutCard: DecimalAmount,
            earned: DecimalAmount,
            count: Int64,
            purchases: [MissedReward]
        ) {
            self.month = month
            self.missed = missed
            self.missedWithoutCard = missedWithoutCard
            self.earned = earned
            self.count = count
            self.purchases = purchases
        }
    }

    /// Lists what was missed in a month.
    public static let missedRewards = Endpoint<MissedRequest, MissedRewards>(
        "missedRewards",
        .get,
        "/api/recommendations/missed",
        "Lists a month's purchases that would have earned more on another card, with the sum.",
        access: .member,
        surface: .rewards,
        example: MissedRequest(month: .missedExample),
        answers: MissedRewards(
            month: .missedExample,
            missed: DecimalAmount(minor: 200),
            missedWithoutCard: DecimalAmount(minor: 0),
            earned: DecimalAmount(minor: 200),
            count: 1,
            purchases: [.example]
        )
    )
}

extension WireMonth {
    fileprivate static let missedExample = Self(CivilDay(dayNumber: 20_129).month)
}

extension API.Rewards.MissedReward {
    /// $100 of groceries at 2x in the place of 4x.
    fileprivate static let example = Self(
        transactionID: ID(RawID(high: 0x0194_4B1E_7A40_7C62, low: 0x8F5E_7F0A_6F1F_2B75)),
        date: WireDay(CivilDay(dayNumber: 20_129)),
        merchant: "Whole Foods",
        amount: DecimalAmount(minor: 10_000),
        category: .groceries,
        cardID: ID(RawID(high: 0x0194_4B1E_7A40_7C62, low: 0x8F5E_7F0A_6F1F_2B76)),
        earned: DecimalAmount(minor: 200),
        betterCardID: .example,
        betterCardName: "Amex Gold",
        betterEarned: DecimalAmount(minor: 400)
    )
}
