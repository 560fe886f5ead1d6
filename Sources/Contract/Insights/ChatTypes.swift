public import Kernel

extension API.Insights {
    /// Who says a message of a conversation.
    public enum AiChatRole: String, Codable, Sendable, CaseIterable, WireEnum {
        /// The member.
        case user = "USER"
        /// The program.
        case assistant = "ASSISTANT"
    }

    /// A figure that an answer says.
    public struct Figure: Codable, Sendable, Equatable {
        /// What it is, in a few words.
        public let label: String
        /// The value, in units of the currency where it is money.
        public let value: DecimalAmount
        /// What it is counted in: a currency in upper case, `count`, `percent` or `days`.
        public let unit: String
        /// The first day it is about, where it is about days.
        public let from: WireDay?
        /// The last day it is about.
        public let to: WireDay?
        /// The category or merchant it is about, where it is about one.
        public let filter: String?

        /// Makes a figure.
        public init(
            label: String,
            value: DecimalAmount,
            unit: String,
            from: WireDay? = nil,
            to: WireDay? = nil,
            filter: String? = nil
        ) {
            self.label = label
            self.value = value
            self.unit = unit
            self.from = from
            self.to = to
            self.filter = filter
        }
    }

    /// A question or an answer of a conversation.
    public struct AiChatMessage: Codable, Sendable, Equatable {
        /// The UUID.
        public let id: ID<Entity.ChatMessage>
        /// Who says it.
        public let role: AiChatRole
        /// What is said, as plain text.
        public let content: String
        /// When it was said.
        public let createdAt: WireTimestamp
        /// The transactions behind an answer, at most 50; none of a question.
        public let sources: [Source]
        /// The figures that an answer says, if there are any.
        public let figures: [Figure]?

        /// Makes a message.
        public init(
            id: ID<Entity.ChatMessage>,
            role: AiChatRole,
            content: String,
            createdAt: WireTimestamp,
            sources: [Source] = [],
            figures: [Figure]? = nil
        ) {
            self.id = id
            self.role = role
            self.content = content
            self.createdAt = createdAt
            self.sources = sources
            self.figures = figures
        }
    }

    /// A conversation with its messages.
    public struct AiChatResponse: Codable, Sendable, Equatable {
        /// The conversation; new where there was none.
        public let conversationID: ID<Entity.Conversation>
        /// Its messages, the oldest first.
        public let messages: [AiChatMessage]
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            conversationID: ID<Entity.Conversation>,
            messages: [AiChatMessage],
            traceID: String
        ) {
            self.conversationID = conversationID
            self.messages = messages
            self.traceID = traceID
        }
    }
}
