/// The category of a purchase in Guardian's vocabulary, and where it was found.
public struct PurchaseCategory: Hashable, Sendable {
    /// What told the category, in the order in which they are asked.
    public enum Step: String, Sendable, CaseIterable {
        /// The caller named it.
        case given
        /// The merchant's name is in the merchant table.
        case merchant
        /// The merchant category code (ISO 18245) tells it.
        case mcc
        /// Nothing does.
        case none
    }

    /// A code of ``GuardianCategory``, the caller's own word in lower case, or `uncategorized`.
    public let category: String
    /// What told it.
    public let step: Step
}
