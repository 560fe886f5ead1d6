extension CatalogueCard {
    /// The product that the card is, where the wallet has a name for it; else ``CardType/custom``.
    ///
    /// Capital One's SavorOne is called Savor since 2024.
    public var type: CardType { Self.types[id] ?? .custom }

    /// The point type that a wallet says for the card's program.
    ///
    /// The wallet knows eight. Miles and points of airlines, hotels, shops and smaller banks are
    /// said to be ``PointType/cashBack``: of the eight it alone promises no transferable points, so
    /// no preference for those is answered with a card that does not earn them. The name of the
    /// program stays with the card, and its points are valued by it.
    public var pointType: PointType {
        if let points = type.points { return points }
        return PointType.allCases.first { $0.displayValue == program } ?? .cashBack
    }

    /// The program whose points it earns, where no point type of the wallet stands for it.
    public var programBesides: String? {
        PointType.allCases.contains { $0.displayValue == program } ? nil : program
    }

    private static let types: [String: CardType] = [
        "us-amex-gold": .amexGold,
        "us-amex-platinum": .amexPlatinum,
        "us-amex-blue-cash-preferred": .amexBlueCashPreferred,
        "us-chase-freedom-flex": .chaseFreedomFlex,
        "us-chase-freedom-unlimited": .chaseFreedomUnlimited,
        "us-chase-sapphire-preferred": .chaseSapphirePreferred,
        "us-chase-sapphire-reserve": .chaseSapphireReserve,
        "us-citi-double-cash": .citiDoubleCash,
        "us-capital-one-savor": .capitalOneSavorOne,
        "us-capital-one-venture-x": .capitalOneVentureX,
        "us-discover-it-cash-back": .discoverIt,
        "x-robinhood-gold": .robinhoodGold,
        "x-paypal-cashback-mastercard": .paypalCashback,
        "us-wells-fargo-bilt": .biltMastercard,
        "us-wells-fargo-active-cash": .wellsFargoActiveCash,
    ]
}
