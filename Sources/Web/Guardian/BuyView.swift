public import Contract

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

    let question: Question
    let action = Frame.Place.buy.path
    let formToken: String
    let currency: String
    let notices: [Notice]
    let merchantProblem: String?
    let amountProblem: String?
    let categoryProblem: String?
    let answer: PurchaseAnswer?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - question: What was typed.
    ///   - answer: What was answered; `nil` before anything is asked.
    ///   - problems: What is wrong with a field, by the endpoint's name of it.
    ///   - notices: What stands above.
    ///   - currency: The code of the household's currency.
    ///   - formToken: What forms carry against those of other sites.
    public init(
        _ question: Question = Question(),
        answer: PurchaseAnswer? = nil,
        problems: [String: String] = [:],
        notices: [Notice] = [],
        currency: String,
        formToken: String
    ) {
        self.question = question
        self.answer = answer
        self.notices = notices
        self.currency = currency
        self.formToken = formToken
        merchantProblem = problems["merchant"]
        amountProblem = problems["amount_cents"]
        categoryProblem = problems["category"]
    }
}

/// What was answered to a purchase, with all that was looked at.
public struct PurchaseAnswer: PageView {
    /// The template's name.
    public static let template = "trace"

    struct Check: Sendable {
        let icon: String
        let style: String
        /// The outcome in a word, for those who do not see the icon.
        let word: String
        let detail: String
    }

    let isYes: Bool
    let icon: String
    let headline: String
    let message: String?
    let checks: [Check]
    let card: String?

    /// Makes an answer.
    public init(_ answer: API.Guardian.AuthorizeResponse, _ format: PageFormat) {
        isYes = answer.decision == .approve
        icon = "\(WebApp.icons.path)#\(isYes ? "check" : "cross")"
        headline = Self.headline(answer.reason, isYes: isYes)
        message = answer.message
        checks = answer.trace.map { check in
            switch check.outcome {
            case "decline": Check("cross", "ended", "No", check.detail)
            case "approve": Check("check", "passed", "Yes", check.detail)
            case "pass": Check("check", "passed", "Passed", check.detail)
            default: Check("skip", "", "Not asked", check.detail)
            }
        }
        card = answer.recommendedCard.map { card in
            let rate = format.decimal(hundredths: card.multiplier.minor)
            return "\(card.cardName) earns \(rate) × \(card.pointType.rawValue) here."
        }
    }

    private static func headline(_ reason: API.Guardian.AuthorizeReason, isYes: Bool) -> String {
        switch reason {
        case .override: "Yes: a parent allowed it"
        case .ok: "Yes"
        case .policyWarn: "Yes, but a rule warns of it"
        case .locationWarn: "Yes, but mind where you are"
        case .locationBlock: "Not here"
        case .risky: "Better not: it breaks a limit"
        case .policy: isYes ? "Yes" : "Better not: a rule says no"
        case .insufficientFunds: "There is not enough money"
        }
    }
}

extension PurchaseAnswer.Check {
    fileprivate init(_ icon: String, _ style: String, _ word: String, _ detail: String) {
        self.init(
            icon: "\(WebApp.icons.path)#\(icon)",
            style: style,
            word: word,
            detail: detail
        )
    }
}
