/// Policies made ready to be evaluated: what they need is worked out, and how they are answered.
///
/// Good for any number of purchases; whoever decides often keeps it.
public struct PreparedPolicies: Sendable {
    /// The policies, the oldest first.
    public let policies: [Policy]
    /// What must be read before they are evaluated.
    public let needs: PolicyNeeds
    /// How many of them decide.
    let liveCount: Int
    /// Whether one of them is in shadow.
    public let hasShadow: Bool
    private let program: PolicyProgram

    /// Prepares policies, whatever their state is.
    ///
    /// Those for one member's purchases are those that apply to the member. What is in shadow is
    /// prepared with what is live, so that both read their windows together.
    ///
    /// - Complexity: O(leaves, and entries of their lists).
    public init(_ policies: some Sequence<Policy>) {
        let policies = policies.sorted { $0.isOlder(than: $1) }
        let conditions = policies.map(\.condition)
        self.policies = policies
        needs = PolicyNeeds(of: conditions)
        liveCount = policies.count { $0.state == .live }
        hasShadow = policies.contains { $0.state == .shadow }
        program = PolicyProgram(conditions, needs)
    }

    /// Whether one of them decides.
    public var hasLive: Bool { liveCount > 0 }

    /// The places of the policies that are true.
    ///
    /// - Precondition: The facts are those that ``needs`` asks for.
    func placesOfTrue(_ facts: PolicyFacts) -> [Int] {
        precondition(facts.answers(needs), "the facts are those that are asked for")
        var places: [Int] = []
        program.evaluate(program.measures(of: facts), into: &places)
        return places
    }
}

extension PreparedPolicies: Equatable {
    /// Whether both are made of the same policies.
    public static func == (left: Self, right: Self) -> Bool { left.policies == right.policies }
}
