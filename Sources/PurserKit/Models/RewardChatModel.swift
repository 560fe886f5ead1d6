public import Contract
public import Kernel
public import Observation

/// A talk about the member's cards: what was said, what it recommended, and what it changed.
@MainActor
@Observable
public final class RewardChatModel {
    /// What was said.
    public struct Talk: Sendable, Equatable {
        /// The messages, the oldest first; as many as were asked for.
        public internal(set) var messages: [API.Rewards.ChatMessage]
        /// Whether there may be earlier ones to ask for.
        public internal(set) var hasEarlier: Bool
    }

    /// What the member types; it stays until it is answered.
    public var draft = ""
    /// What is sent now; `nil` when nothing is.
    public private(set) var sent: String?

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    private let conversationID: ID<Entity.Conversation>?
    private let content: Content<Talk>
    private let action: ModelAction
    private let paging: ModelAction

    /// Makes a model of a conversation, of the one that every member has when none is named.
    ///
    /// Of that one all of the member's messages are shown.
    public init(_ purser: Purser, conversationID: ID<Entity.Conversation>? = nil) {
        self.purser = purser
        self.conversationID = conversationID
        content = Content(purser)
        action = ModelAction(purser)
        paging = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The messages.
    public var phase: Phase<Talk> { content.phase }
    /// Whether something is sent or deleted now.
    public var isBusy: Bool { action.isRunning }
    /// Whether there is something to send, and nothing under way.
    public var canSend: Bool { !draft.isBlank && !isBusy }
    /// Why the last message has no answer, nothing was deleted, or earlier ones were not shown;
    /// `nil` otherwise.
    public var error: PurserError? { action.error ?? paging.error }

    /// Asks for the newest messages; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the newest messages, while what is shown stays.
    public func refresh() async { await load(reload: true) }

    /// Asks for earlier messages, if there may be any.
    public func loadEarlier() async {
        guard let talk = phase.value, talk.hasEarlier, let first = talk.messages.first,
            !phase.isBusy
        else { return }
        let page = await paging.run("before \(first.id)") { [conversationID] purser in
            try await purser.call(
                API.Rewards.listChatMessages,
                .init(
                    conversationID: conversationID,
                    limit: PageNumber(Self.page),
                    before: first.id
                )
            )
        }
        // What was shown anew meanwhile begins with another message.
        guard let page, phase.value == talk else { return }
        content.change { talk in
            let known = Set(talk.messages.map(\.id))
            talk.messages.insert(
                contentsOf: page.messages.filter { !known.contains($0.id) },
                at: 0
            )
            talk.hasEarlier = page.messages.count >= Int(Self.page)
        }
    }

    /// Sends ``draft``; a sentence about spending is carried out.
    ///
    /// Sent again with the same words after the answer got lost it is the same message, and carried
    /// out once.
    ///
    /// - Returns: The answer; if `nil` ``draft`` is still there and ``error`` says why, unless
    ///   something else was under way or nothing was typed.
    @discardableResult
    public func send() async -> API.Rewards.ChatMessage? {
        guard canSend else { return nil }
        let text = draft
        sent = text
        let answer = await action.run("say \(text)") { [conversationID] purser in
            try await purser.call(
                API.Rewards.sendChatMessage,
                .init(content: text, conversationID: conversationID)
            )
        }
        sent = nil
        guard let answer else { return nil }
        if draft == text { draft = "" }
        content.change { talk in
            guard !talk.messages.contains(where: { $0.id == answer.id }) else { return }
            talk.messages.append(answer)
        }
        // The list has what the member said as well, and the cards what that changed of them.
        await refresh()
        if answer.spendingUpdate != nil { _ = try? await purser.rewards.listCards() }
        return answer
    }

    /// Deletes the conversation; all of the member's when none is named.
    ///
    /// - Returns: Whether it is deleted; if not ``error`` says why, unless something else was under
    ///   way.
    @discardableResult
    public func delete() async -> Bool {
        let done = await action.run("delete") { [conversationID] purser in
            try await purser.call(
                API.Rewards.deleteChatMessages,
                .init(conversationID: conversationID)
            )
        }
        guard done != nil else { return false }
        content.change { $0 = Talk(messages: [], hasEarlier: false) }
        return true
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() {
        action.dismissError()
        paging.dismissError()
    }

    private func load(reload: Bool) async {
        await content.load(reload: reload) { [conversationID] purser in
            let list = try await purser.call(
                API.Rewards.listChatMessages,
                .init(conversationID: conversationID, limit: PageNumber(Self.page))
            )
            return Talk(
                messages: list.messages,
                hasEarlier: list.messages.count >= Int(Self.page)
            )
        }
    }

    private func forget() {
        (draft, sent) = ("", nil)
        content.reset()
        action.reset()
        paging.reset()
    }

    private nonisolated static let page: Int64 = 50
}
