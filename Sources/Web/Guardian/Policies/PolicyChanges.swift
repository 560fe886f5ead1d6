public import Contract

/// The changes of policies that wait, as a parent reads them that may let them take effect.
public struct PolicyChanges: Sendable {
    private let policies: [API.Guardian.Policy]
    private let telling: PolicyTelling

    /// Gathers them.
    ///
    /// `policies`: The household's; those whose change the reader asked for itself are left out.
    public init(of policies: [API.Guardian.Policy], _ telling: PolicyTelling) {
        self.policies = policies.filter { policy in
            policy.pending.map { $0.askedBy != telling.reader } ?? false
        }
        self.telling = telling
    }

    func views(formToken: String) -> [PendingPolicyView] {
        policies.compactMap {
            PendingPolicyView($0, isNamed: true, formToken: formToken, telling)
        }
    }
}
