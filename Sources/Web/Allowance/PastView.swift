public import Contract
import Kernel

/// What happened to a child's money, and what became of what it asked.
public struct PastView: PageView {
    /// The template's name.
    public static let template = "family-past"

    let sub: String
    let history: WalletHistory
    let bought: [Entry]
    let asked: [Entry]

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - child: The child with its wallet.
    ///   - history: A page of what moved.
    ///   - approvals: What it asked to buy.
    ///   - requests: The money that it asked for.
    ///   - words: How amounts and days are said.
    public init(
        _ child: API.Allowance.ChildDashboardResponse,
        history: API.Allowance.TransactionListResponse,
        approvals: [API.Guardian.Approval],
        requests: [API.Allowance.MoneyRequestResponse],
        _ words: FamilyWords
    ) {
        sub = "You have \(words.money(child.currentBalance))"
        self.history = WalletHistory(history, at: Frame.Place.past.path, words)
        bought = approvals.map { Entry($0, words) }
        asked = requests.map { Entry($0, words) }
    }
}

extension Entry {
    /// What a child asked to buy, and what a parent said.
    fileprivate init(_ approval: API.Guardian.Approval, _ words: FamilyWords) {
        let tag =
            switch approval.state {
            case .pending: Tag(.warn, "waits for a parent")
            case .approved: Tag(.good, "allowed once")
            case .refused: Tag(.plain, "not this time")
            case .expired: Tag(.plain, "nobody answered")
            }
        let instant = approval.decidedAt ?? approval.createdAt
        self.init(
            approval.merchant,
            .held(minor: approval.amountCents, words.format),
            words.format.longDay(words.day(of: instant.instant)),
            tags: [tag],
            to: "\(DecisionsView.path)/\(approval.decisionID.text)"
        )
    }

    /// What moved in a child's wallet, in a few words.
    init(_ movement: API.Allowance.TransactionResponse, _ words: FamilyWords) {
        let minor = movement.amount.minor
        self.init(
            movement.description,
            .moved(hundredths: movement.type == .credit ? minor : -minor, words.format),
            words.day(movement.createdAt)
        )
    }
}
