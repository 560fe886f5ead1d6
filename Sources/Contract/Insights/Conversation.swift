public import Kernel

extension API.Insights {
    /// Which conversation is meant.
    public struct AiChatQuery: WireInput, Equatable {
        /// A conversation of the caller.
        public let conversationID: ID<Entity.Conversation>?

        /// Makes a request.
        public init(conversationID: ID<Entity.Conversation>? = nil) {
            self.conversationID = conversationID
        }
    }

    /// That conversations are there no more.
    public enum AiChatDeleteStatus: String, Codable, Sendable, CaseIterable, WireEnum {
        /// They are not, whether or not they were.
        case deleted = "DELETED"
    }

    /// The answer to a deletion of conversations.
    public struct AiChatDeleteResponse: Codable, Sendable, Equatable {
        /// That they are there no more.
        public let status: AiChatDeleteStatus
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(status: AiChatDeleteStatus = .deleted, traceID: String) {
            self.status = status
            self.traceID = traceID
        }
    }

    /// Shows one of the caller's conversations, else the latest one.
    public static let conversation = Endpoint<AiChatQuery, AiChatResponse>(
        "conversation",
        .get,
        "/ai/chat",
        "Shows one of the caller's conversations, else the latest; without any, one to begin.",
        access: .member,
        surface: .insights,
        refusals: [.notFound],
        example: AiChatQuery(conversationID: .example),
        answers: .example
    )

    /// Deletes one of the caller's conversations, or all of them.
    public static let deleteConversations = Endpoint<AiChatQuery, AiChatDeleteResponse>(
        "deleteConversations",
        .delete,
        "/ai/chat",
        "Deletes one of the caller's conversations, or all; also when there is nothing to delete.",
        access: .member,
        surface: .insights,
        example: AiChatQuery(conversationID: .example),
        answers: AiChatDeleteResponse(traceID: exampleTrace),
        outdates: .ownRoom
    )
}

extension ID where Entity == Kernel.Entity.Conversation {
    /// A conversation as examples have it.
    static let example = Self(RawID(high: 0x0194_4B1E_7A40_7C61, low: 0x8F5E_7F0A_6F1F_2B71))
}
