import Kernel

/// International bank account numbers (ISO 13616).
enum IBAN {
    /// The number without spaces, in upper case; `nil` when its check digits are wrong.
    static func plain(_ text: ArraySlice<UInt8>) -> String? {
        let bytes = text.filter { $0 != 0x20 }.map(\.raised)
        guard (15...34).contains(bytes.count), bytes.prefix(2).allSatisfy(\.isLetter),
            bytes.dropFirst(2).prefix(2).allSatisfy(\.isDigit),
            bytes.allSatisfy({ $0.isDigit || $0.isLetter })
        else { return nil }
        var rest = 0
        for byte in bytes.dropFirst(4) + bytes.prefix(4) {
            let value = byte.isDigit ? Int(byte & 0xF) : Int(byte) - 55
            rest = (rest * (value > 9 ? 100 : 10) + value) % 97
        }
        return rest == 1 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
