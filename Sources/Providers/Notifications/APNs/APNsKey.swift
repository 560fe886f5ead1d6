import Crypto
public import Kernel

/// The key by which Apple knows who sends notifications: a P-256 key in a `.p8` file.
public struct APNsKey: Sendable {
    /// The key's name at Apple (`kid`).
    public let id: String
    /// The name of the developer's team (`iss`).
    public let team: String

    private let key: P256.Signing.PrivateKey

    /// Reads a key file, which nobody but its owner may read.
    ///
    /// - Parameters:
    ///   - path: The file that Apple gave, PEM with a key in PKCS #8.
    ///   - id: The key's name at Apple.
    ///   - team: The name of the developer's team.
    /// - Returns: The key; whether Apple knows it turns out with the first message.
    /// - Throws: ``KeyFileError``.
    public static func load(
        _ path: String,
        id: String,
        team: String
    ) throws(KeyFileError) -> APNsKey {
        let text = String(decoding: try PrivateFile(path).content(), as: UTF8.self)
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
            throw .malformed(path: path, what: "it holds no private key of P-256 in PEM")
        }
        return APNsKey(key, id: id, team: team)
    }

    init(_ key: P256.Signing.PrivateKey, id: String, team: String) {
        self.key = key
        self.id = id
        self.team = team
    }

    /// A token that shows who sends, as it is at an instant (JWT with ES256).
    func token(at now: Timestamp) throws -> String {
        let header = try CompactToken.encode(Header(alg: "ES256", kid: id))
        let claims = try CompactToken.encode(Claims(iss: team, iat: now.seconds))
        let signed = "\(header).\(claims)"
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "\(signed).\(Base64URL.text(Array(signature)))"
    }

    private struct Header: Encodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int64
    }
}

extension APNsKey: Confidential {
    /// The key's name at Apple; never the key.
    public var description: String { "APNsKey(\(id))" }
}
