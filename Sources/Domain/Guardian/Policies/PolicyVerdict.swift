import Kernel

/// What policies of one state say to a purchase.
public struct PolicyVerdict: Sendable, Equatable {
    /// How many were looked at.
    public let count: Int
    /// Those that are true, the oldest first.
    public let isTrue: [Policy]

    /// The strictest that is true, of several the oldest; `nil` when none is.
    public var strictest: Policy? {
        isTrue.reduce(nil) { strictest, policy in
            guard let strictest else { return policy }
            return policy.action.strictness > strictest.action.strictness ? policy : strictest
        }
    }

    /// `3 policies were looked at: 1 is true.`
    var counts: String {
        let policies = count == 1 ? "1 policy was" : "\(count) policies were"
        return switch isTrue.count {
        case 0: "\(policies) looked at: none is true."
        case 1: "\(policies) looked at: 1 is true."
        default: "\(policies) looked at: \(isTrue.count) are true."
        }
    }
}

/// Policies with the facts of one purchase: all that their part of a decision depends on.
public struct PolicyCase: Sendable, Equatable {
    /// The policies that apply to the member, live and in shadow.
    public let policies: PreparedPolicies
    /// What was read for them.
    public let facts: PolicyFacts

    /// Brings policies and the facts they ask for together.
    ///
    /// - Precondition: The facts are those that the policies' needs ask for.
    public init(_ policies: PreparedPolicies, _ facts: PolicyFacts) {
        precondition(facts.answers(policies.needs), "the facts are those that are asked for")
        self.policies = policies
        self.facts = facts
    }

    /// What the policies of a state say.
    ///
    /// Pure: no clock, no chance, nothing read.
    public func verdict(of state: Policy.State) -> PolicyVerdict {
        let places = policies.placesOfTrue(facts)
        let isTrue = places.map { policies.policies[$0] }.filter { $0.state == state }
        return PolicyVerdict(
            count: policies.policies.count { $0.state == state },
            isTrue: isTrue
        )
    }
}

extension PolicyCase {
    /// What is answered, and the entries of the trace: how many policies were looked at, then those
    /// that are true with the figures used, the one that decides last.
    func check() -> (strictest: Policy?, trace: [CheckResult]) {
        let verdict = verdict(of: .live)
        let strictest = verdict.strictest
        let others = verdict.isTrue.filter { $0.id != strictest?.id }
        var trace = [entry(.pass, verdict.counts)]
        trace += others.map { policy in
            entry(.pass, detail(policy, policy.action.unansweredVerb))
        }
        if let strictest {
            let outcome: CheckResult.Outcome = strictest.action.stops ? .decline : .approve
            trace.append(entry(outcome, detail(strictest, strictest.action.verb)))
        }
        return (strictest, trace)
    }

    private func entry(_ outcome: CheckResult.Outcome, _ detail: String) -> CheckResult {
        CheckResult(check: .policy, outcome: outcome, detail: detail)
    }

    private func detail(_ policy: Policy, _ verb: String) -> String {
        let leaves = witnesses(policy.condition, areTrue: true)
        var findings = leaves.prefix(Limits.policyFindings).map { $0.question.finding(facts) }
        if leaves.count > findings.count {
            findings.append("and \(leaves.count - findings.count) more")
        }
        return "\"\(policy.name)\" \(verb): \(findings.joined(separator: ", "))."
    }

    /// The leaves that make a condition what it is: all of those that must be so, or the first of
    /// those of which one is enough.
    private func witnesses(_ condition: PolicyCondition, areTrue: Bool) -> [PolicyLeaf] {
        switch condition {
        case .leaf(let leaf): return [leaf]
        case .not(let part): return witnesses(part, areTrue: !areTrue)
        case .all(let parts) where areTrue, .any(let parts) where !areTrue:
            return parts.flatMap { witnesses($0, areTrue: areTrue) }
        case .all(let parts), .any(let parts):
            let part = parts.first { facts.make($0, policies.needs) == areTrue }
            return part.map { witnesses($0, areTrue: areTrue) } ?? []
        }
    }
}

extension PolicyCase: PolicyCoded {
    static let root = "policies"

    /// Reads a case as it was stored.
    ///
    /// - Throws: ``PolicyFault``, also where the facts are not those that the policies ask for.
    public init(_ value: PolicyValue, at path: String = "policies") throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        var policies: [Policy] = []
        let policiesPath = reader.path("policies")
        guard case .list(let values) = try reader.required("policies") else {
            throw .wrongType(policiesPath)
        }
        for (index, value) in values.enumerated() {
            policies.append(try Policy(value, at: "\(policiesPath)[\(index)]"))
        }
        let factsPath = reader.path("facts")
        facts = try PolicyFacts(reader.required("facts"), at: factsPath)
        try reader.finish()
        self.policies = PreparedPolicies(policies)
        guard facts.answers(self.policies.needs) else {
            throw PolicyFault(factsPath, "must be those that the policies ask for")
        }
    }

    /// The case as JSON.
    public var value: PolicyValue {
        .object(
            ("facts", facts.value),
            ("policies", .list(policies.policies.map(\.value)))
        )
    }

    /// The case as it is stored: canonical JSON.
    public var json: String { value.text }
}
