public import Kernel

/// A product that a member may hold, with the rows a card of it starts with.
///
/// The rows are the contract's starting rows (rewards.md, section 2), not a promise about the
/// issuer's terms; the member edits them.
public enum CardType: String, WrittenChoice, Hashable {
    /// American Express Gold.
    case amexGold
    /// American Express Platinum.
    case amexPlatinum
    /// American Express Blue Cash Preferred.
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
    /// Robinhood Gold.
    case robinhoodGold
    /// PayPal Cashback.
    case paypalCashback
    /// Bilt.
    case biltMastercard
    /// Wells Fargo Active Cash.
    case wellsFargoActiveCash
    /// Any other card; it starts without rows.
    case custom

    /// The product's name.
    public var displayValue: String { terms.name }

    /// What the product earns; `nil` for ``custom``.
    public var points: PointType? { terms.points }

    /// The rows a card starts with, `general` last; none for ``custom``.
    ///
    /// - Parameter newID: Gives each row its id.
    /// - Returns: The rows, all active, all earning ``points``.
    public func startingRows(newID: () -> ID<Entity.RewardRow>) -> [RewardRow] {
        let terms = terms
        guard let points = terms.points else { return [] }
        return terms.rates.map { category, hundredths in
            RewardRow(
                id: newID(),
                category: category,
                multiplier: Multiplier(hundredths: hundredths),
                pointType: points
            )
        }
    }

    private typealias Terms = (
        name: String, points: PointType?, rates: [(RewardsCategory, Int64)]
    )

    private var terms: Terms {
        switch self {
        case .amexGold:
            (
                "Amex Gold", .membershipRewards,
                [(.groceries, 400), (.dining, 400), (.travel, 300), (.general, 100)]
            )
        case .amexPlatinum:
            ("Amex Platinum", .membershipRewards, [(.travel, 500), (.general, 100)])
        case .amexBlueCashPreferred:
            (
                "Amex Blue Cash Preferred", .cashBack,
                [
                    (.groceries, 600), (.streaming, 600), (.gas, 300), (.transit, 300),
                    (.general, 100),
                ]
            )
        case .chaseFreedom, .chaseFreedomFlex, .chaseFreedomUnlimited, .chaseSapphirePreferred,
            .chaseSapphireReserve:
            chaseTerms
        case .citiDoubleCash:
            ("Citi Double Cash", .thankYouPoints, [(.general, 200)])
        case .capitalOneSavorOne, .capitalOneVentureX:
            capitalOneTerms
        case .discoverIt:
            ("Discover It", .discoverCashback, [(.general, 100)])
        case .robinhoodGold:
            ("Robinhood Gold Card", .cashBack, [(.general, 300)])
        case .paypalCashback:
            (
                "PayPal Cashback Mastercard", .cashBack,
                [(.paypal, 300), (.online, 300), (.general, 200)]
            )
        case .biltMastercard:
            (
                "Bilt Mastercard", .biltRewards,
                [(.dining, 300), (.travel, 200), (.rent, 100), (.general, 100)]
            )
        case .wellsFargoActiveCash:
            ("Wells Fargo Active Cash", .cashBack, [(.general, 200)])
        case .custom:
            ("Custom", nil, [])
        }
    }

    private var chaseTerms: Terms {
        switch self {
        case .chaseFreedomFlex:
            (
                "Chase Freedom Flex", .ultimateRewards,
                [(.dining, 300), (.drugstores, 300), (.general, 100)]
            )
        case .chaseFreedomUnlimited:
            (
                "Chase Freedom Unlimited", .ultimateRewards,
                [(.dining, 300), (.drugstores, 300), (.general, 150)]
            )
        case .chaseSapphirePreferred:
            (
                "Chase Sapphire Preferred", .ultimateRewards,
                [(.dining, 300), (.travel, 200), (.general, 100)]
            )
        case .chaseSapphireReserve:
            (
                "Chase Sapphire Reserve", .ultimateRewards,
                [(.dining, 300), (.travel, 300), (.general, 100)]
            )
        default:
            ("Chase Freedom", .ultimateRewards, [(.general, 100)])
        }
    }

    private var capitalOneTerms: Terms {
        guard self == .capitalOneSavorOne else {
            return (
                "Capital One Venture X", .ventureXMiles,
                [(.hotels, 1_000), (.airfare, 500), (.travel, 500), (.general, 200)]
            )
        }
        return (
            "Capital One SavorOne", .cashBack,
            [
                (.hotels, 500), (.dining, 300), (.entertainment, 300), (.groceries, 300),
                (.streaming, 300), (.general, 100),
            ]
        )
    }
}
