/// What the contract fixes about merchants and their category codes, whatever the data files say.
enum Anchor {
    /// Guardian's category of a merchant category code.
    static let codes: [Int: GuardianCategory] = [
        6_513: .rentBills,
        5_411: .groceries,
        5_814: .fastFood,
        5_921: .alcohol,
        5_651: .clothing,
        5_732: .electronics,
        5_912: .pharmacyHealth,
        4_121: .transport,
        4_899: .subscription,
        5_999: .miscOnline,
        7_994: .fun,
        7_832: .entertainment,
    ]

    /// Guardian's category of a merchant, by the name as the contract writes it.
    static let merchants: [(GuardianCategory, [String])] = [
        (.groceries, ["Whole Foods", "Trader Joe's", "Safeway", "Walmart", "Target"]),
        (.fastFood, ["McDonald's", "Starbucks", "Chipotle", "Subway", "Taco Bell", "Panera"]),
        (.alcohol, ["Total Wine", "BevMo"]),
        (.clothing, ["Zara", "H&M", "Nike", "Adidas", "Gap", "Uniqlo", "Macy's"]),
        (.electronics, ["Apple Store", "Best Buy", "Newegg"]),
        (.pharmacyHealth, ["CVS", "Walgreens", "Rite Aid", "GNC"]),
        (.transport, ["Uber", "Lyft", "Shell", "Chevron"]),
        (
            .subscription,
            ["Netflix", "Spotify", "Disney+", "Hulu", "YouTube Premium", "Amazon Prime"]
        ),
        (.miscOnline, ["Amazon", "eBay", "Etsy", "AliExpress", "Shein"]),
    ]

    /// The merchant category code of cinemas, which the data files take for streaming.
    static let cinemas = 7_832
}
