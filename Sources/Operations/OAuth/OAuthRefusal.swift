/// Why a client is refused, in the words of RFC 6749 and OpenID Connect.
public struct OAuthRefusal: Error, Sendable, Equatable {
    /// The word that a client goes by.
    public enum Code: String, Sendable {
        /// A parameter is missing, repeated or malformed.
        case invalidRequest = "invalid_request"
        /// No such client.
        case invalidClient = "invalid_client"
        /// The code or refresh token is wrong, spent or expired, or belongs to another client.
        case invalidGrant = "invalid_grant"
        /// Another grant than a code or a refresh token.
        case unsupportedGrantType = "unsupported_grant_type"
        /// Another answer than a code.
        case unsupportedResponseType = "unsupported_response_type"
        /// A scope that is not known, or was not granted.
        case invalidScope = "invalid_scope"
        /// The member does not agree to what is asked for.
        case accessDenied = "access_denied"
        /// Nobody is to be asked, and nobody can sign in without that.
        case loginRequired = "login_required"
        /// Parameters in a signed object, which are not read here.
        case requestNotSupported = "request_not_supported"
        /// Parameters at another address, which are not read here.
        case requestURINotSupported = "request_uri_not_supported"
    }

    /// The word that a client goes by.
    public let code: Code
    /// One sentence for the client's developer, in the characters that RFC 6749 allows there.
    public let description: String

    /// Makes a refusal.
    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The HTTP status at the token endpoint.
    public var status: Int { code == .invalidClient ? 401 : 400 }
}
