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
    /// What the member takes points to be worth, one for a program, by the programs' names.
    public private(set) var pointValues: [PointValue]

    /// What a member has who never set anything.
    public static let standard = RewardPreferences()

    /// Makes preferences; what is not given is the contract's default.
    public init(
        preferred: PointType = .membershipRewards,
        alertThresholdMillionths: Int64 = 850_000,
        language: AnswerLanguage = .english,
        notificationsEnabled: Bool = true,
        autoUpdateSpending: Bool = false,
        pointValues: [PointValue] = []
    ) {
        self.preferred = preferred
        self.alertThresholdMillionths = alertThresholdMillionths
        self.language = language
        self.notificationsEnabled = notificationsEnabled
        self.autoUpdateSpending = autoUpdateSpending
        self.pointValues = pointValues.sorted { $0.program < $1.program }
    }

    /// Takes what points are worth, in place of all that was said before.
    public mutating func take(_ values: [PointValue]) {
        pointValues = values.sorted { $0.program < $1.program }
    }

    /// What points of all programs are worth to the member.
    public var values: PointValues { PointValues(own: pointValues) }
}
