/// A row of the category table that the contract fixes, whatever the data files say.
struct FixedCategory {
    let code: String
    let label: String
    let guardian: GuardianCategory?
    let insights: String
    let rewards: String?

    private init(
        _ code: String,
        _ label: String,
        _ guardian: GuardianCategory?,
        _ insights: String,
        _ rewards: String?
    ) {
        self.code = code
        self.label = label
        self.guardian = guardian
        self.insights = insights
        self.rewards = rewards
    }

    /// The rows in the contract's order, which tells what a word means that several rows carry: the
    /// first of them.
    static let all = [
        Self("INCOME_WAGES", "Wages", nil, "Income", nil),
        Self("TRANSFER_OUT_ACCOUNT_TRANSFER", "Account Transfer", nil, "Transfer", nil),
        Self("TRANSFER_IN_ACCOUNT_TRANSFER", "Account Transfer", nil, "Transfer", nil),
        Self("RENT_AND_UTILITIES_RENT", "Rent", .rentBills, "Housing", "rent"),
        Self(
            "RENT_AND_UTILITIES_OTHER_UTILITIES",
            "Utilities",
            .rentBills,
            "Utilities",
            "general"
        ),
        Self("FOOD_AND_DRINK_GROCERIES", "Groceries", .groceries, "Groceries", "groceries"),
        Self("FOOD_AND_DRINK_RESTAURANT", "Restaurants", .fastFood, "Dining", "dining"),
        Self("FOOD_AND_DRINK_FAST_FOOD", "Fast Food", .fastFood, "Dining", "fastFood"),
        Self("FOOD_AND_DRINK_COFFEE", "Coffee", .fastFood, "Dining", "coffee"),
        Self(
            "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR",
            "Beer Wine and Liquor",
            .alcohol,
            "Dining",
            "general"
        ),
        Self(
            "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES",
            "Online Marketplaces",
            .miscOnline,
            "Shopping",
            "online"
        ),
        Self(
            "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",
            "Clothing",
            .clothing,
            "Shopping",
            "general"
        ),
        Self("GENERAL_MERCHANDISE_ELECTRONICS", "Electronics", .electronics, "Shopping", "general"),
        Self(
            "MEDICAL_PHARMACIES_AND_SUPPLEMENTS",
            "Pharmacies",
            .pharmacyHealth,
            "Healthcare",
            "drugstores"
        ),
        Self(
            "MEDICAL_PRIMARY_CARE",
            "Medical Services",
            .pharmacyHealth,
            "Healthcare",
            "general"
        ),
        Self(
            "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS",
            "Gyms",
            .pharmacyHealth,
            "Health",
            "general"
        ),
        Self(
            "TRANSPORTATION_TAXIS_AND_RIDE_SHARES",
            "Taxis and Transit",
            .transport,
            "Transport",
            "transit"
        ),
        Self(
            "TRANSPORTATION_PUBLIC_TRANSIT",
            "Taxis and Transit",
            .transport,
            "Transport",
            "transit"
        ),
        Self("TRANSPORTATION_GAS", "Gas", .transport, "Transport", "gas"),
        Self(events, "Events", .entertainment, "Entertainment", "entertainment"),
        Self("ENTERTAINMENT_VIDEO_GAMES", "Games", .fun, "Entertainment", "general"),
        Self(streaming, "Streaming", .subscription, "Entertainment", "streaming"),
        Self("TRAVEL_FLIGHTS", "Flights", .fun, "Travel", "airfare"),
        Self("TRAVEL_LODGING", "Lodging", .fun, "Travel", "hotels"),
    ]

    /// The code of cinemas and events.
    static let events = "ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS"
    /// The code of streaming and pay television.
    static let streaming = "ENTERTAINMENT_TV_AND_MOVIES"
}
