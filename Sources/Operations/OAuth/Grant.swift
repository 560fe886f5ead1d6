import Kernel
import Store

/// What a client offers for tokens.
enum Grant: Sendable {
    /// A code of the sign-in page.
    case code(String, redirect: String, verifier: String)
    /// A refresh token; `asked` is the scope that the client names again.
    case refreshToken(String, asked: [OAuthScope]? = nil)
}

/// Whose grant it was: what its tokens tell.
struct RedeemedGrant: Sendable {
    /// The member as it is now.
    let member: MemberRecord
    /// The session that the tokens belong to.
    let session: ID<Entity.Session>
    /// The client.
    let client: String
    /// The scope as granted; `nil` for a session that an app's own sign-in began.
    let scope: String?
    /// What the client sent to recognise the answer to its own question.
    let nonce: String?
    /// When the session ends at the latest.
    let endsAt: Timestamp
}

/// The tokens for a grant.
struct GrantedTokens: Sendable {
    let grant: RedeemedGrant
    let accessToken: String
    let refreshToken: String
    let idToken: String?
    /// Life of the access token, in seconds.
    let expiresIn: Int64
}
