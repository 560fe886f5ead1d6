/// What a sandbox bank answers.
public struct SandboxReply: Sendable, Equatable {
    /// The status of HTTP.
    public let status: Int
    /// The body, JSON.
    public let body: [UInt8]
    /// The header `Retry-After`.
    public let retryAfterSeconds: Int?

    /// Makes an answer.
    init(_ status: Int, _ body: WireJSON, retryAfterSeconds: Int? = nil) {
        self.status = status
        self.body = body.bytes
        self.retryAfterSeconds = retryAfterSeconds
    }
}
