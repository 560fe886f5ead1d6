/// What a descriptor was found to be, and what told it.
public struct DescriptorCategory: Hashable, Sendable {
    /// What told the category, in the order in which they are asked.
    public enum Step: String, Sendable, CaseIterable {
        /// An alias of a merchant is in the descriptor.
        case alias
        /// The merchant category code (ISO 18245) tells it.
        case mcc
        /// A word in the descriptor tells what is sold.
        case word
        /// Only who took the payment is known.
        case processor
        /// Nothing tells it: it counts as bought online.
        case fallback
    }

    /// The row of the catalogue; its names on every surface are its ``Category/word(in:)``.
    public let category: Category
    /// The merchant's name as the merchant table writes it; `nil` unless an alias or a processor
    /// told the category.
    public let merchant: String?
    /// What told it.
    public let step: Step
}
