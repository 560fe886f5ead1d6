import Guardian

/// A way to learn from a member's answers, for comparison; the program learns by ``contract``.
public enum LearningRule: String, CaseIterable, Sendable {
    /// The model alone.
    case none = "no learning"
    /// Three offsets, each moved by 0.3 × (y − p): ``LearnedOffsets``.
    case contract = "the contract's rule"
    /// The same three offsets; the step of each is 0.3 ÷ (1 + n ÷ 10), n being the answers that
    /// moved it before.
    case shrinkingStep = "a shrinking step"

    /// What the rule learns from answers, each of another decision, the oldest first.
    func offsets(from answers: some Sequence<PurchaseFeedback>) -> LearnedOffsets {
        switch self {
        case .none: LearnedOffsets()
        case .contract: answers.reduce(into: LearnedOffsets()) { $0.learn(from: $1) }
        case .shrinkingStep: Self.shrinkingOffsets(from: answers)
        }
    }

    private static func shrinkingOffsets(
        from answers: some Sequence<PurchaseFeedback>
    ) -> LearnedOffsets {
        var offsets = LearnedOffsets()
        var seen = 0
        var categories: [String: Int] = [:]
        var merchants: [String: Int] = [:]
        for answer in answers {
            let before = offsets.offsets(code: answer.category, merchant: answer.merchant)
            let predicted = PortableMath.logistic(answer.modelLogit + before.sum)
            let surprise = (answer.isAvoidable ? 1 : 0) - predicted
            let change = PersonalOffsets(
                member: step(after: seen) * surprise,
                category: step(after: categories[answer.category] ?? 0) * surprise,
                merchant: step(after: merchants[answer.merchant] ?? 0) * surprise
            )
            offsets.move(by: change, category: answer.category, merchant: answer.merchant)
            seen += 1
            categories[answer.category, default: 0] += 1
            merchants[answer.merchant, default: 0] += 1
        }
        return offsets
    }

    private static func step(after answers: Int) -> Double {
        LearnedOffsets.step / (1 + Double(answers) / 10)
    }
}
