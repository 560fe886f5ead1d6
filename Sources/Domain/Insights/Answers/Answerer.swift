public import Catalogue
public import Kernel

/// Answers questions about a member's money in sentences, from the rows and without a model.
public struct Answerer: Sendable {
    let today: CivilDay
    let currency: Currency
    let catalogue: Catalogue
    private let reader: QuestionReader

    /// Makes one.
    ///
    /// - Parameters:
    ///   - today: The household's day.
    ///   - currency: The household's currency.
    ///   - catalogue: Names of categories and merchants.
    public init(today: CivilDay, currency: Currency, catalogue: Catalogue = .standard) {
        self.today = today
        self.currency = currency
        self.catalogue = catalogue
        reader = QuestionReader(today: today, currency: currency, catalogue: catalogue)
    }

    /// Answers a message.
    ///
    /// - Parameters:
    ///   - message: What is asked.
    ///   - earlier: The questions before it in the conversation, oldest first.
    ///   - ledger: Where the facts are.
    /// - Returns: The answer; one without figures when it is no question about the member's money.
    /// - Throws: What `ledger` throws.
    /// - Complexity: O(rows of the days that are asked for).
    public func answer(
        _ message: String,
        after earlier: [String] = [],
        from ledger: some AnswerLedger
    ) throws -> Answer {
        switch try reading(of: message, after: earlier, from: ledger) {
        case .greeting: return Answer(Self.greeting)
        case .refused(let refusal): return Answer(Self.text(of: refusal))
        case .question(let question): return try answer(to: question, from: ledger)
        }
    }

    /// Answers a question that is read already.
    ///
    /// - Throws: What `ledger` throws.
    public func answer(
        to question: LedgerQuestion,
        from ledger: some AnswerLedger
    ) throws -> Answer {
        let writer = AnswerWriter(self, question, ledger)
        return try writer.answer() ?? Answer(Self.text(of: .unclear))
    }

    /// What is made of a message, with what it takes from those before it.
    ///
    /// - Throws: What `ledger` throws.
    public func reading(
        of message: String,
        after earlier: [String] = [],
        from ledger: some AnswerLedger
    ) throws -> QuestionReading {
        var last: LedgerQuestion?
        for message in earlier.suffix(Limits.questionsRemembered) {
            guard case .question(let question) = reader.read(message, onto: last) else { continue }
            // A joke that was asked for is nothing to go on from.
            if try knows(question, ledger) { last = question }
        }
        let reading = reader.read(message, onto: last)
        guard case .question(let question) = reading else { return reading }
        return try knows(question, ledger) ? reading : .refused(.unclear)
    }

    /// The days in which a name is looked for that nothing else tells to be one.
    private static let nameDays = 92

    /// Whether every word that may be a merchant's name is one.
    private func knows(_ question: LedgerQuestion, _ ledger: some AnswerLedger) throws -> Bool {
        guard question.names.contains(where: { !$0.isCertain }) else { return true }
        var named = LedgerQuestion(.lookup, names: question.names, direction: .all)
        named.categories = question.categories
        let recent = today.adding(days: 1 - Self.nameDays)...today
        var windows = [recent]
        if let period = question.period, !recent.contains(period) { windows.append(period) }
        for days in windows {
            var selection = RowSelection(named, catalogue)
            try ledger.visit(days) { selection.look(at: $0) }
            if selection.isUnderstood { return true }
        }
        return false
    }

    // MARK: Texts

    private static let examples = """
        For example: “How much did I spend on groceries last month?”, “What was my biggest \
        purchase this month?”, “When did I last go to Whole Foods?”, “Did I spend more in May than \
        in April?”, “Anything unusual this month?” or “How much is safe to spend?”
        """

    private static let greeting = """
        Hello. I answer questions about your own money: what you spent and earned, balances, the \
        largest purchases, comparisons, averages, trends, recurring payments, budgets, what stands \
        out, and what is safe to spend. \(examples)
        """

    private static func text(of refusal: QuestionReading.Refusal) -> String {
        let reason =
            switch refusal {
            case .unclear: "I did not understand that."
            case .action: "I only answer questions; I cannot move money or change anything."
            case .future: "I only know what has happened, and do not predict or advise."
            case .others: "I only know your own transactions and accounts."
            }
        return "\(reason) \(examples)"
    }
}

extension ClosedRange<CivilDay> {
    /// Whether all days of another range are in it.
    fileprivate func contains(_ other: Self) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
