/// Policies with the facts of one purchase: all that their part of a decision depends on.
public struct PolicyCase: Sendable, Equatable {
    /// The policies that apply to the member, live and in shadow.
    public let policies: PreparedPolicies
    /// What was read for them.
    public let facts: PolicyFacts
    /// The places of the policies that are true, of whatever state.
    private let isTrue: [Int]

    /// Brings policies and the facts they ask for together.
    ///
    /// - Precondition: The facts are those that the policies' needs ask for.
    public init(_ policies: PreparedPolicies, _ facts: PolicyFacts) {
        self.policies = policies
        self.facts = facts
        isTrue = policies.placesOfTrue(facts)
    }

    /// What the policies of a state say.
    ///
    /// Pure: no clock, no chance, nothing read.
    public func verdict(of state: Policy.State) -> PolicyVerdict {
        PolicyVerdict(
            count: state == .live
                ? policies.liveCount : policies.policies.count { $0.state == state },
            isTrue: isTrue.map { policies.policies[$0] }.filter { $0.state == state }
        )
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
        let stored = try PolicyFacts(reader.required("facts"), at: factsPath)
        try reader.finish()
        self.policies = PreparedPolicies(policies)
        facts = stored.asked(by: self.policies.needs)
        guard facts.answers(self.policies.needs) else {
            throw PolicyFault(factsPath, "must be those that the policies ask for")
        }
        isTrue = self.policies.placesOfTrue(facts)
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
