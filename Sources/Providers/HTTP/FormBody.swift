/// Named values as a form's text (`application/x-www-form-urlencoded`), for bodies and queries.
///
/// Whatever is not a letter, a digit, `-` or `_` is written as `%` and two digits, so that the text
/// reads the same whether `+` stands for a space or for itself.
struct FormBody: Sendable, Equatable {
    /// `name=value`, joined by `&`.
    let text: String

    /// Writes the fields that have a value, in order.
    init(_ fields: KeyValuePairs<String, String?>) {
        text = fields.compactMap { name, value in
            value.map { "\(Self.encoded(name))=\(Self.encoded($0))" }
        }
        .joined(separator: "&")
    }

    /// One value, as it may stand in a form or as one segment of a path.
    static func encoded(_ value: String) -> String {
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
