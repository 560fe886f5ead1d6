public import Providers
import Synchronization

/// A language model that says what a test wrote down, and remembers what it was asked.
public final class ScriptedModel: LanguageModel {
    /// What it says to a text.
    public typealias Script = @Sendable (String) throws(LanguageModelError) -> String

    private let script: Mutex<Script>
    private let asked = Mutex<[PhrasingRequest]>([])

    /// Makes a model that says the same to everything.
    public convenience init(_ wording: String) {
        self.init { _ in wording }
    }

    /// Makes a model that answers to the text, or fails.
    public init(_ script: @escaping Script) {
        self.script = Mutex(script)
    }

    /// What it was asked so far.
    public var requests: [PhrasingRequest] { asked.withLock { $0 } }

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
}
