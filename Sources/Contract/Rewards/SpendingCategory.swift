extension API.Rewards {
    /// A kind of spending that cards reward.
    ///
    /// Read by its name or as it is displayed, in any case; written by its name.
    public enum SpendingCategory: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Supermarkets.
        case groceries
        /// Eating out, of any kind.
        case dining
        /// Travel, of any kind.
        case travel
        /// Fuel.
        case gas
        /// Shops on the network.
        case online
        /// Pharmacies.
        case drugstores
        /// Films and music by subscription.
        case streaming
        /// Trains, buses and taxis.
        case transit
        /// What an office needs.
        case office
        /// Telephones and their contracts.
        case phone
        /// Everything else.
        case general
        /// Costco.
        case costco
        /// Amazon.
        case amazon
        /// Whole Foods.
        case wholeFoods
        /// Target.
        case target
        /// Walmart.
        case walmart
        /// Flights.
        case airfare
        /// Hotels.
        case hotels
        /// Restaurants.
        case restaurants
        /// Fast food.
        case fastFood
        /// Coffee shops.
        case coffee
        /// Films, concerts and the like.
        case entertainment
        /// Rent.
        case rent
        /// Payments by PayPal or Venmo.
        case paypal

        static let ignoresCase = true

        var otherSpelling: String? { displayName }

        /// The name as people read it, such as `Coffee Shops`.
        public var displayName: String {
            switch self {
            case .groceries: "Groceries"
            case .dining: "Dining"
            case .travel: "Travel"
            case .gas: "Gas"
            case .online: "Online Shopping"
            case .drugstores: "Drugstores"
            case .streaming: "Streaming"
            case .transit: "Transit"
            case .office: "Office Supply"
            case .phone: "Phone Services"
            case .general: "General Purchases"
            case .costco: "Costco"
            case .amazon: "Amazon"
            case .wholeFoods: "Whole Foods"
            case .target: "Target"
            case .walmart: "Walmart"
            case .airfare: "Airfare"
            case .hotels: "Hotels"
            case .restaurants: "Restaurants"
            case .fastFood: "Fast Food"
            case .coffee: "Coffee Shops"
            case .entertainment: "Entertainment"
            case .rent: "Rent"
            case .paypal: "PayPal/Venmo"
            }
        }
    }
}
