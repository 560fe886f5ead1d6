/// What was learned about a member that bears on one purchase, added to the model's log-odds.
public struct PersonalOffsets: Sendable, Equatable {
    /// For everything the member buys.
    public let member: Double
    /// For the purchase's category.
    public let category: Double
    /// For the purchase's merchant.
    public let merchant: Double

    /// Makes offsets.
    public init(member: Double, category: Double, merchant: Double) {
        self.member = member
        self.category = category
        self.merchant = merchant
    }

    /// Nothing learned, as for anonymous callers.
    public static let none = Self(member: 0, category: 0, merchant: 0)

    /// All three together.
    public var sum: Double { member + category + merchant }
}
