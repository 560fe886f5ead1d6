public import Contract

/// Which card to pay with: what is asked, and the best card with its reason and the next one.
public struct CardChoiceView: PageView {
    /// The template's name.
    public static let template = "which-card"

    /// What is asked, as it was typed.
    public struct Question: Sendable, Equatable {
        /// The merchant; empty where the kind is chosen.
        public var merchant: String
        /// The kind of spending, as the API names it; empty where the merchant tells.
        public var kind: String
        /// The amount; empty where it does not matter.
        public var amount: String

        /// Makes a question.
        public init(merchant: String = "", kind: String = "", amount: String = "") {
            self.merchant = merchant
            self.kind = kind
            self.amount = amount
        }

        /// Whether nothing was typed.
        public var isEmpty: Bool { merchant.isEmpty && kind.isEmpty && amount.isEmpty }
    }

    struct Choice: Sendable {
        let name: String
        /// What it pays, and what that is worth where an amount is known.
        let pays: String
        let reason: String
        let isUsedUp: Bool
    }

    let action = Frame.Place.cards.path
    let fields: [TextField]
    let problem: String?
    let best: Choice?
    let backup: Choice?
    let warnings: [Notice]
    let suggestions: [String]
    let isAnswered: Bool
    let icon = "\(WebApp.icons.path)#check"

    /// Makes the form, with the answer where there is one.
    ///
    /// - Parameters:
    ///   - question: What was typed.
    ///   - answer: What was recommended.
    ///   - problems: What is wrong with a field, by the endpoint's name of it.
    ///   - currency: The code of the household's currency.
    ///   - format: How figures are written.
    public init(
        _ question: Question = Question(),
        answer: API.Rewards.RecommendationResponse? = nil,
        problems: [String: String] = [:],
        currency: String,
        _ format: PageFormat
    ) {
        fields = Self.fields(question, problems, currency)
        problem = problems["userCards"]
        // Without an amount a number in the merchant's name may have been taken for one.
        let isPriced = !question.amount.isEmpty
        best = answer.map { Choice($0.primaryRecommendation, isPriced: isPriced, format) }
        backup = answer?.secondaryRecommendation.map {
            Choice($0, isPriced: isPriced, format)
        }
        warnings = (answer?.warnings ?? []).map { Notice(.warn, $0) }
        suggestions = answer?.suggestions ?? []
        isAnswered = answer != nil
    }
}

extension CardChoiceView {
    private static func fields(
        _ question: Question,
        _ problems: [String: String],
        _ currency: String
    ) -> [TextField] {
        let kinds = API.Rewards.SpendingCategory.allCases
            .map { (value: $0.rawValue, name: $0.displayName) }.sorted { $0.name < $1.name }
        return [
            TextField(
                "merchant",
                "Where",
                question.merchant,
                isRequired: false,
                // A word that is refused stands in the merchant's name, of which the question is
                // made.
                problem: problems["merchant"] ?? problems["userQuery"]
            ),
            TextField(
                "kind",
                "Kind",
                question.kind,
                problem: problems["spendingCategory"],
                options: [(value: "", name: "as the merchant tells")] + kinds
            ),
            TextField(
                "amount",
                "How much",
                question.amount,
                inputmode: "decimal",
                isRequired: false,
                unit: currency,
                hint: "may be left empty",
                problem: problems["amount"]
            ),
        ]
    }
}

extension CardChoiceView.Choice {
    init(
        _ card: API.Rewards.CardRecommendation,
        isPriced: Bool,
        _ format: PageFormat
    ) {
        name = card.cardName
        let rate = RewardWording.rate(
            hundredths: card.multiplier.minor,
            card.pointType,
            format
        )
        let worth = isPriced ? card.rewardValue : nil
        let value = worth.map { ", worth \(format.money(hundredths: $0.minor))" }
        pays = rate + (value ?? "")
        reason = card.reasoning
        isUsedUp = card.isLimitReached
    }
}
