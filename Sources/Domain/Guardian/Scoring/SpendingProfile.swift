/// How a member wants to spend, which sets how soon a purchase is advised against.
public enum SpendingProfile: String, CaseIterable, Sendable {
    /// Advises against early.
    case saver = "Saver"
    /// The profile of whoever has not chosen one.
    case average = "Average"
    /// Advises against late.
    case spender = "Spender"

    /// The smallest `p_avoid` that blocks.
    public var threshold: Double {
        switch self {
        case .saver: 0.40
        case .average: 0.60
        case .spender: 0.75
        }
    }

    /// The profile as the model sees it, 0...2.
    public var saverScore: Int {
        switch self {
        case .saver: 2
        case .average: 1
        case .spender: 0
        }
    }

    /// The monthly income of whoever has not said one, in cents.
    public static let standardIncomeMinor: Int64 = 300_000
}
