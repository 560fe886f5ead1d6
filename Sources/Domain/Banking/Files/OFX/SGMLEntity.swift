/// The entities of SGML that stand in files of OFX 1.
enum SGMLEntity {
    /// A text with the entities it names replaced; what names none stays as it is.
    static func replaced(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var made: [UInt8] = []
        made.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.first {
            let run = rest.prefix { $0 != UInt8(ascii: "&") }
            made.append(contentsOf: run)
            rest = rest[run.endIndex...]
            guard byte == UInt8(ascii: "&") || !rest.isEmpty else { break }
            let name = rest.dropFirst().prefix(longest).prefix { $0 != UInt8(ascii: ";") }
            let isEnded =
                name.endIndex < rest.endIndex && rest[name.endIndex] == UInt8(ascii: ";")
            if isEnded, let scalar = scalar(name), let bytes = UTF8.encode(scalar) {
                made.append(contentsOf: bytes)
                rest = rest[(name.endIndex + 1)...]
            } else {
                made.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
            }
        }
        return made
    }

    private static let longest = 8

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        if name.first == UInt8(ascii: "#") {
            let digits = name.dropFirst()
            let number =
                digits.first?.lowered == UInt8(ascii: "x")
                ? UInt32(String(decoding: digits.dropFirst(), as: UTF8.self), radix: 16)
                : UInt32(String(decoding: digits, as: UTF8.self))
            guard let number, number >= 0x20 else { return nil }
            return Unicode.Scalar(number)
        }
        return switch String(decoding: name, as: UTF8.self).lowercased() {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case "nbsp": " "
        default: nil
        }
    }
}
