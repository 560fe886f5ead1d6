public import Providers
import Synchronization

/// A language model that says what a test wrote down, and remembers what it was asked.
public final class ScriptedModel: LanguageModel {
    /// What it says to a text.
    public typealias Script = @Sendable (String) throws(LanguageModelError) -> String
    /// What it replies in a conversation; told how often it was asked before.
    public typealias Chat =
        @Sendable (ChatRequest, Int) async throws(LanguageModelError) -> ChatReply

    private let script: Mutex<Script>
    private let chat: Chat
    private let asked = Mutex<[PhrasingRequest]>([])
    private let talked = Mutex<[ChatRequest]>([])

    /// Makes a model that says the same to everything.
    public convenience init(_ wording: String) {
        self.init { _ in wording }
    }

    /// Makes a model that answers to the text, or fails.
    public init(_ script: @escaping Script) {
        self.script = Mutex(script)
        chat = { _, _ throws(LanguageModelError) in throw .unreachable }
    }

    private init(chat: @escaping Chat) {
        let silence: Script = { _ throws(LanguageModelError) in throw .unreachable }
        script = Mutex(silence)
        self.chat = chat
    }

    /// A model that talks.
    public static func talking(_ chat: @escaping Chat) -> ScriptedModel {
        ScriptedModel(chat: chat)
    }

    /// What it was asked so far.
    public var requests: [PhrasingRequest] { asked.withLock { $0 } }

    /// The conversations that it was to reply to so far.
    public var conversations: [ChatRequest] { talked.withLock { $0 } }

    /// Says something else from now on.
    public func now(_ script: @escaping Script) {
        self.script.withLock { $0 = script }
    }

    /// Says what the script says.
    public func phrase(_ request: PhrasingRequest) async throws(LanguageModelError) -> String {
        asked.withLock { $0.append(request) }
        let script = script.withLock { $0 }
        return try script(request.text)
    }

    /// Replies what the script replies, in pieces of three characters.
    public func reply(
        to request: ChatRequest,
        onText: @escaping @Sendable (String) -> Void
    ) async throws(LanguageModelError) -> ChatReply {
        let count = talked.withLock { talked in
            talked.append(request)
            return talked.count - 1
        }
        let reply = try await chat(request, count)
        var rest = reply.text[...]
        while !rest.isEmpty {
            onText(String(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return reply
    }
}
