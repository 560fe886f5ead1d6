public import Kernel

extension API.Rewards {
    /// What a member says.
    public struct ChatInput: WireInput, Equatable {
        /// The text, 1...1000 characters.
        public let content: String
        /// The conversation, by an id of the caller's; the one that every member has when left out.
        public let conversationID: ID<Entity.Conversation>?

        /// Makes a request.
        public init(content: String, conversationID: ID<Entity.Conversation>? = nil) {
            self.content = content
            self.conversationID = conversationID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("content", upTo: Limits.rewardMessageCharacters) { $0.content }
        ]
    }

    /// What a member said, or was answered.
    public struct ChatMessage: Codable, Sendable, Equatable {
        /// The message.
        public let id: ID<Entity.ChatMessage>
        /// The text.
        public let content: String
        /// Who wrote it.
        public let sender: Sender
        /// When.
        public let timestamp: WireTimestamp
        /// The cards that it recommends.
        public let cardRecommendations: [CardRecommendation]?
        /// What it changed of a card's spending.
        public let spendingUpdate: SpendingUpdate?
        /// The conversation.
        public let conversationID: ID<Entity.Conversation>

        /// Makes a message.
        public init(
            id: ID<Entity.ChatMessage>,
            content: String,
            sender: Sender,
            timestamp: WireTimestamp,
            cardRecommendations: [CardRecommendation]? = nil,
            spendingUpdate: SpendingUpdate? = nil,
            conversationID: ID<Entity.Conversation>
        ) {
            self.id = id
            self.content = content
            self.sender = sender
            self.timestamp = timestamp
            self.cardRecommendations = cardRecommendations
            self.spendingUpdate = spendingUpdate
            self.conversationID = conversationID
        }
    }

    /// Which messages are asked for.
    public struct MessageQuery: WireInput, Equatable {
        /// A conversation; all when left out.
        public let conversationID: ID<Entity.Conversation>?
        /// How many at most, 1...100, else the nearest of these; 100 when left out.
        public let limit: PageNumber?
        /// A message; those before it are asked for.
        public let before: ID<Entity.ChatMessage>?

        /// Makes a request.
        public init(
            conversationID: ID<Entity.Conversation>? = nil,
            limit: PageNumber? = nil,
            before: ID<Entity.ChatMessage>? = nil
        ) {
            self.conversationID = conversationID
            self.limit = limit
            self.before = before
        }
    }

    /// Which messages are to be deleted.
    public struct ChatDeletion: WireInput, Equatable {
        /// A conversation; all when left out.
        public let conversationID: ID<Entity.Conversation>?

        /// Makes a request.
        public init(conversationID: ID<Entity.Conversation>? = nil) {
            self.conversationID = conversationID
        }
    }

    /// Messages of the caller.
    public struct MessageList: Codable, Sendable, Equatable {
        /// The messages, the oldest first.
        public let messages: [ChatMessage]

        /// Makes an answer.
        public init(messages: [ChatMessage]) {
            self.messages = messages
        }
    }
}
