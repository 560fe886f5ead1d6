/// The categories Guardian knows by itself; a member's own words may stand beside them.
public enum GuardianCategory: String, Codable, CaseIterable, Sendable {
    /// Rent, utilities and other bills.
    case rentBills = "rent_bills"
    /// Supermarkets and superstores.
    case groceries
    /// Eating out, of every kind.
    case fastFood = "fast_food"
    /// Liquor stores and bars.
    case alcohol
    /// Clothes and shoes.
    case clothing
    /// Computers, telephones and the like.
    case electronics
    /// Pharmacies, doctors, gyms.
    case pharmacyHealth = "pharmacy_health"
    /// Taxis, transit, fuel.
    case transport
    /// Streaming and other subscriptions.
    case subscription
    /// Online shops and everything else that is bought there.
    case miscOnline = "misc_online"
    /// Games, hobbies, travel for pleasure.
    case fun
    /// Cinema and events.
    case entertainment

    /// What a purchase without any category is shown as.
    public static let uncategorized = "uncategorized"

    /// The name people read, such as `Rent & Bills`.
    public var displayName: String {
        switch self {
        case .rentBills: "Rent & Bills"
        case .groceries: "Groceries"
        case .fastFood: "Fast Food"
        case .alcohol: "Alcohol"
        case .clothing: "Clothing"
        case .electronics: "Electronics"
        case .pharmacyHealth: "Pharmacy & Health"
        case .transport: "Transport"
        case .subscription: "Subscriptions"
        case .miscOnline: "Online Shopping"
        case .fun: "Fun"
        case .entertainment: "Entertainment"
        }
    }

    /// The form in which two spellings of a category are equal.
    ///
    /// Trimmed and lower-cased; a display name becomes its code; other words stay.
    public static func normalised(_ word: String) -> String {
        let key = Word.key(word)
        return codes[key] ?? key
    }

    private static let codes = Dictionary(
        uniqueKeysWithValues: allCases.map { (Word.key($0.displayName), $0.rawValue) }
    )
}
