import Kernel

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
