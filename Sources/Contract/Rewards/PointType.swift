extension API.Rewards {
    /// What a card earns: points of a program, miles, or money.
    ///
    /// Read by its name or its short value, in any case; written by the short value.
    public enum PointType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// American Express Membership Rewards.
        case membershipRewards = "MR"
        /// Chase Ultimate Rewards.
        case ultimateRewards = "UR"
        /// Citi ThankYou Points.
        case thankYouPoints = "TYP"
        /// Money back.
        case cashBack = "Cash Back"
        /// Capital One miles.
        case capitalOneMiles = "Capital One Miles"
        /// Discover's money back.
        case discoverCashback = "Discover Cash Back"
        /// Bilt Rewards.
        case biltRewards = "Bilt Rewards"
        /// Venture X miles.
        case ventureXMiles = "Venture X Miles"

        static let ignoresCase = true

        var otherSpelling: String? { name }

        /// The name, such as `membershipRewards`; what preferences and rows call it by.
        public var name: String {
            switch self {
            case .membershipRewards: "membershipRewards"
            case .ultimateRewards: "ultimateRewards"
            case .thankYouPoints: "thankYouPoints"
            case .cashBack: "cashBack"
            case .capitalOneMiles: "capitalOneMiles"
            case .discoverCashback: "discoverCashback"
            case .biltRewards: "biltRewards"
            case .ventureXMiles: "ventureXMiles"
            }
        }
    }
}
