public import Contract
public import Kernel

/// A purchase that somebody asked to be allowed.
public struct ApprovalView: PageView {
    /// The template's name.
    public static let template = "approval"

    let question: String
    let age: String
    let merchant: String
    let amount: String
    let message: String
    /// Whether the reader may answer.
    let isAnswerable: Bool
    /// Where it is answered.
    var action: String
    /// Where all that was looked at is shown.
    let checksPath: String
    let formToken: String
    /// The page that its answer leads back to; the first page when `nil`.
    let back: String?

    /// Makes a question.
    ///
    /// `askedBy`: The first name of who asked; `nil` where the reader did, or nobody knows. `now`:
    /// When it is shown. `back`: The path of the page that its answer leads back to; the first page
    /// when `nil`.
    public init(
        _ approval: API.Guardian.Approval,
        askedBy name: String?,
        isParent: Bool,
        now: Timestamp,
        formToken: String,
        back: String? = nil,
        _ format: PageFormat
    ) {
        question = name.map { "\($0) asks: may I buy this?" } ?? "You asked: may I buy this?"
        age = format.age(of: approval.createdAt.instant, at: now)
        merchant = approval.merchant
        amount = format.money(minor: approval.amountCents)
        // What the wire says of a limit does not say which.
        message =
            approval.reason == .risky
            ? "Stopped by the limit for \(CategoryName.text(approval.category))."
            : approval.message
        // Nobody answers what it asked itself.
        isAnswerable = isParent && name != nil
        action = "\(WebApp.home)/approvals/\(approval.id)"
        checksPath = "\(DecisionsView.path)/\(approval.decisionID.text)"
        self.formToken = formToken
        self.back = back
    }
}

extension Notice {
    /// What came of a parent's answer, as the books have it; `nil` where nothing did yet.
    ///
    /// `decision`: What the parent said: where it became another thing, somebody was faster.
    public init?(
        _ approval: API.Guardian.Approval,
        answered decision: API.Guardian.ApprovalDecision,
        _ format: PageFormat
    ) {
        let what = "\(approval.merchant), \(format.money(minor: approval.amountCents))"
        let early = "Somebody answered it before you"
        switch (approval.state, decision) {
        case (.approved, .approve):
            self.init(.good, "Allowed once: \(what). It counts for five minutes.")
        case (.refused, .refuse): self.init(.good, "Refused: \(what)")
        case (.approved, .refuse): self.init(.warn, "\(early), and allowed it once: \(what)")
        case (.refused, .approve): self.init(.warn, "\(early), and refused it: \(what)")
        case (.expired, _):
            self.init(.warn, "Nobody answered it within a day, and it is over: \(what)")
        case (.pending, _): return nil
        }
    }
}
