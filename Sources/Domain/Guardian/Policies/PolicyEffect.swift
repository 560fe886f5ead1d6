/// What a change of a policy does to the purchases it stops.
public enum PolicyEffect: Sendable, Equatable, CaseIterable {
    /// Nothing: the policy decides as before, or neither decided before nor does now.
    case nothing
    /// It certainly stops as many or more, as strictly or more so: it may take effect at once.
    case tightens
    /// It may stop less, or other purchases: it waits.
    case loosens
}

extension Policy {
    /// What becomes of this policy when it is changed to another one.
    ///
    /// Tightening is: to make it live; a stricter action; and a lower `more_than` or `at_least`,
    /// or a higher one under an odd number of `not`. Any number of these may come together. A name
    /// and a message decide nothing. Every other change of a live policy, and ending it, loosens.
    public func effect(of change: Policy) -> PolicyEffect {
        switch (state == .live, change.state == .live) {
        case (false, false): return .nothing
        case (false, true): return .tightens
        case (true, false): return .loosens
        case (true, true): break
        }
        guard member == change.member, action.strictness <= change.action.strictness else {
            return .loosens
        }
        let condition = condition.effect(of: change.condition, isNegated: false)
        return condition == .nothing && action != change.action ? .tightens : condition
    }
}

extension PolicyCondition {
    /// Whether another condition of the same form is true as often or more often for certain.
    fileprivate func effect(of change: PolicyCondition, isNegated: Bool) -> PolicyEffect {
        switch (self, change) {
        case (.all(let parts), .all(let others)), (.any(let parts), .any(let others)):
            guard parts.count == others.count else { return .loosens }
            return zip(parts, others).reduce(.nothing) { effect, pair in
                effect.and(pair.0.effect(of: pair.1, isNegated: isNegated))
            }
        case (.not(let part), .not(let other)):
            return part.effect(of: other, isNegated: !isNegated)
        case (.leaf(let leaf), .leaf(let other)):
            return leaf.question.effect(of: other.question, isNegated: isNegated)
        case (.all, _), (.any, _), (.not, _), (.leaf, _): return .loosens
        }
    }
}

extension PolicyQuestion {
    fileprivate func effect(of change: any PolicyQuestion, isNegated: Bool) -> PolicyEffect {
        guard let change = change as? Self else { return .loosens }
        if self == change { return .nothing }
        guard let bound = lowerBound, let other = change.lowerBound else { return .loosens }
        var moved = self
        moved.lowerBound = other
        guard moved == change else { return .loosens }
        return (other < bound) != isNegated ? .tightens : .loosens
    }
}

extension PolicyEffect {
    fileprivate func and(_ other: PolicyEffect) -> PolicyEffect {
        switch (self, other) {
        case (.loosens, _), (_, .loosens): .loosens
        case (.tightens, _), (_, .tightens): .tightens
        case (.nothing, .nothing): .nothing
        }
    }
}
