import Kernel

/// A word of what a client may ask for (RFC 6749, section 3.3; OpenID Connect Core, section 5.4).
public enum OAuthScope: String, Sendable, CaseIterable {
    /// An ID token.
    case openid
    /// The member's names in it.
    case profile
    /// The member's e-mail address in it.
    case email
    /// A refresh token, which every client is given anyway.
    case offlineAccess = "offline_access"
    /// Purchases, limits and places.
    case guardian
    /// The same, to read.
    case guardianRead = "guardian:read"
    /// Bank accounts and transactions.
    case banking
    /// The same, to read.
    case bankingRead = "banking:read"
    /// Reward cards.
    case rewards
    /// The same, to read.
    case rewardsRead = "rewards:read"
    /// Children, wallets and allowances.
    case allowance
    /// The same, to read.
    case allowanceRead = "allowance:read"
    /// Budgets and reports.
    case insights
    /// The same, to read.
    case insightsRead = "insights:read"
    /// Password, factors, sessions, invitations and members; for our own apps.
    case account

    /// What a client is granted that asks for nothing.
    static let usual = [OAuthScope.offlineAccess]

    /// All of the API.
    static let wholeAPI = [
        OAuthScope.guardian, .banking, .rewards, .allowance, .insights, .account,
    ]

    /// What of the API it opens; nothing for those of OpenID Connect.
    var api: APIScopes { APIScopes(word: rawValue) }

    /// The words of a text, each once; `nil` when one is not known.
    static func read(_ text: String) -> [OAuthScope]? {
        var scopes: [OAuthScope] = []
        for word in text.split(separator: " ") {
            guard let scope = OAuthScope(rawValue: String(word)) else { return nil }
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        return scopes
    }

    /// Words as they are stored and sent.
    static func text(_ scopes: [OAuthScope]) -> String {
        scopes.map(\.rawValue).joined(separator: " ")
    }
}

extension [OAuthScope] {
    /// What of the API they open together.
    var api: APIScopes { APIScopes(map(\.api)) }

    /// Whether they are no more than others; a word for changing a room is more than one to read.
    func isWithin(_ granted: [OAuthScope]) -> Bool {
        api.isSubset(of: granted.api)
            && allSatisfy { !$0.api.isEmpty || granted.contains($0) }
    }
}
