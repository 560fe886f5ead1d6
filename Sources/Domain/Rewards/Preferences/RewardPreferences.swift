/// What a member prefers of cards and answers.
public struct RewardPreferences: Hashable, Sendable {
    /// The points that a card is preferred for.
    public var preferred: PointType
    /// From which part of a limit on a member is warned, in millionths, 1...1,000,000.
    public var alertThresholdMillionths: Int64
    /// The language of answers.
    public var language: AnswerLanguage
    /// Whether a member is told of limits by a push.
    public var notificationsEnabled: Bool
    /// Whether purchases on a card's account are added to its limits by themselves.
    public var autoUpdateSpending: Bool

    /// What a member has who never set anything.
    public static let standard = RewardPreferences()

    /// Makes preferences; what is not given is the contract's default.
    public init(
        preferred: PointType = .membershipRewards,
        alertThresholdMillionths: Int64 = 850_000,
        language: AnswerLanguage = .english,
        notificationsEnabled: Bool = true,
        autoUpdateSpending: Bool = false
    ) {
        self.preferred = preferred
        self.alertThresholdMillionths = alertThresholdMillionths
        self.language = language
        self.notificationsEnabled = notificationsEnabled
        self.autoUpdateSpending = autoUpdateSpending
    }
}
