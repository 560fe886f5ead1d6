public import Kernel

extension API.Insights {
    /// A question about the caller's money.
    public struct AiChatRequest: WireInput, Equatable {
        /// The question, 1...4,000 characters.
        public let message: String
        /// The conversation that it goes on; a new one when left out, or no one of the caller's.
        public let conversationID: ID<Entity.Conversation>?
        /// The message of the conversation that goes first, with all later ones.
        public let truncateFromMessageID: ID<Entity.ChatMessage>?

        /// Makes a request.
        public init(
            message: String,
            conversationID: ID<Entity.Conversation>? = nil,
            truncateFromMessageID: ID<Entity.ChatMessage>? = nil
        ) {
            self.message = message
            self.conversationID = conversationID
            self.truncateFromMessageID = truncateFromMessageID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("message", upTo: Limits.chatQuestionCharacters) { $0.message }
        ]
    }

    /// Answers a question about the caller's money.
    public static let sendMessage = Endpoint<AiChatRequest, AiChatResponse>(
        "sendMessage",
        .post,
        "/ai/chat",
        "Answers a question about the caller's money, with the figures and transactions behind it.",
        access: .member,
        surface: .insights,
        refusals: [.notFound, .modelUnavailable],
        example: AiChatRequest(message: "How much did I spend on groceries last month?"),
        answers: .example,
        outdates: .ownRoom,
        waits: .zero
    )
}

extension API.Insights.AiChatResponse {
    /// A conversation of one question as examples have it.
    static let example = Self(
        conversationID: .example,
        messages: [
            API.Insights.AiChatMessage(
                id: ID(RawID(high: 0x0194_4B1E_7A40_7C62, low: 0x8F5E_7F0A_6F1F_2B72)),
                role: .user,
                content: "How much did I spend on groceries last month?",
                createdAt: WireTimestamp(Timestamp(seconds: 1_749_556_800))
            ),
            API.Insights.AiChatMessage(
                id: ID(RawID(high: 0x0194_4B1E_7A40_7C63, low: 0x8F5E_7F0A_6F1F_2B73)),
                role: .assistant,
                content: "You spent USD 142.35 on Groceries in May 2025, in 1 transaction.",
                createdAt: WireTimestamp(Timestamp(seconds: 1_749_556_800)),
                sources: [.example],
                figures: [
                    .example("Spending on Groceries", 14_235, "USD"),
                    .example("Transactions", 100, "count"),
                ]
            ),
        ],
        traceID: API.Insights.exampleTrace
    )
}

extension API.Insights.Figure {
    /// A figure of May 2025 as examples have it.
    fileprivate static func example(_ label: String, _ minor: Int64, _ unit: String) -> Self {
        Self(
            label: label,
            value: DecimalAmount(minor: minor),
            unit: unit,
            from: WireDay(WireMonth.example.month.firstDay),
            to: WireDay(WireMonth.example.month.lastDay),
            filter: "Groceries"
        )
    }
}
