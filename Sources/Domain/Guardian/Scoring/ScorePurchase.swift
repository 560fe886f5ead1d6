import Kernel

extension ScoringFacts {
    /// Scores the purchase.
    ///
    /// Pure: no clock, no chance, nothing read. Spending and budget are compared as whole numbers,
    /// probabilities unrounded.
    ///
    /// - Parameter model: The model that the program carries.
    /// - Returns: The score with its reason.
    public func score(by model: ScoringModel) -> PurchaseScore {
        score(modelLogit: model.logit(of: modelInput))
    }

    /// Scores the purchase, given what the model says of it.
    ///
    /// - Parameter modelLogit: The model's log-odds, such as those kept with an earlier decision.
    /// - Returns: The score with its reason.
    public func score(modelLogit: Double) -> PurchaseScore {
        let pML = PortableMath.logistic(modelLogit + member.offsets.sum)
        let budget = BudgetUse(self)
        let rule = ScoreRule(kind: category.kind, budget: budget)
        let pAvoid = rule.pAvoid(pML: pML, ratio: budget.ratio)
        let threshold = member.profile.threshold
        let decision: Advice = pAvoid >= threshold ? .block : .allow
        return PurchaseScore(
            decision: decision,
            pAvoid: pAvoid,
            pML: pML,
            overBudgetRatio: budget.ratio,
            threshold: threshold,
            spendBefore: member.spendBefore,
            spendAfter: Money(minor: budget.spendAfter, currency: amount.currency),
            reason: reason(rule, budget, pML: pML),
            modelLogit: modelLogit
        )
    }

    private func reason(_ rule: ScoreRule, _ budget: BudgetUse, pML: Double) -> String {
        let name = category.nameInSentence
        let use = "\(budget.percent)% of your \(name) budget"
        let chance = "chance of \(Self.percent(pML))%"
        let text: String
        switch rule {
        case .overBudget:
            return "With this purchase you have spent \(use)."
        case .essential:
            text =
                "This looks essential, so the model's \(chance) that it is avoidable counts half."
        case .model:
            let threshold = "\(Self.percent(member.profile.threshold))%"
            text =
                "The model sees a \(chance) that this is avoidable; "
                + "it advises against a purchase from \(threshold) on."
        }
        return budget.isExceeded ? "\(text) It brings you to \(use)." : text
    }

    /// Whole percent, rounded down, so that what stays below a threshold also reads like that.
    private static func percent(_ probability: Double) -> Int {
        Int((probability * 100 + 1e-9).rounded(.down))
    }
}

/// Which line of the contract's table made `p_avoid` of `p_ml`.
private enum ScoreRule {
    case overBudget
    case essential
    case model

    init(kind: ScoringCategory.Kind, budget: BudgetUse) {
        switch kind {
        case .want where budget.isExceeded: self = .overBudget
        case .essential where budget.isWithinReserve: self = .essential
        case .want, .essential, .neither: self = .model
        }
    }

    func pAvoid(pML: Double, ratio: Double) -> Double {
        switch self {
        case .overBudget: max(pML, min(0.9 + 0.1 * (ratio - 1), 0.99))
        case .essential: pML * 0.5
        case .model: pML
        }
    }
}
