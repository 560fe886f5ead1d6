public import Contract
public import Kernel
public import Observation

/// A conversation about the member's money, with answers that appear as they are written.
@MainActor
@Observable
public final class ConversationModel {
    /// A question whose answer is under way.
    public struct Exchange: Sendable, Equatable {
        /// The question.
        public let question: String
        /// As much of the answer as was told.
        public fileprivate(set) var answer = ""
        /// The message that the question takes the place of, with all later ones.
        public let replacedID: ID<Entity.ChatMessage>?
    }

    /// What the member types; it stays until an answer to it is there.
    public var draft = ""
    /// The question of the conversation that ``draft`` takes the place of; `nil` when it is a new
    /// one.
    public private(set) var editedID: ID<Entity.ChatMessage>?
    /// What is asked now; `nil` when nothing is.
    public private(set) var exchange: Exchange?

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    /// The conversation that is shown or asked for; the latest when `nil`.
    @ObservationIgnored private var conversationID: ID<Entity.Conversation>?
    /// What asks.
    @ObservationIgnored private var asking: Task<API.Insights.AiChatResponse?, Never>?
    /// A question that may have been answered, though nobody heard it.
    @ObservationIgnored private var unheard: Unheard?
    /// The number of the last question, so that pieces of former ones are not shown.
    @ObservationIgnored private var questions = 0
    private struct Unheard {
        let question: String
        let replacedID: ID<Entity.ChatMessage>?
        /// The messages that were there before it.
        let knownIDs: Set<ID<Entity.ChatMessage>>
    }

    private let content: Content<API.Insights.AiChatResponse>
    private let action: ModelAction

    /// Makes a model of a conversation, of the latest one when none is named.
    public init(_ purser: Purser, conversationID: ID<Entity.Conversation>? = nil) {
        self.purser = purser
        self.conversationID = conversationID
        content = Content(purser)
        action = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The conversation as it is stored.
    public var phase: Phase<API.Insights.AiChatResponse> { content.phase }
    /// The messages to show above ``exchange``, the oldest first.
    public var messages: [API.Insights.AiChatMessage] {
        let messages = phase.value?.messages ?? []
        guard let replaced = exchange?.replacedID else { return messages }
        return Array(messages.prefix { $0.id != replaced })
    }
    /// Whether a question is asked or a conversation deleted now.
    public var isBusy: Bool { exchange != nil || action.isRunning }
    /// Whether there is something to send, and nothing under way.
    public var canSend: Bool { !draft.isBlank && !isBusy }
    /// Why the last question has no answer, or why nothing was deleted; `nil` otherwise.
    ///
    /// When an answer broke off it may have been stored; ``refresh()`` shows whether it was, and
    /// then takes the question out of ``draft``.
    public var error: PurserError? { action.error }

    /// Asks for the conversation; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the conversation, while what is shown stays.
    public func refresh() async { await load(reload: true) }

    /// Sends ``draft``, and shows its answer as it is written.
    ///
    /// Sent again with the same words after the answer broke off it is the same question, and
    /// asked once.
    ///
    /// - Returns: Whether it was answered; if not ``draft`` is still there and ``error`` says why,
    ///   unless something else was under way, nothing was typed, or it was stopped.
    @discardableResult
    public func send() async -> Bool {
        guard canSend else { return false }
        questions += 1
        let (number, question, replaced) = (questions, draft, editedID)
        let conversation = phase.value?.conversationID ?? conversationID
        exchange = Exchange(question: question, replacedID: replaced)
        let task = Task {
            let place = "\(conversation?.text ?? "") \(replaced?.text ?? "")"
            return await action.run("\(place) \(question)") { [self] purser in
                try await ask(purser, question, in: conversation, replaced, number)
            }
        }
        asking = task
        let answered = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        guard number == questions else { return false }
        (exchange, asking) = (nil, nil)
        guard let answered else {
            let known = Set(phase.value?.messages.map(\.id) ?? [])
            unheard = Unheard(question: question, replacedID: replaced, knownIDs: known)
            return false
        }
        conversationID = answered.conversationID
        clearDraft(of: question, replaced)
        await content.load(reload: true) { _ in answered }
        return true
    }

    /// Stops the answer that is under way; what was asked is in ``draft`` still.
    public func stop() { asking?.cancel() }

    /// Puts a question of the conversation into ``draft``; sent again it takes the place of the
    /// question and of everything behind it.
    public func edit(_ id: ID<Entity.ChatMessage>) {
        guard let message = phase.value?.messages.first(where: { $0.id == id }),
            message.role == .user
        else { return }
        (draft, editedID) = (message.content, id)
    }

    /// Leaves the question that is edited as it is.
    public func cancelEditing() {
        guard editedID != nil else { return }
        (draft, editedID) = ("", nil)
    }

    /// Deletes the conversation; the next question begins another one.
    ///
    /// - Returns: Whether it is deleted; if not ``error`` says why, unless something else was under
    ///   way or there is none.
    @discardableResult
    public func delete() async -> Bool {
        guard !isBusy, let id = phase.value?.conversationID ?? conversationID else { return false }
        let done = await action.run("delete \(id.text)") { purser in
            try await purser.call(API.Insights.deleteConversations, .init(conversationID: id))
        }
        guard done != nil else { return false }
        (unheard, conversationID, editedID) = (nil, nil, nil)
        content.reset()
        return true
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }

    private func load(reload: Bool) async {
        let loaded = await content.load(reload: reload) { [conversationID] purser in
            try await purser.call(
                API.Insights.conversation,
                .init(conversationID: conversationID)
            )
        }
        guard case .success(let conversation)? = loaded, let unheard, exchange == nil else {
            return
        }
        let isStored = conversation.messages.contains {
            $0.role == .user && $0.content == unheard.question
                && !unheard.knownIDs.contains($0.id)
        }
        guard isStored else { return }
        // Its answer is there now: to send it again would ask it twice.
        action.dismissError()
        clearDraft(of: unheard.question, unheard.replacedID)
    }

    /// Clears what was answered; who typed on meanwhile keeps it.
    private func clearDraft(of question: String, _ replaced: ID<Entity.ChatMessage>?) {
        unheard = nil
        if draft == question, editedID == replaced { (draft, editedID) = ("", nil) }
    }

    /// Asks, and shows the answer piece by piece.
    ///
    /// - Throws: ``PurserError``; `CancellationError` when it was stopped.
    private func ask(
        _ purser: Purser,
        _ question: String,
        in conversation: ID<Entity.Conversation>?,
        _ replaced: ID<Entity.ChatMessage>?,
        _ number: Int
    ) async throws -> API.Insights.AiChatResponse {
        let pieces = purser.insights.answer(
            to: question,
            in: conversation,
            truncatingFrom: replaced
        )
        for try await piece in pieces where number == questions {
            switch piece {
            case .text(let more): exchange?.answer += more
            case .replacement(let whole): exchange?.answer = whole
            case .conversation(let conversation): return conversation
            }
        }
        throw CancellationError()
    }

    /// Shows nothing, and nothing of what is still under way.
    private func forget() {
        questions += 1
        asking?.cancel()
        (exchange, asking, editedID, draft) = (nil, nil, nil, "")
        (unheard, conversationID) = (nil, nil)
        content.reset()
        action.reset()
    }
}
