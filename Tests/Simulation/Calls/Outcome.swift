import Kernel

/// How one attempt of a call ended.
enum Outcome: Codable, Sendable, Equatable {
    /// Done now; the body as it is sent.
    case answered(status: Int, body: String)
    /// Answered as before.
    case replayed(status: Int, body: String)
    /// Refused; the body as it is sent.
    case refused(kind: String, status: Int, body: String)
    case posted([ID<Entity.Transfer>])
    case notPosted(refusal: String)
    case opened(account: ID<Entity.Account>, world: ID<Entity.Account>)
    case signedIn(Bearer)
    /// Signed in, or signed in still, with what renews it.
    case granted(Bearer, refreshToken: String)
    case done
    case failed(code: String, reason: String, isPlanned: Bool, wasDone: Bool)
}

/// One attempt of a call, with the instant that counted as now.
struct Attempt: Codable, Sendable, Equatable {
    let nowMS: Int64
    let outcome: Outcome
}
