import Contract
import HTTPTypes
import Web

/// A form of the family's pages that could not be done, and why.
struct RefusedFamilyForm: Sendable {
    let sent: SentForm
    let notices: [Notice]
    let status: HTTPResponse.Status

    /// The fields that are kept as they were typed; a password is not.
    private static let kept = [
        "amount", "balance", "dayOfMonth", "description", "email", "firstName", "frequency", "from",
        "give", "lastName", "message", "name", "purpose", "reason", "reward", "save", "spend",
        "targetAmount", "title", "to", "weekday", "weeklyAllowance",
    ]

    init(_ form: PageForm, _ problem: Problem) {
        var problems = Dictionary(
            problem.faults.map { ($0.field, $0.rule) },
            uniquingKeysWith: { first, _ in first }
        )
        var sentence = problem.message
        if problem.kind == .insufficientFunds {
            sentence = "Nothing was changed: there is not enough"
            problems["amount"] = "is more than there is"
        } else if !problem.faults.isEmpty,
            problem.faults.allSatisfy({ $0.field == "password" || Self.kept.contains($0.field) })
        {
            sentence = "Nothing was changed: something that you typed is not right"
        }
        sent = SentForm(
            form["do"],
            on: form["id"],
            values: Dictionary(
                Self.kept.map { ($0, form[$0]) },
                uniquingKeysWith: { first, _ in first }
            ),
            problems: problems
        )
        notices = [Notice(.bad, sentence)]
        status = HTTPResponse.Status(code: problem.kind.status)
    }
}
