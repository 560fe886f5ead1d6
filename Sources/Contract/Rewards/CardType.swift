extension API.Rewards {
    /// Which card it is; it says what a card earns that is created without a word about that.
    ///
    /// Read by its name or as it is displayed, in any case; written by its name.
    public enum CardType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Amex Gold.
        case amexGold
        /// Amex Platinum.
        case amexPlatinum
        /// Amex Blue Cash Preferred.
        case amexBlueCashPreferred
        /// Chase Freedom.
        case chaseFreedom
        /// Chase Freedom Flex.
        case chaseFreedomFlex
        /// Chase Freedom Unlimited.
        case chaseFreedomUnlimited
        /// Chase Sapphire Preferred.
        case chaseSapphirePreferred
        /// Chase Sapphire Reserve.
        case chaseSapphireReserve
        /// Citi Double Cash.
        case citiDoubleCash
        /// Capital One SavorOne.
        case capitalOneSavorOne
        /// Capital One Venture X.
        case capitalOneVentureX
        /// Discover It.
        case discoverIt
        /// Robinhood Gold Card.
        case robinhoodGold
        /// PayPal Cashback Mastercard.
        case paypalCashback
        /// Bilt Mastercard.
        case biltMastercard
        /// Wells Fargo Active Cash.
        case wellsFargoActiveCash
        /// Any other card.
        case custom

        static let ignoresCase = true

        var otherSpelling: String? { displayName }

        /// The name as people read it, such as `Amex Gold`.
        public var displayName: String {
            switch self {
            case .amexGold: "Amex Gold"
            case .amexPlatinum: "Amex Platinum"
            case .amexBlueCashPreferred: "Amex Blue Cash Preferred"
            case .chaseFreedom: "Chase Freedom"
            case .chaseFreedomFlex: "Chase Freedom Flex"
            case .chaseFreedomUnlimited: "Chase Freedom Unlimited"
            case .chaseSapphirePreferred: "Chase Sapphire Preferred"
            case .chaseSapphireReserve: "Chase Sapphire Reserve"
            case .citiDoubleCash: "Citi Double Cash"
            case .capitalOneSavorOne: "Capital One SavorOne"
            case .capitalOneVentureX: "Capital One Venture X"
            case .discoverIt: "Discover It"
            case .robinhoodGold: "Robinhood Gold Card"
            case .paypalCashback: "PayPal Cashback Mastercard"
            case .biltMastercard: "Bilt Mastercard"
            case .wellsFargoActiveCash: "Wells Fargo Active Cash"
            case .custom: "Custom"
            }
        }
    }
}
