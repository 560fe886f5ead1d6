public import Contract

/// A purchase that somebody asked to be allowed.
public struct ApprovalView: PageView {
    /// The template's name.
    public static let template = "approval"

    let question: String
    let merchant: String
    let amount: String
    let message: String
    /// Whether the reader may answer.
    let isAnswerable: Bool
    let action: String
    let formToken: String

    /// Makes a question.
    ///
    /// `askedBy`: The first name of who asked; `nil` where the reader did, or nobody knows.
    public init(
        _ approval: API.Guardian.Approval,
        askedBy name: String?,
        isParent: Bool,
        formToken: String,
        _ format: PageFormat
    ) {
        question = name.map { "\($0) asks: may I buy this?" } ?? "You asked: may I buy this?"
        merchant = approval.merchant
        amount = format.money(minor: approval.amountCents)
        message = approval.message
        // Nobody answers what it asked itself.
        isAnswerable = isParent && name != nil
        action = "\(WebApp.home)/approvals/\(approval.id)"
        self.formToken = formToken
    }
}
