/// Whose client Purser is at Plaid, and where Plaid is.
public struct PlaidSettings: Sendable {
    /// Where Plaid is.
    public enum Environment: Sendable, Equatable {
        /// Plaid's sandbox: no real banks.
        case sandbox
        /// Real banks.
        case production
        /// Another server that speaks Plaid's wire, by its URL.
        case other(String)

        /// The base URL, without a slash at its end.
        var url: String {
            switch self {
            case .sandbox: "https://sandbox.plaid.com"
            case .production: "https://production.plaid.com"
            case .other(let url): url.hasSuffix("/") ? String(url.dropLast()) : url
            }
        }
    }

    /// Where Plaid is.
    public var environment: Environment
    /// The client's id.
    public var clientID: String
    /// The client's secret for this environment.
    public var secret: Secret
    /// What Plaid's page calls the app.
    public var appName = "Purser"
    /// The language of Plaid's page.
    public var language = "en"
    /// The countries whose institutions are offered, by ISO 3166-1.
    public var countries = ["US"]
    /// Where Plaid is to send webhooks; nowhere without it.
    public var webhookURL: String?
    /// Where institutions with sign-in pages of their own send the member back to.
    public var redirectURI: String?

    /// Names a client.
    public init(environment: Environment, clientID: String, secret: Secret) {
        self.environment = environment
        self.clientID = clientID
        self.secret = secret
    }
}
