/// The bounds of answers to questions.
extension Limits {
    /// The most words and numbers of a question; a longer text is none.
    public static let questionWords = 64
    /// Earlier questions that a question may take its missing parts from.
    public static let questionsRemembered = 8
    /// The most transactions that stand behind an answer.
    public static let answerSources = 50
    /// Transactions that a list in an answer shows.
    public static let answerRows = 8
    /// The most lines that an answer has when the question names a number.
    public static let answerLinesMost = 10
    /// The most accounts or limits that an answer lists.
    public static let answerOwnLines = 20
    /// The longest name that an answer repeats as it was typed, in characters.
    public static let answerNameCharacters = 60
    /// Days up to today in which a transaction is looked for when no days are named.
    public static let answerLookbackDays = 366
}
