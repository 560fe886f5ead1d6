/// An app that may send people to the sign-in page, known by its id.
///
/// Every client is public (RFC 6749, section 2.1): it keeps no secret, so PKCE and its redirect
/// URIs are what ties a code to it.
public struct OAuthClient: Sendable, Equatable {
    /// The id that it names itself by.
    public let id: String
    /// Where codes may be sent, as exact texts.
    ///
    /// Of a loopback address (RFC 8252, section 7.3) the port is whatever the app was given; it may
    /// be written as `*`.
    public let redirects: [String]
    /// Whether it is an app of the house, which has all of the API where it does not ask for less.
    public let isOwn: Bool

    /// Makes a client that somebody configured.
    public init(id: String, redirects: [String]) {
        self.init(id: id, redirects: redirects, isOwn: false)
    }

    private init(id: String, redirects: [String], isOwn: Bool) {
        self.id = id
        self.redirects = redirects
        self.isOwn = isOwn
    }

    /// The client that is there without any configuration.
    public static let native = OAuthClient(
        id: "purser-native",
        redirects: ["safepocket://auth/callback", "http://127.0.0.1:*/callback"],
        isOwn: true
    )

    /// What its tokens are given for what it was granted.
    ///
    /// An app of the house that asked for nothing of the API has all of it; every other app has
    /// what its member agreed to, and the member's account is in no such agreement.
    func given(_ granted: [OAuthScope]) -> [OAuthScope] {
        guard isOwn else { return granted.filter { $0 != .account } }
        return granted.api.isEmpty ? granted + OAuthScope.wholeAPI : granted
    }

    /// Whether codes may be sent to a URI.
    ///
    /// Compares bytes: Swift's texts are equal when they look alike, and a browser does not care
    /// for that.
    func allows(_ redirect: String) -> Bool {
        redirects.contains { registered in
            guard let pattern = LoopbackURI(registered) else {
                return registered.utf8.elementsEqual(redirect.utf8)
            }
            return LoopbackURI(redirect).map { $0.differsByPort(from: pattern) } ?? false
        }
    }
}
