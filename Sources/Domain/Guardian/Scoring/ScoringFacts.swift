import Catalogue
public import Kernel

/// Everything a score depends on; the same facts always give the same score.
public struct ScoringFacts: Sendable, Equatable {
    /// The price, more than 0.
    public let amount: Money
    /// What is bought.
    public let category: ScoringCategory
    /// The hour of the day in the household's time, 0...23.
    public let hour: Int
    /// The weekday in the household's time, Monday 0 to Sunday 6.
    public let weekday: Int
    /// Where it is bought.
    public let channel: PurchaseChannel
    /// Whose purchase it is.
    public let member: Member

    /// What is known of the member.
    public struct Member: Sendable, Equatable {
        /// How the member wants to spend.
        public let profile: SpendingProfile
        /// The monthly income, 0 or more.
        public let monthlyIncome: Money
        /// The member's purchases in the category this month, up to now.
        public let spendBefore: Money
        /// What was learned from the member's feedback.
        public let offsets: PersonalOffsets

        /// Gathers what is known of a member; income and spending are of one currency.
        public init(
            profile: SpendingProfile,
            monthlyIncome: Money,
            spendBefore: Money,
            offsets: PersonalOffsets = .none
        ) {
            precondition(monthlyIncome.minor >= 0, "an income is not negative")
            precondition(
                monthlyIncome.currency == spendBefore.currency,
                "a budget and its spending have one currency"
            )
            self.profile = profile
            self.monthlyIncome = monthlyIncome
            self.spendBefore = spendBefore
            self.offsets = offsets
        }

        /// Somebody of whom nothing is known: average, with an income of 3,000.00 and no spending.
        public static func unknown(currency: Currency) -> Member {
            Member(
                profile: .average,
                monthlyIncome: Money(
                    minor: SpendingProfile.standardIncomeMinor,
                    currency: currency
                ),
                spendBefore: Money(minor: 0, currency: currency)
            )
        }
    }

    /// Gathers the facts of one purchase; the member's amounts are in the currency of the price.
    public init(
        amount: Money,
        category: ScoringCategory,
        hour: Int,
        weekday: Int,
        channel: PurchaseChannel,
        member: Member
    ) {
        precondition(amount.minor > 0, "a purchase has a price")
        precondition(
            amount.currency == member.spendBefore.currency,
            "a purchase is of the household's currency"
        )
        self.amount = amount
        self.category = category
        self.hour = hour
        self.weekday = weekday
        self.channel = channel
        self.member = member
    }

    /// The purchase as the model sees it.
    public var modelInput: ModelInput {
        let unit = (0..<amount.currency.exponent).reduce(1.0) { unit, _ in unit * 10 }
        return ModelInput(
            amount: Double(amount.minor) / unit,
            hour: hour,
            weekday: weekday,
            profile: member.profile,
            category: category.known,
            channel: channel
        )
    }
}
