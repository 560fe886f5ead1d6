import Crypto
import Foundation
import Kernel

extension KeyFile {
    private static let version = 1

    private struct Document: Codable {
        let version: Int
        let signing: [Entry]
        let refresh: String
        let idempotency: String
        let sealing: [String]?

        struct Entry: Codable {
            let kid: String
            let createdAt: String
            let privateKey: String
        }
    }

    private struct Version: Decodable {
        let version: Int
    }

    func text(path: String) throws(KeyFileError) -> [UInt8] {
        let document = Document(
            version: Self.version,
            signing: signing.map { key in
                Document.Entry(
                    kid: key.id,
                    createdAt: key.createdAt.text,
                    privateKey: Base64URL.text(key.key.rawRepresentation)
                )
            },
            refresh: Base64URL.text(refresh.bytes),
            idempotency: Base64URL.text(idempotency.bytes),
            sealing: sealing.map { Base64URL.text($0.bytes) }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            return Array(try encoder.encode(document)) + [UInt8(ascii: "\n")]
        } catch {
            throw .malformed(path: path, what: "it cannot be written as JSON")
        }
    }

    /// Reads the file's text; an error names the part, never what it holds.
    static func parse(_ text: [UInt8], path: String) throws(KeyFileError) -> KeyFile {
        guard let version = decode(Version.self, text)?.version else {
            throw .malformed(path: path, what: "it is not JSON with a version")
        }
        guard version == Self.version else {
            throw .malformed(path: path, what: "this program does not know version \(version)")
        }
        guard let document = decode(Document.self, text) else {
            throw .malformed(path: path, what: "a field is missing or has the wrong type")
        }
        guard (1...signingKeysMost).contains(document.signing.count) else {
            throw .malformed(path: path, what: "signing holds one or two keys")
        }
        var signing: [SigningKey] = []
        for entry in document.signing {
            guard let key = key(entry) else {
                throw .malformed(path: path, what: "signing holds a key that is not valid")
            }
            signing.append(key)
        }
        guard Set(signing.map(\.id)).count == signing.count else {
            throw .malformed(path: path, what: "signing holds the same key twice")
        }
        guard let refresh = secret(document.refresh) else {
            throw .malformed(path: path, what: "refresh is not 32 bytes in base64url")
        }
        guard let idempotency = secret(document.idempotency) else {
            throw .malformed(path: path, what: "idempotency is not 32 bytes in base64url")
        }
        return KeyFile(
            signing: signing,
            refresh: refresh,
            idempotency: idempotency,
            sealing: try sealing(document, path)
        )
    }

    /// The sealing keys; none where an earlier program wrote the file.
    private static func sealing(
        _ document: Document,
        _ path: String
    ) throws(KeyFileError) -> [Secret] {
        guard let texts = document.sealing else { return [] }
        guard (1...Limits.sealingKeys).contains(texts.count) else {
            throw .malformed(path: path, what: "sealing holds 1 to \(Limits.sealingKeys) keys")
        }
        guard Set(texts).count == texts.count else {
            throw .malformed(path: path, what: "sealing holds the same key twice")
        }
        let secrets = texts.compactMap(secret)
        guard secrets.count == texts.count else {
            throw .malformed(path: path, what: "sealing holds a key that is not valid")
        }
        return secrets
    }

    private static func decode<Part: Decodable>(_: Part.Type, _ text: [UInt8]) -> Part? {
        try? JSONDecoder().decode(Part.self, from: Data(text))
    }

    /// A signing key whose name fits; a wrong name would make every token it signs unverifiable.
    private static func key(_ entry: Document.Entry) -> SigningKey? {
        guard let createdAt = Timestamp(entry.createdAt),
            let bytes = Base64URL.bytes(entry.privateKey),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        let signing = SigningKey(key, createdAt: createdAt)
        return signing.id == entry.kid ? signing : nil
    }

    private static func secret(_ text: String) -> Secret? {
        guard let bytes = Base64URL.bytes(text), bytes.count == secretBytes else { return nil }
        return Secret(bytes)
    }
}
