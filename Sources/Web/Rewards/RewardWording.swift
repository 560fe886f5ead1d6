import Contract

/// How pages say what a card pays.
enum RewardWording {
    /// What is paid for spending, such as `4 × Membership Rewards points` or `6 % back`.
    static func rate(
        hundredths: Int64,
        _ points: API.Rewards.PointType,
        _ format: PageFormat
    ) -> String {
        let rate = format.decimal(hundredths: hundredths)
        return name(of: points).map { "\(rate) × \($0)" } ?? "\(rate) % back"
    }

    /// What a card of the catalogue pays, whose program may be none that a wallet knows.
    static func rate(
        hundredths: Int64,
        of card: API.Rewards.CatalogueCard,
        _ format: PageFormat
    ) -> String {
        guard card.program != card.pointType.rawValue else {
            return rate(hundredths: hundredths, card.pointType, format)
        }
        return "\(format.decimal(hundredths: hundredths)) × \(card.program)"
    }

    /// On what it is paid, such as `Groceries`.
    static func subject(_ category: API.Rewards.SpendingCategory) -> String {
        category == .general ? "Everything else" : category.displayName
    }

    /// The program's points; `nil` where money is paid back.
    private static func name(of points: API.Rewards.PointType) -> String? {
        switch points {
        case .membershipRewards: "Membership Rewards points"
        case .ultimateRewards: "Ultimate Rewards points"
        case .thankYouPoints: "ThankYou points"
        case .capitalOneMiles: "Capital One miles"
        case .biltRewards: "Bilt points"
        case .ventureXMiles: "Venture X miles"
        case .cashBack, .discoverCashback: nil
        }
    }
}
