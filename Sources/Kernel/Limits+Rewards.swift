/// The bounds of Rewards.
extension Limits {
    // MARK: Cards

    /// Reward cards that a member may have.
    public static let cardsPerMember = 50
    /// Rows of what it earns that a card may have.
    public static let rewardRowsPerCard = 50
    /// Limits that a card may have.
    public static let spendingLimitsPerCard = 50
    /// The longest name of a card, in Unicode scalars.
    public static let cardNameCharacters = 100
    /// The largest multiplier, in hundredths.
    public static let multiplierHundredths: Int64 = 10_000
}
