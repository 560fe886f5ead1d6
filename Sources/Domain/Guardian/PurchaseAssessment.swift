import Catalogue
import Kernel

/// Everything an assessment depends on; amounts in minor units, spending that of the category.
public struct AssessmentFacts: Sendable, Equatable {
    /// The price.
    public let amountMinor: Int64
    /// The merchant as it was named.
    public let merchant: String
    /// The Guardian word for what is bought, or `uncategorized`.
    public let category: String
    /// The member's monthly limit for the category.
    public let limitMinor: Int64?
    /// The member's purchases this month, up to now.
    public let spentThisMonthMinor: Int64
    /// The member's purchases in the last 7 times 24 hours.
    public let spentThisWeekMinor: Int64

    /// Gathers the facts of one purchase.
    public init(
        amountMinor: Int64,
        merchant: String,
        category: String,
        limitMinor: Int64?,
        spentThisMonthMinor: Int64,
        spentThisWeekMinor: Int64
    ) {
        self.amountMinor = amountMinor
        self.merchant = merchant
        self.category = category
        self.limitMinor = limitMinor
        self.spentThisMonthMinor = spentThisMonthMinor
        self.spentThisWeekMinor = spentThisWeekMinor
    }

    /// What is left of the limit, 0 or more; `nil` where there is no limit.
    public var remainingMinor: Int64? {
        limitMinor.map { limit in
            let (rest, overflow) = limit.subtractingReportingOverflow(spentThisMonthMinor)
            // Only spending far below zero can overflow: then the whole limit is left, and more.
            return overflow ? .max : max(0, rest)
        }
    }
}

/// What is to be thought of a purchase; advice, not a decision.
public struct PurchaseAssessment: Sendable, Equatable {
    /// Why a purchase should not be made.
    public enum BlockReason: String, Sendable, CaseIterable {
        /// It is more than what is left of the limit.
        case exceedsLimit = "exceeds_limit"
        /// It is more than half of the limit.
        case largeFraction = "large_fraction"
        /// Nothing speaks against it.
        case nothing = "none"
    }

    /// Why not to buy.
    public let blockReason: BlockReason
    /// The monthly limit that the category deserves, in minor units; `nil` where it deserves none.
    public let suggestedLimitMinor: Int64?
    /// The reasons as sentences, with the figures in cents.
    public let rationale: String

    /// Whether the purchase should not be made.
    public var shouldBlock: Bool { blockReason != .nothing }
}

extension AssessmentFacts {
    /// Spending within a week, or a price, from which on a category deserves a limit.
    static let notableMinor: Int64 = 5_000
    /// The smallest limit that is suggested.
    static let leastSuggestionMinor: Int64 = 20_000
    /// Categories that deserve a limit whatever is spent in them.
    static let playfulCategories: Set<String> = ["fun", "entertainment", "games"]

    /// Tells what is to be thought of the purchase.
    ///
    /// Pure: no clock, no chance, nothing read.
    public func assess() -> PurchaseAssessment {
        let reason = blockReason
        let suggestion = suggestedLimitMinor
        return PurchaseAssessment(
            blockReason: reason,
            suggestedLimitMinor: suggestion,
            rationale: rationale(reason, suggestion)
        )
    }

    private var blockReason: PurchaseAssessment.BlockReason {
        guard let limitMinor, let remainingMinor else { return .nothing }
        if amountMinor > remainingMinor { return .exceedsLimit }
        // Amounts are bounded; see ``Limits/amountMinor``.
        return 2 * amountMinor > limitMinor ? .largeFraction : .nothing
    }

    /// At most the largest limit there may be, so that what is suggested can be set.
    private var suggestedLimitMinor: Int64? {
        guard limitMinor == nil, category != GuardianCategory.uncategorized,
            spentThisWeekMinor >= Self.notableMinor || amountMinor >= Self.notableMinor
                || Self.playfulCategories.contains(category)
                || RiskWords.first(in: merchant) != nil
        else { return nil }
        let week = min(max(spentThisWeekMinor, 0), Limits.amountMinor)
        return min(max(Self.leastSuggestionMinor, 2 * week), Limits.amountMinor)
    }

    private func rationale(
        _ reason: PurchaseAssessment.BlockReason,
        _ suggestionMinor: Int64?
    ) -> String {
        var sentences = [comparison(reason, suggestionMinor)]
        if let word = RiskWords.first(in: merchant) {
            sentences.append("The merchant's name has the risk word \"\(word)\".")
        } else if reason == .nothing {
            sentences.append("Nothing speaks against it.")
        }
        return sentences.joined(separator: " ")
    }

    private func comparison(
        _ reason: PurchaseAssessment.BlockReason,
        _ suggestionMinor: Int64?
    ) -> String {
        let amount = "The amount (\(amountMinor)¢)"
        guard let limitMinor, let remainingMinor else {
            let week = "comes on top of the 7-day spend (\(spentThisWeekMinor)¢)"
            guard let suggestionMinor else {
                return "\(amount) \(week), and no limit is set for \(category)."
            }
            return "\(amount) \(week) for \(category), which deserves a limit "
                + "(\(suggestionMinor)¢)."
        }
        let limit = "the limit (\(limitMinor)¢) for \(category)"
        return switch reason {
        case .exceedsLimit:
            "\(amount) is more than the remaining (\(remainingMinor)¢) of \(limit)."
        case .largeFraction: "\(amount) is more than half of \(limit)."
        case .nothing: "\(amount) is within the remaining (\(remainingMinor)¢) of \(limit)."
        }
    }
}
