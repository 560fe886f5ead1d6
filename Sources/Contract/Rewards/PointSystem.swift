extension API.Rewards {
    /// The points that a member prefers.
    ///
    /// Read by its name or the short value of its points, in any case; written by its name.
    public enum PointSystem: String, Codable, Sendable, CaseIterable, WireEnum {
        /// American Express Membership Rewards.
        case membershipRewards
        /// Chase Ultimate Rewards.
        case ultimateRewards
        /// Citi ThankYou Points.
        case thankYouPoints
        /// Money back.
        case cashBack
        /// Capital One miles.
        case capitalOneMiles
        /// Discover's money back.
        case discoverCashback
        /// Bilt Rewards.
        case biltRewards
        /// Venture X miles.
        case ventureXMiles

        static let ignoresCase = true

        var otherSpelling: String? { points.rawValue }

        /// What a card earns then.
        public var points: PointType {
            switch self {
            case .membershipRewards: .membershipRewards
            case .ultimateRewards: .ultimateRewards
            case .thankYouPoints: .thankYouPoints
            case .cashBack: .cashBack
            case .capitalOneMiles: .capitalOneMiles
            case .discoverCashback: .discoverCashback
            case .biltRewards: .biltRewards
            case .ventureXMiles: .ventureXMiles
            }
        }
    }
}
