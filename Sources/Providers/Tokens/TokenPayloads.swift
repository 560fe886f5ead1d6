import Kernel

/// The claims of an access token by their names in it.
///
/// What only access tokens carry is optional here, so that another kind of token signed with our
/// key is refused for its audience.
struct AccessPayload: Codable {
    let iss: String?
    let aud: String?
    let sub: String?
    let hid: String?
    let role: String?
    let sid: String?
    let client: String?
    let scope: String?
    let iat: Int64?
    let exp: Int64?

    private enum CodingKeys: String, CodingKey {
        case iss, aud, sub, hid, role, sid, scope, iat, exp
        case client = "client_id"
    }

    init(_ claims: AccessClaims) {
        iss = claims.issuer
        aud = claims.audience
        sub = claims.subject.text
        hid = claims.household.text
        role = claims.role
        sid = claims.session.text
        client = claims.client
        scope = claims.scope
        iat = claims.issuedAt.seconds
        exp = claims.expiresAt.seconds
    }

    /// The claims, or `nil` when one is missing or out of range.
    ///
    /// A token without a scope is from before there were any, and nobody knows what it was given.
    func claims(latest: Int64) -> AccessClaims? {
        guard let iss, let role, let client, let scope, let iat, let exp,
            let subject = sub.flatMap({ ID<Entity.Member>($0) }),
            let household = hid.flatMap({ ID<Entity.Household>($0) }),
            let session = sid.flatMap({ ID<Entity.Session>($0) }),
            (0...latest).contains(iat), (0...latest).contains(exp)
        else { return nil }
        return AccessClaims(
            issuer: iss,
            subject: subject,
            household: household,
            role: role,
            session: session,
            client: client,
            scope: scope,
            issuedAt: Timestamp(seconds: iat),
            expiresAt: Timestamp(seconds: exp)
        )
    }
}

/// The claims of an ID token by their names in it.
struct IdentityPayload: Encodable {
    let iss: String
    let aud: String
    let sub: String
    let nonce: String?
    let email: String?
    let givenName: String?
    let familyName: String?
    let iat: Int64
    let exp: Int64

    private enum CodingKeys: String, CodingKey {
        case iss, aud, sub, nonce, email, iat, exp
        case givenName = "given_name"
        case familyName = "family_name"
    }

    init(_ claims: IdentityClaims) {
        iss = claims.issuer
        aud = claims.client
        sub = claims.subject.text
        nonce = claims.nonce
        email = claims.email
        givenName = claims.givenName
        familyName = claims.familyName
        iat = claims.issuedAt.seconds
        exp = claims.expiresAt.seconds
    }
}
