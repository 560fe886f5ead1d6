/// Who is told of every try of every call: logs, signposts, crash reporters.
///
/// A stream of events is no call; ``LiveService`` tells how it goes.
///
/// What it is told holds no token, no body and no filled place of a path: it may be written down.
public protocol CallObserver: Sendable {
    /// A try begins.
    func began(_ attempt: CallAttempt)
    /// A try ended.
    func ended(_ attempt: CallAttempt, _ outcome: CallOutcome)
}

/// One try of a call.
public struct CallAttempt: Sendable, Hashable {
    /// The endpoint's name, such as `authorizePurchase`.
    public let endpoint: String
    /// The HTTP method.
    public let method: String
    /// The endpoint's path, with its places unfilled.
    public let path: String
    /// Which try of the call it is, from 1.
    public let number: Int
    /// A number of the call, the same for all its tries.
    public let call: UInt64
}

/// How a try ended.
public struct CallOutcome: Sendable, Equatable {
    /// The HTTP status; `nil` when no answer arrived.
    public let status: Int?
    /// Why no answer arrived; `nil` when one did.
    public let failure: NetworkFailure?
    /// The trace of the call, as the server names it.
    public let trace: String?
    /// How long the try took.
    public let duration: Duration
}
