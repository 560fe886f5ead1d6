public import Kernel

extension PolicyCondition {
    /// The part of a sentence that says when the condition is true, such as `the amount is at least
    /// $5.00 and the merchant is steam`; of one with many leaves their number.
    ///
    /// `currency`: That of the household.
    public func sentence(in currency: Currency) -> String {
        guard leafCount <= Limits.policySentenceLeaves else {
            return "its condition with \(leafCount) parts is true"
        }
        return clause(true, currency).text
    }

    /// How parts of a sentence are joined.
    private enum Joint: String {
        case and
        case or
    }

    private func clause(_ isTrue: Bool, _ currency: Currency) -> (text: String, joint: Joint?) {
        switch self {
        case .leaf(let leaf): (leaf.question.clause(isTrue, currency), nil)
        case .not(let part): part.clause(!isTrue, currency)
        case .all(let parts): Self.joined(parts, isTrue ? .and : .or, isTrue, currency)
        case .any(let parts): Self.joined(parts, isTrue ? .or : .and, isTrue, currency)
        }
    }

    /// Parts with one word between all of them; those with the other word within are in brackets.
    private static func joined(
        _ parts: [PolicyCondition],
        _ joint: Joint,
        _ isTrue: Bool,
        _ currency: Currency
    ) -> (text: String, joint: Joint?) {
        let clauses = parts.map { $0.clause(isTrue, currency) }
        guard clauses.count > 1 else { return clauses[0] }
        let texts = clauses.map { clause in
            clause.joint == nil || clause.joint == joint ? clause.text : "(\(clause.text))"
        }
        return (texts.joined(separator: " \(joint.rawValue) "), joint)
    }
}

extension Policy {
    /// The sentence for a member, where the policy has no message of its own.
    func sentence(in currency: Currency) -> String {
        "\"\(name)\" \(action.verb) when \(condition.sentence(in: currency))."
    }
}

extension Policy.Action {
    /// What the policy does.
    var verb: String {
        switch self {
        case .decline: "declines"
        case .ask: "asks a parent"
        case .warn: "warns"
        }
    }

    /// What it would do, if another one did not do something stricter.
    var unansweredVerb: String {
        switch self {
        case .decline: "would decline"
        case .ask: "would ask a parent"
        case .warn: "would warn"
        }
    }
}
