public import Catalogue

/// The categories every app knows by name and icon; a member's own words may stand beside them.
public typealias SpendingCategory = GuardianCategory

extension GuardianCategory: Identifiable {
    /// The category's code, as calls take it.
    public var id: String { rawValue }

    /// The name of the category's SF Symbol.
    public var icon: String {
        switch self {
        case .rentBills: "house.fill"
        case .groceries: "cart.fill"
        case .fastFood: "fork.knife"
        case .alcohol: "wineglass.fill"
        case .clothing: "tshirt.fill"
        case .electronics: "laptopcomputer"
        case .pharmacyHealth: "cross.case.fill"
        case .transport: "car.fill"
        case .subscription: "repeat"
        case .miscOnline: "bag.fill"
        case .fun: "gamecontroller.fill"
        case .entertainment: "tv.fill"
        }
    }
}

/// What has a category by its word.
public protocol Categorized {
    /// The category's code, or a word of the member's own.
    var category: String { get }
}

extension Categorized {
    /// The category, when it is one of those that every app knows.
    public var spendingCategory: SpendingCategory? { SpendingCategory(rawValue: category) }

    /// The category as people read it: its name, or the member's own word.
    public var categoryName: String {
        spendingCategory?.displayName ?? category.prefix(1).uppercased() + category.dropFirst()
    }

    /// The name of the category's SF Symbol; a tag for a member's own word.
    public var categoryIcon: String { spendingCategory?.icon ?? "tag.fill" }
}
