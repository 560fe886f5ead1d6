public import Catalogue

/// One purchase as the model sees it.
public struct ModelInput: Sendable, Equatable {
    /// The price in major units; a whole number of minor units.
    public let amount: Double
    /// The hour of the day in the household's time, 0...23.
    public let hour: Int
    /// The weekday in the household's time, Monday 0 to Sunday 6.
    public let weekday: Int
    /// How the member wants to spend.
    public let profile: SpendingProfile
    /// The category; `nil` for a word the model does not know.
    public let category: GuardianCategory?
    /// Where it is bought.
    public let channel: PurchaseChannel

    /// Makes an input.
    public init(
        amount: Double,
        hour: Int,
        weekday: Int,
        profile: SpendingProfile,
        category: GuardianCategory?,
        channel: PurchaseChannel
    ) {
        precondition((0...23).contains(hour), "a day has 24 hours")
        precondition((0...6).contains(weekday), "a week has 7 days")
        self.amount = amount
        self.hour = hour
        self.weekday = weekday
        self.profile = profile
        self.category = category
        self.channel = channel
    }

    /// The features that are numbers, in the model's order.
    package var numbers: [Double] {
        [amount, Double(hour), Double(weekday), Double(profile.saverScore)]
    }
}
