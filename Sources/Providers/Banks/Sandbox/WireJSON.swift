import Kernel

/// JSON as a provider writes it: every field is there, and numbers are what they are.
indirect enum WireJSON: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    case null
    case flag(Bool)
    case number(String)
    case text(String)
    case list([WireJSON])
    case object([(String, WireJSON)])

    init(stringLiteral text: String) { self = .text(text) }

    init(booleanLiteral flag: Bool) { self = .flag(flag) }

    init(nilLiteral: ()) { self = .null }

    /// A text, or null.
    static func text(orNull text: String?) -> WireJSON { text.map { .text($0) } ?? .null }

    /// A whole number.
    static func integer(_ number: Int64) -> WireJSON { .number("\(number)") }

    /// An amount of dollars, with its cents as the decimals that it needs.
    static func amount(_ minor: Int64) -> WireJSON {
        .number(DecimalText.text(minor: minor, exponent: 2))
    }

    /// An amount, or null.
    static func amount(orNull minor: Int64?) -> WireJSON { minor.map { .amount($0) } ?? .null }

    /// The JSON in UTF-8.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let digits): bytes += digits.utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(field.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += "\\u00".utf8 + [hex(byte >> 4), hex(byte & 0xF)]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }
}
