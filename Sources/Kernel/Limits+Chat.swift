/// The bounds of conversations.
extension Limits {
    /// The longest question of a conversation, in Unicode scalars.
    public static let chatQuestionCharacters = 4_000
    /// The longest answer of a conversation, in Unicode scalars.
    public static let chatAnswerCharacters = 8_000
    /// Transactions that are named behind an answer.
    public static let chatSources = 50
    /// Figures that are named in an answer.
    public static let chatFigures = 200
    /// Messages that are kept of a conversation; older ones go.
    public static let chatMessages = 200
    /// What is kept of a conversation, in bytes; of what is more, older messages go, but never
    /// the last two.
    public static let chatConversationBytes = 262_144
    /// Conversations that are kept of a member; those without messages for longest go.
    public static let conversationsPerMember = 100
    /// How long a message is kept, in milliseconds: 30 days.
    public static let chatMilliseconds: Int64 = 2_592_000_000
    /// How often a question is answered anew because its conversation changed meanwhile.
    public static let chatAttempts = 4
    /// Until when a question may be answered anew, from when it was asked, in milliseconds.
    public static let chatRetryMilliseconds: Int64 = 9_000
    /// Questions of a conversation that an answer may take the rest from.
    public static let chatEarlierQuestions = 20
    /// How long an answer may be told piece by piece, in seconds.
    public static let chatStreamSeconds = 30
    /// Answers that may be told to a member piece by piece at once, in one process.
    public static let chatStreamsPerMember = 4
    /// Answers that may be told piece by piece at once, in one process.
    public static let chatStreams = 64
    /// Answers that a language model is asked for at once for a member, in one process.
    public static let modelAnswersPerMember = 4
    /// Answers that a language model is asked for at once, in one process.
    public static let modelAnswersAtOnce = 64

    /// The relations between these limits that the program relies on.
    static let chatRelations: [(String, Bool)] = [
        ("a conversation keeps pairs", chatMessages.isMultiple(of: 2) && chatMessages >= 2),
        ("earlier questions are kept", chatEarlierQuestions * 2 <= chatMessages),
        (
            "a question and an answer fit in a conversation",
            (chatQuestionCharacters + chatAnswerCharacters) * 4 <= chatConversationBytes
        ),
        ("an answer is told within a request's time", chatStreamSeconds <= requestSeconds),
        (
            "an answer that is made anew is in time",
            chatRetryMilliseconds + modelAnswerMilliseconds < Int64(chatStreamSeconds) * 1_000
        ),
        ("a model's answer is an answer", modelAnswerCharacters <= chatAnswerCharacters),
        ("as many sources are kept as found", modelAnswerSources <= chatSources),
        ("a member's answers are some of all", chatStreamsPerMember <= chatStreams),
    ]
}
