import Foundation
import Kernel

/// The file that names other issuers and the external provider.
///
/// Secrets do not stand in it: it names their files or environment variables.
public struct IssuersFile: Sendable {
    /// Who may issue tokens besides us.
    public let issuers: [ExternalIssuer]
    /// Who exchanges grants in our place.
    public let provider: ProviderClient?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - publicURL: The issuer of our own tokens, which nobody else may be.
    ///   - environment: Where secrets may stand.
    /// - Throws: ``IssuersFileError``, ``KeyFileError`` when a secret's file cannot be used.
    public init(
        path: String,
        publicURL: String,
        environment: [String: String]
    ) throws {
        guard let text = FileManager.default.contents(atPath: path) else {
            throw IssuersFileError(path: path, key: nil, rule: "cannot be read")
        }
        let object = try? JSONSerialization.jsonObject(with: text)
        guard let fields = object as? [String: Any] else {
            throw IssuersFileError(path: path, key: nil, rule: "is not a JSON object")
        }
        let file = IssuersFileObject(fields, at: "", of: path, environment)
        try file.requireKnown(["issuers", "provider"])
        issuers = try file.objects("issuers").map { try ExternalIssuer($0, publicURL: publicURL) }
        for (key, values) in [("label", issuers.map(\.label)), ("issuer", issuers.map(\.issuer))]
        where Set(values).count < values.count {
            throw file.fault("issuers", "has two with the same \(key)")
        }
        guard issuers.count <= Limits.issuers else {
            throw file.fault("issuers", "must have at most \(Limits.issuers)")
        }
        provider = try file.object("provider").map(ProviderClient.init)
    }

    /// What they do together.
    public var external: ExternalIssuers {
        ExternalIssuers(
            verifier: issuers.isEmpty ? nil : ExternalTokenVerifier(issuers),
            provider: provider
        )
    }
}

extension ExternalIssuer {
    fileprivate init(_ fields: IssuersFileObject, publicURL: String) throws {
        try fields.requireKnown([
            "label", "kind", "issuer", "algorithm", "audiences", "clientIds", "jwksUrl",
            "secretFile", "secretEnvironment", "scopes",
        ])
        let label = try fields.text("label")
        guard label.wholeMatch(of: /[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?/) != nil else {
            throw fields.fault("label", "must be 1 to 32 of a to z, 0 to 9 and -")
        }
        let kind = try fields.word("kind", Kind.self)
        let issuer = try fields.text("issuer")
        guard issuer != publicURL else {
            throw fields.fault("issuer", "must not be publicUrl, whose tokens are our own")
        }
        let algorithm = try Self.algorithm(of: kind, fields)
        let clients = try fields.texts("clientIds")
        guard clients.isEmpty || kind == .cognito else {
            throw fields.fault("clientIds", "is for cognito only")
        }
        var audiences = try fields.texts("audiences")
        switch kind {
        case .supabaseSecret, .supabaseJWKS:
            if audiences.isEmpty { audiences = ["authenticated"] }
        case .cognito:
            guard !audiences.isEmpty || !clients.isEmpty else {
                throw fields.fault("clientIds", "or audiences is required")
            }
        case .openID:
            guard !audiences.isEmpty else { throw fields.fault("audiences", "is required") }
        }
        self.init(
            label: label,
            kind: kind,
            issuer: issuer,
            algorithm: algorithm,
            audiences: audiences,
            clients: clients,
            keys: try Self.keys(of: kind, at: issuer, fields),
            scopes: try Self.scopes(fields)
        )
    }

    /// Everything, or what the file names; a list that names nothing is a mistake.
    private static func scopes(_ fields: IssuersFileObject) throws -> APIScopes {
        guard fields.has("scopes") else { return .all }
        let scopes = try fields.texts("scopes").map { APIScopes(word: $0) }
        guard !scopes.contains([]) else {
            let words = APIScopes.words.map(\.word).joined(separator: ", ")
            throw fields.fault("scopes", "must be of \(words)")
        }
        return APIScopes(scopes)
    }

    /// What the kind leaves open, the file says; where neither does, what such issuers usually do.
    private static func algorithm(
        of kind: Kind,
        _ fields: IssuersFileObject
    ) throws -> Algorithm {
        let allowed: [Algorithm] =
            switch kind {
            case .supabaseSecret: [.hs256]
            case .cognito: [.rs256]
            case .supabaseJWKS: [.es256, .rs256]
            case .openID: [.rs256, .es256]
            }
        guard fields.has("algorithm") else { return allowed[0] }
        let algorithm = try fields.word("algorithm", Algorithm.self)
        guard allowed.contains(algorithm) else {
            let words = allowed.map(\.rawValue).joined(separator: " or ")
            throw fields.fault("algorithm", "must be \(words) for \(kind.rawValue)")
        }
        return algorithm
    }

    private static func keys(
        of kind: Kind,
        at issuer: String,
        _ fields: IssuersFileObject
    ) throws -> Keys {
        guard kind != .supabaseSecret else {
            guard !fields.has("jwksUrl") else {
                throw fields.fault("jwksUrl", "is not for supabase-secret")
            }
            guard let secret = try fields.secret() else {
                throw fields.fault("secretFile", "or secretEnvironment is required")
            }
            // RFC 7518, section 3.2: a key for HS256 has at least as many bits as its hash.
            guard secret.count >= 32 else {
                throw fields.fault("secretFile", "must lead to a secret of at least 32 bytes")
            }
            return .secret(secret)
        }
        guard try fields.secret() == nil else {
            throw fields.fault("secretFile", "is for supabase-secret only")
        }
        if fields.has("jwksUrl") { return .url(try fields.url("jwksUrl")) }
        guard kind != .openID else { throw fields.fault("jwksUrl", "is required") }
        let base = try fields.url("issuer")
        return .url("\(base.hasSuffix("/") ? base : base + "/").well-known/jwks.json")
    }
}

extension ProviderClient {
    fileprivate init(_ fields: IssuersFileObject) throws {
        try fields.requireKnown([
            "tokenUrl", "clientId", "nativeClientId", "secretFile", "secretEnvironment",
            "authentication",
        ])
        let secret = try fields.secret()
        let web = fields.has("clientId") ? try fields.text("clientId") : nil
        let native = fields.has("nativeClientId") ? try fields.text("nativeClientId") : nil
        guard web != nil || native != nil else {
            throw fields.fault("clientId", "or nativeClientId is required")
        }
        guard secret == nil || web != nil else {
            throw fields.fault("secretFile", "is set only with clientId")
        }
        self.init(
            url: try fields.url("tokenUrl"),
            web: web.map { Client(id: $0, secret: secret) },
            nativeID: native,
            authentication: fields.has("authentication")
                ? try fields.word("authentication", Authentication.self) : .basic
        )
    }
}
