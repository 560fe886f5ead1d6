public import Catalogue
public import Kernel

/// What was made of a message.
public enum QuestionReading: Sendable, Hashable {
    /// A question.
    case question(LedgerQuestion)
    /// A greeting, or a call for help.
    case greeting
    /// Nothing that can be answered.
    case refused(Refusal)

    /// Why nothing can be answered.
    public enum Refusal: String, Sendable, Hashable, CaseIterable {
        /// It is not understood.
        case unclear
        /// It asks for something to be done.
        case action
        /// It asks about what has not been.
        case future
        /// It asks about somebody else.
        case others
    }
}

/// Reads messages as questions about a member's money.
///
/// A question is understood as a whole or not at all: a word that is no known word and no name
/// leaves it unanswered, so that nothing is answered that was not asked.
public struct QuestionReader: Sendable {
    private let today: CivilDay
    private let currency: Currency
    private let catalogue: Catalogue
    private let phrases: CategoryPhrases

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - today: The household's day.
    ///   - currency: What amounts are in.
    ///   - catalogue: Names of categories and merchants.
    public init(today: CivilDay, currency: Currency, catalogue: Catalogue = .standard) {
        self.today = today
        self.currency = currency
        self.catalogue = catalogue
        phrases = .standard
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - message: What is asked.
    ///   - last: The question before it in the conversation, from which it may take what it does
    ///     not say.
    /// - Returns: The question, or why it is none.
    public func read(_ message: String, onto last: LedgerQuestion? = nil) -> QuestionReading {
        guard let tokens = QuestionToken.tokens(of: message), !tokens.isEmpty else {
            return .refused(.unclear)
        }
        if Self.isGreeting(tokens) { return .greeting }
        if let refusal = Self.refusal(tokens) { return .refused(refusal) }
        var parts = QuestionParts(tokens, today, currency, phrases, catalogue)
        guard parts.isUnderstood, let question = parts.question(onto: last) else {
            return .refused(.unclear)
        }
        return .question(question)
    }

    // MARK: What is no question

    private static func isGreeting(_ tokens: [QuestionToken]) -> Bool {
        let words = tokens.compactMap(\.word)
        guard words.count == tokens.count else { return false }
        let text = words.joined(separator: " ")
        let isAboutUs = [
            "what can you do", "what do you do", "who are you", "how does this work",
            "what can i ask", "what can i ask you", "how can you help", "how can you help me",
            "what can you help me with", "what can you help with",
        ].contains(text)
        return isAboutUs
            || words.allSatisfy(KnownWords.greetings.contains)
                && words.contains(where: KnownWords.greetingKeys.contains)
    }

    private static func refusal(_ tokens: [QuestionToken]) -> QuestionReading.Refusal? {
        let words = tokens.map { $0.word ?? "" }
        let begun = words.drop { KnownWords.courtesies.contains($0) }
        if let act = begun.first, KnownWords.acts.contains(act) {
            let next = begun.dropFirst().first ?? ""
            if !["in", "since", "from", "over", "me"].contains(next) { return .action }
        }
        let isOfAllowance = words.contains("allowance")
        let goesOn = zip(words, words.dropFirst()).contains { $0 == "going" && $1 == "to" }
        if !isOfAllowance {
            if goesOn || words.contains("next") || words.contains(where: KnownWords.future.contains)
            {
                return .future
            }
        }
        return words.contains(where: KnownWords.others.contains) ? .others : nil
    }
}
