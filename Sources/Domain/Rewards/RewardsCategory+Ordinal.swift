extension RewardsCategory {
    /// The place of the category in tables, 0...23.
    ///
    /// Written out: looking a case up by its raw value compares texts.
    var ordinal: Int {
        switch self {
        case .groceries: 0
        case .dining: 1
        case .travel: 2
        case .gas: 3
        case .online: 4
        case .drugstores: 5
        case .streaming: 6
        case .transit: 7
        case .office: 8
        case .phone: 9
        case .general: 10
        case .costco: 11
        case .amazon: 12
        case .wholeFoods: 13
        case .target: 14
        case .walmart: 15
        case .airfare: 16
        case .hotels: 17
        case .restaurants: 18
        case .fastFood: 19
        case .coffee: 20
        case .entertainment: 21
        case .rent: 22
        case .paypal: 23
        }
    }
}

extension PointType {
    /// One bit for each type, so that what a card earns is one number.
    var bit: UInt8 {
        switch self {
        case .membershipRewards: 0x01
        case .ultimateRewards: 0x02
        case .thankYouPoints: 0x04
        case .cashBack: 0x08
        case .capitalOneMiles: 0x10
        case .discoverCashback: 0x20
        case .biltRewards: 0x40
        case .ventureXMiles: 0x80
        }
    }
}
