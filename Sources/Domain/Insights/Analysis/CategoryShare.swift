/// What went out in a category, and its share of all that went out.
public struct CategoryShare: Sendable, Hashable {
    /// The category's name on Insights, or the member's own word.
    public let category: String
    /// The net of the category in minor units; less than zero.
    public let amountMinor: Int64
    /// The share in hundredths of a per cent, among the categories with a net below zero.
    public let basisPoints: Int64
}
