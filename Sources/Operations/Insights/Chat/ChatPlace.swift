import Contract
import Kernel
import SQL
import Store

/// Where in a member's conversations a question goes.
struct ChatPlace: Sendable, Equatable {
    /// The conversation; `nil` where a new one begins.
    let conversation: ID<Entity.Conversation>?
    /// Its newest message.
    let newest: ID<Entity.ChatMessage>?
    /// The number of the message that goes, with all later ones.
    let truncation: Int64?
    /// The last messages that stay, the oldest first.
    let earlier: [ChatTurn]

    /// Finds the place that a request names.
    ///
    /// - Throws: ``Problem`` `notFound` when the conversation does not have the message that is to
    ///   go.
    static func find(
        _ input: API.Insights.AiChatRequest,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> ChatPlace {
        var turns: [ChatTurn] = []
        if let named = input.conversationID {
            turns = try ChatMessages.turns(of: named, of: member, now: now, in: session)
        }
        var truncation: Int64?
        if let id = input.truncateFromMessageID {
            truncation = try turns.first { $0.id == id }.orNotFound().number
        }
        let staying = turns.filter { turn in truncation.map { turn.number < $0 } ?? true }
        return ChatPlace(
            conversation: turns.isEmpty ? nil : input.conversationID,
            newest: turns.last?.id,
            truncation: truncation,
            earlier: staying.suffix(2 * Limits.chatEarlierQuestions)
        )
    }

    /// The questions that an answer may take the rest from, the oldest first.
    var questions: [String] {
        earlier.filter(\.isQuestion).map(\.content)
    }

    /// What was said before, as a language model reads it.
    var modelTurns: [ModelTurn] {
        earlier.map { $0.isQuestion ? .question($0.content) : .answer($0.content) }
    }
}

extension ChatTurn {
    fileprivate var isQuestion: Bool { role == API.Insights.AiChatRole.user.rawValue }
}
