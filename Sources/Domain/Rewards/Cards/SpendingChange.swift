/// What a change of spending did.
public struct SpendingChange: Hashable, Sendable {
    /// What was spent before, in cents.
    public let previousCents: Int64
    /// What is spent now, in cents.
    public let totalCents: Int64
    /// Of how much, in cents.
    public let limitCents: Int64

    /// The difference, in cents.
    public var addedCents: Int64 { totalCents - previousCents }

    /// How spending is changed.
    public enum Mode: Hashable, Sendable {
        /// The amount is what is spent, in all.
        case set
        /// The member adds a purchase.
        case add
        /// A purchase on the card's account is added.
        case post
    }

    /// Why spending is not changed.
    public enum Refusal: Error, Hashable, Sendable {
        /// Neither a limit nor the bonus counts for the category.
        case noLimit
        /// More would be spent than any amount may be.
        case tooMuch
    }
}
