/// A webhook that a sandbox bank wants sent.
public struct SandboxWebhook: Sendable, Equatable {
    /// Where to.
    public let url: String
    /// The body.
    public let body: [UInt8]
    /// The header `Plaid-Verification`.
    public let verification: String
}
