/// What a card earns.
public enum PointType: String, WrittenChoice, Hashable {
    /// American Express Membership Rewards.
    case membershipRewards
    /// Chase Ultimate Rewards.
    case ultimateRewards
    /// Citi ThankYou Points.
    case thankYouPoints
    /// Money.
    case cashBack
    /// Miles of Capital One's other cards.
    case capitalOneMiles
    /// Money of Discover's cards.
    case discoverCashback
    /// Bilt Rewards.
    case biltRewards
    /// Miles of Capital One's Venture X.
    case ventureXMiles

    /// The short value, which answers carry and people read: `MR`, `Cash Back`.
    public var displayValue: String {
        switch self {
        case .membershipRewards: "MR"
        case .ultimateRewards: "UR"
        case .thankYouPoints: "TYP"
        case .cashBack: "Cash Back"
        case .capitalOneMiles: "Capital One Miles"
        case .discoverCashback: "Discover Cash Back"
        case .biltRewards: "Bilt Rewards"
        case .ventureXMiles: "Venture X Miles"
        }
    }
}
