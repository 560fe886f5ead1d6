public import Contract
public import Kernel

/// A conversation about the reader's money: questions, and answers with what they are made of.
public struct AskView: PageView {
    /// The template's name.
    public static let template = "ask"

    /// Which conversation is shown, as the address bar has it.
    public struct Window: Sendable, Equatable {
        /// The conversation; the latest when `nil`.
        public var conversation: ID<Entity.Conversation>?
        /// Whether a new one is to begin.
        public var isNew: Bool
        /// Whether its older messages are shown, too.
        public var isWhole: Bool

        /// Names what is shown.
        public init(
            conversation: ID<Entity.Conversation>? = nil,
            isNew: Bool = false,
            isWhole: Bool = false
        ) {
            self.conversation = conversation
            self.isNew = isNew
            self.isWhole = isWhole
        }

        /// The address that shows it.
        public var path: String {
            var pairs: [String] = []
            if let conversation { pairs.append("conversation=\(conversation.text)") }
            if isNew { pairs.append("new=1") }
            if isWhole { pairs.append("all=1") }
            let query = pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))"
            return Frame.Place.ask.path + query
        }

        /// The address that shows its newest answer first.
        public var latestPath: String { "\(path)#latest" }
    }

    let intro: String
    let messages: [AskMessage]
    let isEmpty: Bool
    /// Where the older messages are shown, when they are not.
    let whole: String?
    let conversation: String?
    let action = Frame.Place.ask.path
    /// Where a script has the answer told while it is made.
    let telling = AskView.tellPath
    let script = WebApp.askScript.path
    /// What is shown of an answer that broke off.
    let broken = Notice(
        .bad,
        "The answer broke off. Your question is kept; asking it again does no harm."
    )
    /// What is shown of an answer that the reader stopped.
    let stopped = Notice(.warn, "Stopped. Your question is kept.")
    let fresh: String
    let question: String
    let questionProblem: String?
    let mostCharacters = Limits.chatQuestionCharacters
    let deleting: ActionForm?
    let quick: [String]
    let notices: [Notice]
    let key: String
    let formToken: String

    /// Where a conversation is deleted.
    public static let deletePath = "\(Frame.Place.ask.path)/delete"

    /// Where a question is answered while the answer is made, as events; the form is the same.
    public static let tellPath = "\(Frame.Place.ask.path)/tell"

    /// How many messages are shown unless all are asked for: as many as a reader goes back.
    private static let shown = 20

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answer: The conversation; `nil` where a new one begins.
    ///   - window: What was asked for.
    ///   - question: What was typed.
    ///   - problem: What is wrong with it.
    ///   - isChild: Whether a child reads.
    ///   - zone: The household's time zone.
    ///   - notices: What stands above.
    ///   - key: What tells a form that is sent twice from two forms.
    ///   - formToken: What forms carry against those of other sites.
    ///   - currency: The household's currency.
    ///   - format: How figures and days are written.
    public init(
        _ answer: API.Insights.AiChatResponse?,
        _ window: Window,
        question: String = "",
        problem: String? = nil,
        isChild: Bool,
        zone: Zone,
        notices: [Notice] = [],
        key: String,
        formToken: String,
        currency: Currency,
        _ format: PageFormat
    ) {
        let all = answer?.messages ?? []
        let isCut = !window.isWhole && all.count > Self.shown
        let last = all.last { $0.role == .assistant }?.id
        messages = (isCut ? Array(all.suffix(Self.shown)) : all).map { message in
            AskMessage(
                message,
                isLatest: message.id == last,
                zone: zone,
                currency: currency,
                format
            )
        }
        isEmpty = all.isEmpty
        let id = all.isEmpty ? nil : answer?.conversationID
        conversation = id?.text
        whole = isCut ? Window(conversation: id, isWhole: true).path : nil
        fresh = Window(isNew: true).path
        self.question = question
        questionProblem = problem
        deleting = id.map { Self.deleting($0, formToken: formToken) }
        quick = isChild ? Self.ofChildren : Self.ofParents
        intro =
            isChild
            ? "Ask what you have, what you spent, and what you may spend."
            : """
            Ask about your accounts in your own words. Every figure in an answer comes from your \
            transactions, which stand below it.
            """
        self.notices = notices
        self.key = key
        self.formToken = formToken
    }

    private static func deleting(
        _ conversation: ID<Entity.Conversation>,
        formToken: String
    ) -> ActionForm {
        ActionForm(
            deletePath,
            formToken: formToken,
            hidden: ["conversation": conversation.text],
            button: "Yes, delete it",
            asking: ActionForm.Question(
                "Delete this conversation",
                "All that was asked and answered in it goes, and cannot be brought back."
            )
        )
    }

    /// What the newest answer has, for who hears that it is whole.
    public var summary: String {
        guard let last = messages.last, !last.isQuestion else { return "" }
        let figures = last.figures.count == 1 ? "1 figure" : "\(last.figures.count) figures"
        let sources =
            last.sources.count == 1 ? "1 transaction" : "\(last.sources.count) transactions"
        return last.sources.isEmpty && last.figures.isEmpty
            ? "The answer is whole." : "The answer is whole, with \(figures) and \(sources)."
    }

    private static let ofParents = [
        "What is safe to spend today?",
        "How much did I spend this month?",
        "Where did my money go last month?",
        "What were my largest purchases this month?",
        "Did I spend more this month than last month?",
        "Is anything unusual this month?",
    ]

    private static let ofChildren = [
        "How much money do I have?",
        "How much did I spend this week?",
        "What did I buy this month?",
        "When is my next allowance?",
    ]
}

/// A question, or an answer with its figures and the transactions behind it.
struct AskMessage: Sendable {
    struct Figure: Sendable {
        let label: String
        let value: String
        /// What it is about, and of when; `nil` where that is not said.
        let detail: String?
    }

    struct Source: Sendable {
        let merchant: String
        let href: String
        let amount: Amount
        let about: String
    }

    let isQuestion: Bool
    let who: String
    let when: String
    let text: String
    let isLatest: Bool
    let figures: [Figure]
    let hasFigures: Bool
    let sources: [Source]
    let sourcesTitle: String?

    init(
        _ message: API.Insights.AiChatMessage,
        isLatest: Bool,
        zone: Zone,
        currency: Currency,
        _ format: PageFormat
    ) {
        isQuestion = message.role == .user
        who = isQuestion ? "You" : "Purser"
        when = format.longDay(zone.day(of: message.createdAt.instant))
        text = message.content
        self.isLatest = isLatest
        figures = (message.figures ?? []).map { Figure($0, currency, format) }
        hasFigures = !figures.isEmpty
        sources = message.sources.map { Source($0, format) }
        let count = format.number(Int64(sources.count))
        switch sources.count {
        case 0: sourcesTitle = nil
        case 1: sourcesTitle = "The transaction behind it"
        default: sourcesTitle = "The \(count) transactions behind it"
        }
    }
}

extension AskMessage.Figure {
    fileprivate init(
        _ figure: API.Insights.Figure,
        _ currency: Currency,
        _ format: PageFormat
    ) {
        label = figure.label
        value = Self.text(figure, currency, format)
        let days = Self.days(figure, format)
        let parts = [figure.filter, days].compactMap(\.self)
        detail = parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private static func text(
        _ figure: API.Insights.Figure,
        _ currency: Currency,
        _ format: PageFormat
    ) -> String {
        let (minor, number) = (figure.value.minor, format.decimal(hundredths: figure.value.minor))
        switch figure.unit {
        case currency.code: return format.money(hundredths: minor)
        case "count": return number
        case "percent": return "\(number) %"
        case "days": return minor == 100 ? "1 day" : "\(number) days"
        default: return "\(number) \(figure.unit)"
        }
    }

    private static func days(_ figure: API.Insights.Figure, _ format: PageFormat) -> String? {
        guard let first = figure.from?.day, let last = figure.to?.day else { return nil }
        if first == last { return format.longDay(first) }
        if first == first.month.firstDay, last == first.month.lastDay {
            return format.month(first.month)
        }
        return "\(format.shortDay(first)) to \(format.shortDay(last))"
    }
}

extension AskMessage.Source {
    fileprivate init(_ source: API.Insights.Source, _ format: PageFormat) {
        let day = source.occurredOn.day
        merchant = source.merchant.isEmpty ? source.category : source.merchant
        href = TransactionSearch(open: source.transactionID, of: day).path
        let text = format.money(minor: source.amountCents)
        let isIn = source.amountCents > 0
        amount = Amount(text: isIn ? "+\(text)" : text, isIn: isIn)
        about = "\(format.shortDay(day)) · \(source.category)"
    }
}
