import Kernel

/// The tokens that an external provider gave for a grant (RFC 6749, section 5.1).
public struct ProviderTokens: Sendable, Equatable {
    /// The access token, which need not be a JWT.
    public let accessToken: String
    /// The ID token, where the provider speaks OpenID Connect.
    public let idToken: String?
    /// The refresh token; answers to one usually bring no other.
    public let refreshToken: String?
    /// Life of the access token, in seconds.
    public let expiresIn: Int64
    /// What was granted, words with a space between.
    public let scope: String?
}

extension ProviderTokens: Decodable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case idToken = "id_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case scope
    }

    /// Reads the provider's answer; some write the seconds as text.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try fields.decode(String.self, forKey: .accessToken)
        idToken = try fields.decodeIfPresent(String.self, forKey: .idToken)
        refreshToken = try fields.decodeIfPresent(String.self, forKey: .refreshToken)
        let number = try? fields.decodeIfPresent(Int64.self, forKey: .expiresIn)
        let text = try? fields.decodeIfPresent(String.self, forKey: .expiresIn)
        expiresIn = number ?? text.flatMap { Int64($0) } ?? Limits.accessTokenSeconds
        scope = try fields.decodeIfPresent(String.self, forKey: .scope)
    }
}
