import Foundation
import Kernel

/// The keys of a key set (RFC 7517) that fit one algorithm, by their names.
struct KeySet: Sendable {
    let keys: [String: IssuerKey]

    /// One key as it stands there, before anything was checked.
    struct Entry: Decodable {
        let type: String
        let id: String?
        let use: String?
        let keyOperations: [String]?
        let algorithm: String?
        let curve: String?
        let x: String?
        let y: String?
        let n: String?
        let e: String?

        private enum CodingKeys: String, CodingKey {
            case type = "kty"
            case id = "kid"
            case keyOperations = "key_ops"
            case algorithm = "alg"
            case curve = "crv"
            case use, x, y, n, e
        }
    }

    private struct Document: Decodable {
        let keys: [Readable]
    }

    /// An entry, or one that has some other form and is left out.
    private struct Readable: Decodable {
        let entry: Entry?

        init(from decoder: any Decoder) {
            entry = try? Entry(from: decoder)
        }
    }

    /// Reads a key set; `nil` when the text is none.
    ///
    /// Of two keys with one name the first counts. A key without a name is left out: no token can
    /// say that it means it.
    init?(_ text: [UInt8], for algorithm: ExternalIssuer.Algorithm) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(text)) else {
            return nil
        }
        var keys: [String: IssuerKey] = [:]
        for entry in document.keys.prefix(Limits.keysPerIssuer).compactMap(\.entry) {
            guard let id = entry.id, keys[id] == nil else { continue }
            keys[id] = IssuerKey(entry, for: algorithm)
        }
        self.keys = keys
    }
}
