import Catalogue

/// Everything that was learned from one member's feedback, and from nobody else's.
///
/// The rule is the contract's: a feedback moves three offsets (of the member, the category and the
/// merchant) by 0.3 × (y − p), where p is what the model and the offsets said before it. The
/// offsets always equal a replay of all feedback, so they may be kept or computed anew.
public struct LearnedOffsets: Sendable, Equatable {
    /// The offset for everything the member buys.
    public private(set) var member: Double
    /// The offsets by category, as it was scored.
    public private(set) var categories: [String: Double]
    /// The offsets by merchant, normalised.
    public private(set) var merchants: [String: Double]

    /// How far one feedback moves each offset, at most.
    public static let step = 0.3
    /// Where each offset is held.
    public static let bounds = -2.0...2.0

    /// Makes what is known of somebody who has said nothing yet, or what was kept.
    public init(
        member: Double = 0,
        categories: [String: Double] = [:],
        merchants: [String: Double] = [:]
    ) {
        self.member = member
        self.categories = categories
        self.merchants = merchants
    }

    /// Learns from all feedback of a member, in the order in which it was said.
    ///
    /// Of several feedbacks for one decision only the last one counts, at its own time. Neither the
    /// order in which they are given here nor their spelling of names matters.
    ///
    /// - Parameter feedback: Feedback of one member.
    /// - Returns: What is known after the last one.
    /// - Complexity: O(n log n).
    public static func replay(of feedback: some Sequence<PurchaseFeedback>) -> LearnedOffsets {
        let last = Dictionary(feedback.map { ($0.decision, $0) }) { one, other in
            one.isBefore(other) ? other : one
        }
        var offsets = LearnedOffsets()
        for feedback in last.values.sorted(by: { $0.isBefore($1) }) {
            offsets.learn(from: feedback)
        }
        return offsets
    }

    /// The three offsets that bear on a purchase.
    ///
    /// - Parameters:
    ///   - category: The purchase's category; `uncategorized` counts as `misc_online`.
    ///   - merchant: The merchant's name in any spelling.
    /// - Returns: The offsets, 0 where nothing was learned.
    public func offsets(category: String, merchant: String) -> PersonalOffsets {
        offsets(code: ScoringCategory(category).code, merchant: MerchantName.normalised(merchant))
    }

    /// Learns from one feedback that is newer than all before, for a decision that had none.
    ///
    /// Whatever else arrives calls for ``replay(of:)``.
    public mutating func learn(from feedback: PurchaseFeedback) {
        let before = offsets(code: feedback.category, merchant: feedback.merchant)
        let predicted = PortableMath.logistic(feedback.modelLogit + before.sum)
        let change = Self.step * ((feedback.isAvoidable ? 1 : 0) - predicted)
        move(
            by: PersonalOffsets(member: change, category: change, merchant: change),
            category: feedback.category,
            merchant: feedback.merchant
        )
    }

    /// Moves the three offsets that bear on a purchase, and holds them within the bounds.
    package mutating func move(by change: PersonalOffsets, category: String, merchant: String) {
        member = Self.held(member + change.member)
        categories[category] = Self.held((categories[category] ?? 0) + change.category)
        merchants[merchant] = Self.held((merchants[merchant] ?? 0) + change.merchant)
    }

    /// The same for names in the form in which they are kept.
    package func offsets(code: String, merchant: String) -> PersonalOffsets {
        PersonalOffsets(
            member: member,
            category: categories[code] ?? 0,
            merchant: merchants[merchant] ?? 0
        )
    }

    private static func held(_ offset: Double) -> Double {
        min(max(offset, bounds.lowerBound), bounds.upperBound)
    }
}
