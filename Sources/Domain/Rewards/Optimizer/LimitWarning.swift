/// What there is to mind of a card's limit before a purchase.
public enum LimitWarning: Hashable, Sendable {
    /// Nothing is left of it.
    case reached
    /// The purchase would pass it.
    case passing
    /// After the purchase so much of it is used, in whole percent, that the member wants to know.
    case close(percent: Int64)

    /// Looks at spending after a purchase; `nil` when there is nothing to mind.
    ///
    /// - Parameters:
    ///   - standing: How the card stands before it.
    ///   - amountCents: The purchase; `nil` counts as nothing.
    ///   - thresholdMillionths: From which part of the limit on the member is warned.
    public init?(
        _ standing: CardStanding,
        amountCents: Int64?,
        thresholdMillionths: Int64
    ) {
        guard standing.limitCents > 0 else { return nil }
        let after = Int128(standing.spentCents) + Int128(amountCents ?? 0)
        let limit = Int128(standing.limitCents)
        if standing.isLimitReached {
            self = .reached
        } else if after > limit {
            self = .passing
        } else if after * 1_000_000 >= limit * Int128(thresholdMillionths) {
            self = .close(percent: Int64((after * 200 + limit) / (2 * limit)))
        } else {
            return nil
        }
    }
}
