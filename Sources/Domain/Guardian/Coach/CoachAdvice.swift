/// What the coach says of a purchase: advice, not a decision.
public struct CoachAdvice: Sendable, Equatable {
    /// What may speak against a purchase, in the contract's order.
    public enum Reason: String, Sendable, CaseIterable {
        /// Authorizing it would decline it.
        case declined
        /// The merchant's name or the category has a risk word.
        case riskWord
        /// 80 % of the monthly limit or more are spent already.
        case limitNearlySpent
        /// The week's spending is twice that of a usual week, or more.
        case unusualWeek
        /// The price is more than twice the week's average.
        case unusualPrice
    }

    /// What is advised.
    public let verdict: Advice
    /// What speaks against it; empty when nothing does.
    public let reasons: [Reason]
    /// The sentence that says the verdict; nobody else words it.
    public let opening: String
    /// The sentences that say why, with the figures, and what else could be done.
    public let explanation: String
    /// Whether somebody else may word the explanation: it does not when it says where the member
    /// is.
    public let mayBePhrased: Bool

    init(
        reasons: [Reason],
        opening: String,
        explanation: String,
        mayBePhrased: Bool
    ) {
        precondition(!explanation.isEmpty, "advice says why")
        verdict = reasons.isEmpty ? .allow : .block
        self.reasons = reasons
        self.opening = opening
        self.explanation = explanation
        self.mayBePhrased = mayBePhrased
    }

    /// The verdict and why, as sentences.
    public var message: String { "\(opening) \(explanation)" }

    /// The verdict, and why in somebody else's words, as long as they say what ours say.
    ///
    /// - Parameter words: Another wording of ``explanation``; white space around it does not count.
    /// - Returns: ``message`` when there is none or ``PhrasingCheck`` refuses it.
    public func message(inOtherWords words: String?) -> String {
        guard mayBePhrased, let words, let phrasing = PhrasingCheck(explanation).accepted(words)
        else { return message }
        return "\(opening) \(phrasing)"
    }
}

extension CoachFacts {
    /// Advises for or against the purchase.
    ///
    /// Pure: no clock, no chance, nothing read. What people need is advised against only when it
    /// would be declined or looks like gambling.
    public func advise() -> CoachAdvice {
        let decision = purchase.decide()
        let reasons = CoachAdvice.Reason.allCases.filter { reason in
            switch reason {
            case .declined: decision.answer == .decline
            case .riskWord: riskWord != nil
            case .limitNearlySpent: !isEssential && isLimitNearlySpent
            case .unusualWeek: !isEssential && isWeekUnusual
            case .unusualPrice: !isEssential && isPriceUnusual
            }
        }
        let wording = CoachWording(facts: self, decision: decision, reasons: reasons)
        return CoachAdvice(
            reasons: reasons,
            opening: wording.opening,
            explanation: wording.explanation,
            mayBePhrased: !wording.namesPlace
        )
    }
}
