extension Limits {
    /// How long a language model may take for one answer with all its queries, in milliseconds.
    public static let modelAnswerMilliseconds: Int64 = 20_000
    /// The most replies of a language model for one answer, the last of which may ask for nothing.
    public static let modelReplies = 5
    /// The most queries that a language model is given for one answer.
    public static let modelQueries = 8
    /// The longest arguments of one query, in bytes.
    public static let queryArgumentBytes = 4_096
    /// The longest result of one query that a language model reads, in bytes.
    public static let queryResultBytes = 12_288
    /// The most tokens that one answer may use: everything sent, each time, and everything replied.
    public static let modelAnswerTokens = 48_000
    /// The longest reply of a language model, in tokens.
    public static let modelReplyTokens = 800
    /// The longest answer in a language model's words, in Unicode scalars.
    public static let modelAnswerCharacters = 4_000
    /// The most earlier messages of a conversation that a language model reads.
    public static let modelEarlierTurns = 6
    /// The longest of them, in bytes; the rest is cut.
    public static let modelEarlierBytes = 2_048
    /// The most transactions behind an answer.
    public static let modelAnswerSources = 50

    /// The relations between these limits that the program relies on.
    static let answerRelations: [(String, Bool)] = [
        (
            "an answer is given within its request",
            modelAnswerMilliseconds < Int64(requestSeconds) * 1_000
        ),
        (
            "an answer has tokens for one query with the longest result",
            2 * queryResultBytes / 4 + 2 * modelReplyTokens < modelAnswerTokens
        ),
    ]
}
