public import Contract
import Kernel

/// The field that all transactions are searched by, with its filters.
public struct SearchForm: Sendable {
    let action = Frame.Place.transactions.path
    let text: String
    let textProblem: String
    let filters: [TextField]
    let hasFilters: Bool
    let kinds: [String]

    /// What is chosen from.
    public struct Choices: Sendable {
        /// The reader's accounts.
        public var accounts: [API.Insights.Account]
        /// Kinds of purchases that there are.
        public var kinds: [String]

        /// Gathers what is chosen from.
        public init(accounts: [API.Insights.Account], kinds: [String]) {
            self.accounts = accounts
            self.kinds = kinds
        }

        var names: [ID<Entity.Account>: String] {
            Dictionary(accounts.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// A month that was chosen fills the days, so that who searches stays in it and sees that.
    ///
    /// `problems`: What is wrong with a field, by the endpoint's name of it.
    init(
        _ search: TransactionSearch,
        _ choices: Choices,
        problems: [String: String] = [:],
        in currency: String
    ) {
        text = search.text
        textProblem = problems["q"] ?? ""
        let days =
            search.from.isEmpty && search.to.isEmpty
            ? search.month.map { ($0.firstDay.text, $0.lastDay.text) } : nil
        let field = {
            (name: String, label: String, value: String, type: String, problem: String) in
            TextField(
                name,
                label,
                value,
                id: "search-\(name)",
                type: type,
                isRequired: false,
                list: name == "kind" ? "kinds" : nil,
                unit: problem.hasPrefix("amount") ? currency : nil,
                problem: problems[problem]
            )
        }
        filters =
            [
                field("from", "From", days?.0 ?? search.from, "date", "from"),
                field("to", "Until", days?.1 ?? search.to, "date", "to"),
                field("kind", "Kind", search.category, "text", "category"),
                field("least", "At least", search.least, "text", "amountMin"),
                field("most", "At most", search.most, "text", "amountMax"),
            ] + [Self.account(search, choices)].compactMap(\.self)
        hasFilters = search.hasFilters
        kinds = choices.kinds
    }

    /// The choice of an account, where there are several.
    private static func account(_ search: TransactionSearch, _ choices: Choices) -> TextField? {
        guard choices.accounts.count > 1 || search.account != nil else { return nil }
        return TextField(
            "account",
            "Account",
            search.account?.text ?? "",
            id: "search-account",
            options: [(value: "", name: "All accounts")]
                + choices.accounts.map { (value: $0.id.text, name: $0.name) }
        )
    }
}
