/// A call to a sandbox bank, as it came over HTTP.
public struct SandboxRequest: Sendable {
    /// The path, such as `/transactions/sync`.
    public let path: String
    /// The body.
    public let body: [UInt8]
    /// The header `PLAID-CLIENT-ID`; a body may have it instead.
    public let clientID: String?
    /// The header `PLAID-SECRET`; a body may have it instead.
    public let secret: String?

    /// Makes a call.
    public init(path: String, body: [UInt8], clientID: String? = nil, secret: String? = nil) {
        self.path = path
        self.body = body
        self.clientID = clientID
        self.secret = secret
    }
}
