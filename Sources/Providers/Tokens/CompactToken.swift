import Foundation
import Kernel

/// A token's three parts, taken apart without believing any of them (RFC 7515, section 7.1).
struct CompactToken {
    /// The longest token of ours looked at, in bytes; they have about 450.
    static let bytesMost = 4_096

    /// What the header says, before anything was checked.
    let header: Header
    /// The bytes that were signed: both encoded parts and the dot between them.
    let signed: ArraySlice<UInt8>
    /// The encoded claims; not decoded before the signature was checked.
    let payload: ArraySlice<UInt8>
    let signature: ArraySlice<UInt8>

    /// The header fields that matter; a header with `crit` asks for what we do not know.
    struct Header: Decodable {
        let alg: String?
        let kid: String?
        let typ: String?
        let isCritical: Bool

        private enum CodingKeys: String, CodingKey {
            case alg, kid, typ, crit
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            alg = try fields.decodeIfPresent(String.self, forKey: .alg)
            kid = try fields.decodeIfPresent(String.self, forKey: .kid)
            typ = try fields.decodeIfPresent(String.self, forKey: .typ)
            isCritical = fields.contains(.crit)
        }
    }

    /// Splits a token; the third part may be empty, so that `alg: none` is refused by its name.
    ///
    /// `types`: What the header may call it, in upper case, where it says so at all.
    init(
        _ token: String,
        bytesMost: Int = Self.bytesMost,
        types: Set<String> = ["JWT"]
    ) throws(TokenError) {
        guard token.utf8.count <= bytesMost else { throw .malformed }
        let bytes = Array(token.utf8)
        let parts = bytes.split(
            separator: UInt8(ascii: "."),
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3 else { throw .malformed }
        header = try Self.decode(Header.self, from: parts[0])
        // An escape may have hidden the marks.
        guard [header.alg, header.kid, header.typ].allSatisfy({ $0?.isStreamSafe ?? true })
        else { throw .malformed }
        signed = bytes[..<parts[1].endIndex]
        payload = parts[1]
        signature = parts[2]
        let isKnownType = header.typ.map { types.contains($0.uppercased()) } ?? true
        guard isKnownType, !header.isCritical else { throw .malformed }
    }

    static func decode<Part: Decodable>(
        _: Part.Type,
        from encoded: ArraySlice<UInt8>
    ) throws(TokenError) -> Part {
        guard let bytes = Base64URL.bytes(encoded) else { throw .malformed }
        // The decoder looks keys up by their normal form, and nobody has signed them yet. It would
        // read UTF-16 too, whose bytes say nothing here; JSON in it has zeros.
        guard !bytes.contains(0), String(decoding: bytes, as: UTF8.self).isStreamSafe
        else { throw .malformed }
        do {
            return try JSONDecoder().decode(Part.self, from: Data(bytes))
        } catch {
            throw .malformed
        }
    }

    /// Encodes one part, with its keys in order so that equal parts are equal text.
    static func encode(_ part: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Base64URL.text(try encoder.encode(part))
    }
}
