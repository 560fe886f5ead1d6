public import Contract

/// Why a form of a page was refused, with what was typed into it.
public struct FormTrouble: Sendable {
    private let job: String
    private let problems: [String: String]
    private let typed: [String: String]
    /// What stands above the page.
    public let notice: Notice

    /// Takes a refusal that who sent the form can do something about; `nil` for any other.
    ///
    /// - Parameters:
    ///   - problem: The refusal.
    ///   - job: Which of the page's forms it was.
    ///   - typed: What was typed, by the endpoint's names; never a secret.
    public init?(_ problem: Problem, in job: String, typed: [String: String] = [:]) {
        switch problem.kind {
        case .invalid, .conflict, .rateLimited, .bankFailure, .providerUnavailable: break
        // A token that is good, and not enough to show who asks.
        case .unauthenticated where !problem.faults.isEmpty: break
        default: return nil
        }
        self.job = job
        self.typed = typed
        problems = Dictionary(
            problem.faults.map { ($0.field, $0.rule) },
            uniquingKeysWith: { first, _ in first }
        )
        let isMarked = !problems.isEmpty && problems["auth_time"] == nil
        notice = Notice(
            .bad,
            isMarked ? "Nothing was changed; what is wrong is marked below" : problem.message
        )
    }

    /// Whether it was a form that was sent.
    func isIn(_ job: String) -> Bool { self.job == job }

    /// What was wrong with a field of a form.
    func problem(_ field: String, in job: String) -> String? {
        self.job == job ? problems[field] : nil
    }

    /// What was typed into a field of a form.
    func typed(_ field: String, in job: String) -> String? {
        self.job == job ? typed[field] : nil
    }
}
