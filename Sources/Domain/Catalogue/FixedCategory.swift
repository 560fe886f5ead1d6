/// The rows of the category table that the contract fixes, whatever the data files say.
enum FixedCategory {
    typealias Row = (
        code: String, label: String, guardian: GuardianCategory?, insights: String, rewards: String?
    )

    /// The rows in the contract's order, which tells what a word means that several rows carry: the
    /// first of them.
    static let all: [Row] = [
        ("INCOME_WAGES", "Wages", nil, "Income", nil),
        ("TRANSFER_OUT_ACCOUNT_TRANSFER", "Account Transfer", nil, "Transfer", nil),
        ("TRANSFER_IN_ACCOUNT_TRANSFER", "Account Transfer", nil, "Transfer", nil),
        ("RENT_AND_UTILITIES_RENT", "Rent", .rentBills, "Housing", "rent"),
        ("RENT_AND_UTILITIES_OTHER_UTILITIES", "Utilities", .rentBills, "Utilities", "general"),
        ("FOOD_AND_DRINK_GROCERIES", "Groceries", .groceries, "Groceries", "groceries"),
        ("FOOD_AND_DRINK_RESTAURANT", "Restaurants", .fastFood, "Dining", "dining"),
        ("FOOD_AND_DRINK_FAST_FOOD", "Fast Food", .fastFood, "Dining", "fastFood"),
        ("FOOD_AND_DRINK_COFFEE", "Coffee", .fastFood, "Dining", "coffee"),
        (
            "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR",
            "Beer Wine and Liquor",
            .alcohol,
            "Dining",
            "general"
        ),
        (
            "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES",
            "Online Marketplaces",
            .miscOnline,
            "Shopping",
            "online"
        ),
        (
            "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",
            "Clothing",
            .clothing,
            "Shopping",
            "general"
        ),
        ("GENERAL_MERCHANDISE_ELECTRONICS", "Electronics", .electronics, "Shopping", "general"),
        (
            "MEDICAL_PHARMACIES_AND_SUPPLEMENTS",
            "Pharmacies",
            .pharmacyHealth,
            "Healthcare",
            "drugstores"
        ),
        ("MEDICAL_PRIMARY_CARE", "Medical Services", .pharmacyHealth, "Healthcare", "general"),
        ("PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS", "Gyms", .pharmacyHealth, "Health", "general"),
        (
            "TRANSPORTATION_TAXIS_AND_RIDE_SHARES",
            "Taxis and Transit",
            .transport,
            "Transport",
            "transit"
        ),
        ("TRANSPORTATION_PUBLIC_TRANSIT", "Taxis and Transit", .transport, "Transport", "transit"),
        ("TRANSPORTATION_GAS", "Gas", .transport, "Transport", "gas"),
        (events, "Events", .entertainment, "Entertainment", "entertainment"),
        ("ENTERTAINMENT_VIDEO_GAMES", "Games", .fun, "Entertainment", "general"),
        (streaming, "Streaming", .subscription, "Entertainment", "streaming"),
        ("TRAVEL_FLIGHTS", "Flights", .fun, "Travel", "airfare"),
        ("TRAVEL_LODGING", "Lodging", .fun, "Travel", "hotels"),
    ]

    /// The code of cinemas and events.
    static let events = "ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS"
    /// The code of streaming and pay television.
    static let streaming = "ENTERTAINMENT_TV_AND_MOVIES"
}
