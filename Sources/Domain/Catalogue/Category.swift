/// One row of the catalogue: a kind of income, transfer or purchase, and its name on every surface.
public struct Category: Hashable, Sendable {
    /// Which way money moves in a category.
    public enum Flow: String, Sendable, CaseIterable {
        /// Money comes in from outside.
        case income
        /// Money moves between a household's own accounts.
        case transfer
        /// Money goes out.
        case expense
    }

    /// The code the ledger keeps, such as `FOOD_AND_DRINK_COFFEE`.
    public let code: String
    /// The code of the group the row belongs to, such as `FOOD_AND_DRINK`.
    public let primary: String
    /// The group's name on Banking, such as `Food and Drink`.
    public let primaryLabel: String
    /// The row's own name on Banking, such as `Coffee`.
    public let label: String
    /// Which way money moves.
    public let flow: Flow
    /// Guardian's code; `nil` where Guardian has none.
    public let guardian: String?
    /// The kind of spending that card rewards know; `nil` for what no card rewards.
    public let rewards: String?
    /// The name on Insights.
    public let insights: String
    /// The label as the data file writes it, by which searches know the row; ``label`` may be
    /// another where a contract fixes it.
    public let fileLabel: String

    /// Whether money spent here is a purchase: an expense, and not the payment of a loan.
    ///
    /// What was bought on credit was counted when it was bought; paying it back buys nothing.
    public var isPurchase: Bool { flow == .expense && primary != "LOAN_PAYMENTS" }

    /// Every word that may stand for the row, in any surface's vocabulary.
    var words: [String] {
        [code, primary, primaryLabel, label, insights] + [guardian, rewards].compactMap(\.self)
    }
}
