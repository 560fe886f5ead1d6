public import Contract
import Kernel

/// The page that tells a member whether to buy something, and why.
public struct BuyView: PageView {
    /// The template's name.
    public static let template = "buy"

    /// What is asked, as it was typed.
    public struct Question: Sendable, Equatable {
        /// The merchant.
        public var merchant: String
        /// The amount.
        public var amount: String
        /// The kind of purchase; empty where the merchant tells.
        public var category: String

        /// Makes a question.
        public init(merchant: String = "", amount: String = "", category: String = "") {
            self.merchant = merchant
            self.amount = amount
            self.category = category
        }
    }

    /// Where a parent allows a purchase once.
    public static let allowPath = "\(Frame.Place.buy.path)/allow"

    let action = Frame.Place.buy.path
    let formToken: String
    let notices: [Notice]
    let fields: [TextField]
    let waiting: [ApprovalView]
    /// What the reader is allowed once.
    let purchases: OwnPurchases?
    let answer: PurchaseAnswer?
    let score: AvoidableCard?
    /// The card to pay with.
    let card: PurchaseCard?
    let left: LeftAfter?
    /// Whether there is something beside the score.
    let hasSide: Bool
    /// The kinds that are suggested.
    let kinds = CategoryName.known.map(\.name)

    /// How avoidable a purchase looks.
    public struct Score: Sendable {
        /// The score.
        public var answer: API.Guardian.ScoreResponse
        /// Of which kind it was scored; `nil` where nobody knows.
        public var kind: ScoredKind?
        /// What tells the form that takes the reader's word from another one.
        public var key: String

        /// Gathers what is known.
        public init(_ answer: API.Guardian.ScoreResponse, kind: ScoredKind? = nil, key: String) {
            self.answer = answer
            self.kind = kind
            self.key = key
        }
    }

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - question: What was typed.
    ///   - answer: What was answered; `nil` before anything is asked.
    ///   - score: How avoidable it looks; `nil` where that is not known.
    ///   - card: Which card to pay with; `nil` where that is not known.
    ///   - left: What would be left; `nil` where that is not known.
    ///   - waiting: The purchases that wait for a parent.
    ///   - purchases: What the reader is allowed once.
    ///   - problems: What is wrong with a field, by the endpoint's name of it.
    ///   - notices: What stands above.
    ///   - currency: The code of the household's currency.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures are written.
    public init(
        _ question: Question = Question(),
        answer: PurchaseAnswer? = nil,
        score: Score? = nil,
        card: PurchaseCard? = nil,
        left: LeftAfter? = nil,
        waiting: [ApprovalView] = [],
        purchases: OwnPurchases? = nil,
        problems: [String: String] = [:],
        notices: [Notice] = [],
        currency: String,
        formToken: String,
        _ format: PageFormat
    ) {
        self.answer = answer
        self.score = score.map { score in
            let feedback = Self.feedback(on: score, question, formToken)
            return AvoidableCard(score.answer, kind: score.kind, feedback: feedback, format)
        }
        self.card = card
        self.left = left
        hasSide = left != nil || card != nil
        self.waiting = waiting
        self.purchases = purchases
        self.notices = notices
        self.formToken = formToken
        fields = [
            TextField("merchant", "Where", question.merchant, problem: problems["merchant"]),
            TextField(
                "amount",
                "How much",
                question.amount,
                inputmode: "decimal",
                unit: currency,
                problem: problems["amount_cents"]
            ),
            TextField(
                "category",
                "Kind",
                question.category,
                isRequired: false,
                list: "kinds",
                hint: "such as fun or groceries; left empty, the merchant tells",
                problem: problems["category"]
            ),
        ]
    }

    /// What takes the reader's word on a purchase that was scored.
    private static func feedback(
        on score: Score,
        _ question: Question,
        _ formToken: String
    ) -> ActionForm? {
        score.answer.decisionID.map { decision in
            ActionForm(
                Frame.Place.buy.path,
                formToken: formToken,
                hidden: [
                    "key": score.key, "decision": decision.text, "merchant": question.merchant,
                    "amount": question.amount, "category": question.category,
                ],
                buttons: [
                    Button("Yes, worth it", .quiet, sending: ("worth", "yes")),
                    Button("No, I can do without", .quiet, sending: ("worth", "no")),
                ]
            )
        }
    }
}
