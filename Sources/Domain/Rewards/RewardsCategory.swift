/// A kind of spending that reward cards tell apart.
public enum RewardsCategory: String, WrittenChoice, Hashable {
    /// Supermarkets.
    case groceries
    /// Restaurants and delivered meals of any kind.
    case dining
    /// Trips, and whatever belongs to them.
    case travel
    /// Fuel.
    case gas
    /// Shops of the web.
    case online
    /// Pharmacies.
    case drugstores
    /// Music and films by subscription.
    case streaming
    /// Taxis, trains and buses.
    case transit
    /// Office supplies.
    case office
    /// Telephone bills.
    case phone
    /// Everything that no other category covers.
    case general
    /// The club of that name.
    case costco
    /// The shop of that name.
    case amazon
    /// The supermarket of that name.
    case wholeFoods
    /// The superstore of that name.
    case target
    /// The superstore of that name.
    case walmart
    /// Flights.
    case airfare
    /// Hotels and other places to stay.
    case hotels
    /// Restaurants with a table.
    case restaurants
    /// Fast food.
    case fastFood
    /// Coffee shops.
    case coffee
    /// Cinemas and events.
    case entertainment
    /// Rent of a home.
    case rent
    /// What is paid through PayPal or Venmo.
    case paypal

    /// The category as people read it in English.
    public var displayValue: String {
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

    /// The wider category that a card without a row for this one is asked for; `nil` where only
    /// ``general`` is left.
    public var parent: RewardsCategory? {
        switch self {
        case .wholeFoods: .groceries
        case .restaurants, .fastFood, .coffee: .dining
        case .airfare, .hotels: .travel
        case .amazon, .paypal: .online
        default: nil
        }
    }

    /// The categories whose rows are looked for, first to last: itself, its parent, `general`.
    public var chain: [RewardsCategory] {
        var chain = [self]
        if let parent { chain.append(parent) }
        if self != .general { chain.append(.general) }
        return chain
    }
}
