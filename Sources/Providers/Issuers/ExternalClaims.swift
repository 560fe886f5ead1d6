import Foundation
public import Kernel

/// What a good token of another issuer says about its bearer.
public struct ExternalClaims: Hashable, Sendable {
    /// The label of the issuer.
    public let label: String
    /// The issuer, as the token names it.
    public let issuer: String
    /// Who it is, in the issuer's words.
    public let subject: String
    /// The e-mail address, where the issuer says that it has checked whose it is.
    public let email: String?
    /// The first name, where told.
    public let givenName: String?
    /// The last name, where told.
    public let familyName: String?
    /// When the token was made, where told.
    public let issuedAt: Timestamp?
    /// When its time is over, without leeway.
    public let expiresAt: Timestamp
    /// When the issuer saw who it is, where told (OpenID Connect Core, section 2).
    public let authenticatedAt: Timestamp?
}

/// The claims of another issuer's token by their names in it.
///
/// Whatever decides about the token must have its type; what only describes its bearer may have any
/// type, and then counts as not told.
struct ExternalPayload: Decodable {
    let iss: String
    let sub: String
    let aud: [String]
    let exp: Timestamp
    let nbf: Timestamp?
    let iat: Timestamp?
    let authTime: Timestamp?
    let clientID: String?
    let tokenUse: String?
    let email: String?
    /// Whether the issuer says that it has checked the address.
    let isEmailVerified: Bool
    /// Whether Supabase says so, in places that other issuers leave to whoever signs in.
    let isEmailConfirmed: Bool
    let givenName: String?
    let familyName: String?

    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, nbf, iat, email
        case authTime = "auth_time"
        case emailVerified = "email_verified"
        case emailConfirmedAt = "email_confirmed_at"
        case clientID = "client_id"
        case tokenUse = "token_use"
        case givenName = "given_name"
        case familyName = "family_name"
        case firstName = "first_name"
        case lastName = "last_name"
        case userMetadata = "user_metadata"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        iss = try fields.decode(String.self, forKey: .iss)
        sub = try fields.decode(String.self, forKey: .sub)
        aud = try Self.audiences(in: fields)
        exp = try Self.instant(try fields.decode(Double.self, forKey: .exp))
        nbf = try fields.decodeIfPresent(Double.self, forKey: .nbf).map(Self.instant)
        iat = try fields.decodeIfPresent(Double.self, forKey: .iat).map(Self.instant)
        authTime = try fields.decodeIfPresent(Double.self, forKey: .authTime).map(Self.instant)
        clientID = try fields.decodeIfPresent(String.self, forKey: .clientID)
        tokenUse = try fields.decodeIfPresent(String.self, forKey: .tokenUse)
        let metadata = try? fields.nestedContainer(keyedBy: CodingKeys.self, forKey: .userMetadata)
        let text = { (names: [CodingKeys]) -> String? in
            for source in [fields, metadata].compactMap(\.self) {
                for name in names {
                    if let text = try? source.decodeIfPresent(String.self, forKey: name) {
                        return text
                    }
                }
            }
            return nil
        }
        email = try? fields.decodeIfPresent(String.self, forKey: .email)
        isEmailVerified = (try? fields.decode(Bool.self, forKey: .emailVerified)) ?? false
        let isMarked = (try? metadata?.decode(Bool.self, forKey: .emailVerified)) ?? false
        let confirmed = try? fields.decode(String.self, forKey: .emailConfirmedAt)
        isEmailConfirmed = isMarked || confirmed?.isEmpty == false
        givenName = text([.givenName, .firstName])
        familyName = text([.familyName, .lastName])
    }

    /// One audience is a text, several are a list (RFC 7519, section 4.1.3).
    private static func audiences(
        in fields: KeyedDecodingContainer<CodingKeys>
    ) throws -> [String] {
        guard fields.contains(.aud) else { return [] }
        if let one = try? fields.decode(String.self, forKey: .aud) { return [one] }
        return try fields.decode([String].self, forKey: .aud)
    }

    /// Seconds since 1970, which may have a fraction (RFC 7519, section 2).
    private static func instant(_ seconds: Double) throws -> Timestamp {
        guard (0...latestSeconds).contains(seconds) else { throw TokenError.malformed }
        return Timestamp(milliseconds: Int64(seconds * 1_000))
    }

    /// The last second of the year 9999; what claims to be later is no time of ours.
    private static let latestSeconds = 253_402_300_799.0
}
