import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Gives a member who signed in a code for the client that asked.
    ///
    /// The code is 256 random bits; only its hash is kept.
    func issueCode(
        for member: MemberRecord,
        _ request: AuthorizationRequest,
        _ call: Call,
        in session: any Session
    ) throws -> String {
        let code = tokens.newRefreshToken()
        let record = AuthorizationCodeRecord(
            client: request.client,
            redirect: request.redirect,
            challenge: request.challenge,
            scope: request.scope,
            nonce: request.nonce,
            member: member.id,
            expiresAt: call.now.adding(milliseconds: Limits.authorizationCodeMilliseconds)
        )
        let hash = tokens.refreshTokens.storedHash(of: code)
        try AuthorizationCodes.insert(hash: hash, record, in: session)
        return code
    }
}
