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
    /// The largest fee on a purchase in another currency, in hundredths of a per cent.
    public static let foreignFeeBasisPoints: Int64 = 10_000

    // MARK: Recommendations and messages

    /// The shortest question, in Unicode scalars.
    public static let rewardQueryLeastCharacters = 3
    /// The longest question, in Unicode scalars.
    public static let rewardQueryCharacters = 500
    /// The longest name of a merchant in a question, in Unicode scalars.
    public static let rewardMerchantCharacters = 200
    /// The longest message, in Unicode scalars.
    public static let rewardMessageCharacters = 1_000
    /// The most messages that one page shows.
    public static let rewardMessages: Int64 = 100
    /// Messages about cards that are kept of a member; older ones go.
    public static let rewardMessagesPerMember = 1_000
    /// What is kept of a member's messages about cards, in bytes; of what is more, older messages
    /// go, but never the last two.
    public static let rewardMessageBytesPerMember = 1_048_576
    /// How long a message about cards is kept, in milliseconds: 365 days.
    public static let rewardMessageMilliseconds: Int64 = 31_536_000_000
    /// Limits that an answer tells of.
    public static let rewardLimitLines = 100

    /// The relations between these limits that the program relies on.
    static let rewardRelations: [(String, Bool)] = [
        ("messages are kept in pairs", rewardMessagesPerMember.isMultiple(of: 2)),
        ("a page of messages is kept", rewardMessages <= Int64(rewardMessagesPerMember)),
        (
            "an answer tells of the limits of a card, and its bonus",
            spendingLimitsPerCard < rewardLimitLines
        ),
    ]
}
