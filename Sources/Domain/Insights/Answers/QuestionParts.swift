import Catalogue
import Kernel

/// What a message says of days, amounts, categories, merchants and kinds.
struct QuestionParts {
    private var text: QuestionText
    private let periods: [PeriodReader.Found]
    private let bounds: AmountReader.Bounds
    private let categories: [WantedCategory]
    private var names: [WantedName] = []
    private var number: Int?
    private var accountWords: [String] = []
    private let kind: LedgerQuestion.Kind?
    private let kinds: KindReader
    private let isLed: Bool
    private let today: CivilDay
    private var hasStrayNumber = false

    init(
        _ tokens: [QuestionToken],
        _ today: CivilDay,
        _ currency: Currency,
        _ phrases: CategoryPhrases,
        _ catalogue: Catalogue
    ) {
        var periodReader = PeriodReader(QuestionText(tokens), today: today)
        periods = periodReader.read()
        var amountReader = AmountReader(periodReader.text, in: currency)
        bounds = amountReader.read()
        kinds = KindReader(
            text: amountReader.text,
            hasBaseline: periods.contains(where: \.isBaseline),
            hasPeriod: !periods.isEmpty
        )
        text = amountReader.text
        let subscribes = text.has("subscription", "subscriptions")
        let found = phrases.read(&text)
        let asks = kinds.kind
        let isListed = asks == nil || asks == .lookup || asks == .balance
        kind =
            subscribes && isListed && found.count == 1 && !kinds.text.has("find", "when")
            ? .recurring : asks
        categories = found.map(\.category)
        self.today = today
        isLed =
            tokens.first?.word.map(KnownWords.leads.contains) ?? false
            || kinds.text.has("what about", "how about")
        takeNames(catalogue)
    }

    // MARK: Names and numbers

    /// Takes runs of words that are no known words as names.
    private mutating func takeNames(_ catalogue: Catalogue) {
        takeNumber()
        var place = 0
        while place < text.tokens.count {
            guard isOfName(place) else {
                place += 1
                continue
            }
            var end = place
            while end < text.tokens.count, isOfName(end) { end += 1 }
            let words = text.tokens[place..<end].map(\.text)
            if words.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) {
                hasStrayNumber = true
            } else if kind == .balance {
                accountWords += words
            } else {
                names.append(name(words, at: place, catalogue))
            }
            place = end
        }
    }

    /// The number of rows or lines that is asked for.
    private mutating func takeNumber() {
        guard let kind, [.largest, .topMerchants, .topCategories, .lookup].contains(kind) else {
            return
        }
        let places = text.tokens.indices.filter { text.token($0)?.isNumber ?? false }
        guard places.count == 1, let place = places.first,
            let number = text.tokens[place].integer, number > 0
        else { return }
        self.number = number
        text.use(place..<place + 1)
    }

    private func isOfName(_ place: Int) -> Bool {
        guard let token = text.token(place) else { return false }
        guard let word = token.word else { return true }
        return !KnownWords.fillers.contains(word) && !KnownWords.kinds.contains(word)
    }

    private func name(_ words: [String], at place: Int, _ catalogue: Catalogue) -> WantedName {
        var before = place - 1
        while before >= 0, ["the", "my", "a", "an"].contains(text.tokens[before].text) {
            before -= 1
        }
        let link = before >= 0 ? text.tokens[before].text : ""
        let known = catalogue.merchant(in: words.joined(separator: " ").uppercased())?.name
        let isKnown = known.map { NameMatch.isSame(words, SearchWords.words(in: $0)) } ?? false
        return WantedName(
            words: words,
            catalogueName: isKnown ? known : nil,
            isCertain: isKnown || ["at", "from", "to", "on"].contains(link) && kind != nil
        )
    }

    // MARK: The question

    /// Whether there is nothing in it that is not understood.
    var isUnderstood: Bool {
        guard !hasStrayNumber || kind == .safe else { return false }
        guard !periods.contains(where: \.isOpen), !text.has(anyOf: KnownWords.negations) else {
            return false
        }
        let isOfUnit = text.has("which day", "what day", "which week", "what week", "which year")
        guard !isOfUnit else { return false }
        let isOfRest: Set<LedgerQuestion.Kind?> = [nil, .income, .spending]
        guard !isOfRest.contains(kind) || !text.has("left") else { return false }
        return !isSpentBySomebody
    }

    /// Whether somebody other than the caller is who spends: `did john spend`.
    private var isSpentBySomebody: Bool {
        let verbs: Set = [
            "spend", "spent", "earn", "earned", "buy", "bought", "make", "save", "owe",
        ]
        return text.tokens.indices.contains { place in
            guard let helper = text.tokens[place].word,
                ["did", "does", "has", "do"].contains(helper), isOfName(place + 1)
            else { return false }
            var next = place + 1
            while next < text.tokens.count, isOfName(next) { next += 1 }
            return next < text.tokens.count && verbs.contains(text.tokens[next].text)
        }
    }

    /// Whether it names days in a way that is not understood, such as `last summer`.
    private var hasOtherTime: Bool {
        names.contains { name in
            name.words.contains(where: PeriodReader.isNameOfDays)
                || name.words.allSatisfy { KnownWords.otherTimes.contains($0) }
        }
    }

    /// Whether it is about several periods with days between them that are not meant.
    private var hasGap: Bool {
        guard kind != .compare, kind != .change else { return periods.count > 2 }
        let days = periods.map(\.days).sorted { $0.lowerBound < $1.lowerBound }
        return zip(days, days.dropFirst()).contains { left, right in
            right.lowerBound > left.upperBound.adding(days: 1)
        }
    }

    /// The question, with what it does not say from the one before; `nil` when it says nothing.
    mutating func question(onto last: LedgerQuestion?) -> LedgerQuestion? {
        guard !hasOtherTime, !hasGap else { return nil }
        let saysSomething =
            !periods.isEmpty || !categories.isEmpty || !names.isEmpty || bounds != .init()
        guard kind != nil || saysSomething else { return nil }
        if kind == .safe { names = [] }
        if kind == .allowance || kind == .budgets, !names.isEmpty { return nil }
        var question: LedgerQuestion
        if let last, kind == nil {
            question = last
            question.baseline = nil
        } else {
            question = LedgerQuestion(kind ?? .spending)
            question.direction = kinds.direction(question.kind)
            if let basis = kinds.basis { question.basis = basis }
            if let last, isLed { inherit(from: last, to: &question) }
        }
        if !categories.isEmpty || !names.isEmpty {
            question.categories = categories
            question.names = names
        }
        if bounds != .init() {
            (question.leastMinor, question.mostMinor) = (bounds.least, bounds.most)
        }
        if let number { question.number = number }
        question.accountWords = accountWords
        if kind == .balance, accountWords.isEmpty, kinds.text.has("owe") {
            question.accountWords = ["credit", "loan"]
        }
        setPeriods(of: &question)
        settle(&question)
        return question
    }

    /// `And how many times?` is about the same days and names.
    private func inherit(from last: LedgerQuestion, to question: inout LedgerQuestion) {
        question.period = last.period
        (question.categories, question.names) = (last.categories, last.names)
        (question.leastMinor, question.mostMinor) = (last.leastMinor, last.mostMinor)
    }

    private func setPeriods(of question: inout LedgerQuestion) {
        let isOfTwo = question.kind == .compare || question.kind == .change
        guard let first = periods.first else { return }
        if isOfTwo {
            if let other = periods.dropFirst().first {
                (question.period, question.baseline) = (first.days, other.days)
            } else if first.isBaseline {
                (question.period, question.baseline) = (today.month.days, first.days)
            } else {
                question.period = first.days
            }
            return
        }
        let last = periods[periods.count - 1]
        let (low, high) = (
            min(first.days.lowerBound, last.days.lowerBound),
            max(first.days.upperBound, last.days.upperBound)
        )
        question.period = low...high
    }

    /// What follows from several parts together.
    private func settle(_ question: inout LedgerQuestion) {
        let income = question.categories.allSatisfy(\.isIncome) && !question.categories.isEmpty
        if income, question.kind == .spending || question.kind == .count {
            if question.kind == .spending { question.kind = .income }
            question.direction = .received
        }
        let isUsual = kinds.text.has("usually", "normally", "typically")
        let isLast = kinds.text.has("when", "last time") && !isUsual || kinds.lastOne != nil
        if question.kind == .lookup, isLast, question.number == nil { question.number = 1 }
        if question.kind == .safe {
            (question.leastMinor, question.mostMinor) = (bounds.least, nil)
        }
    }
}

extension WantedCategory {
    /// Whether it is of what comes in.
    fileprivate var isIncome: Bool {
        !codes.isEmpty && codes.allSatisfy { $0.hasPrefix("INCOME_") }
    }
}
