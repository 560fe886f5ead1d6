/// Whoever besides us may say who somebody is.
public struct ExternalIssuers: Sendable {
    /// Checks the tokens of other issuers; `nil` where none are configured.
    public let verifier: ExternalTokenVerifier?
    /// Exchanges grants in our place; `nil` where we do that ourselves.
    public let provider: ProviderClient?

    /// Nobody: the usual case.
    public static let none = ExternalIssuers()

    /// Puts them together.
    public init(verifier: ExternalTokenVerifier? = nil, provider: ProviderClient? = nil) {
        self.verifier = verifier
        self.provider = provider
    }
}
