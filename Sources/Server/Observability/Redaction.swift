/// Takes tokens, e-mail addresses and amounts of money out of what is logged.
enum Redaction {
    private static let secretKeys = [
        "token", "password", "secret", "authorization", "email", "amount", "cookie",
    ]

    /// The text without what a log must not hold.
    static func redacted(_ text: String, underKey key: String = "") -> String {
        let key = key.lowercased()
        if secretKeys.contains(where: key.contains) { return "<redacted>" }
        guard text.utf8.contains(where: isSuspicious) || text.utf8.count >= 40 else { return text }
        var result = ""
        var word = ""
        for character in text {
            if isSeparator(character) {
                result += replacement(for: word) ?? word
                result.append(character)
                word = ""
            } else {
                word.append(character)
            }
        }
        return result + (replacement(for: word) ?? word)
    }

    /// Bytes without which a short text holds nothing to take out: `@`, `$` and `.`.
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        byte == 0x40 || byte == 0x24 || byte == 0x2E
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || "\"'<>()[]{},;=".contains(character)
    }

    private static func replacement(for word: String) -> String? {
        if word.contains("@") { return "<e-mail>" }
        if word.hasPrefix("$"), word.dropFirst().first?.isNumber == true { return "<amount>" }
        if isDecimalAmount(word) { return "<amount>" }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 3, word.hasPrefix("eyJ") { return "<token>" }
        if word.utf8.count >= 40, word.utf8.allSatisfy(isBase64URL), !isHexadecimal(word) {
            return "<token>"
        }
        return nil
    }

    /// `12.34`, `-3.00`: a number with exactly two decimals.
    private static func isDecimalAmount(_ word: String) -> Bool {
        let digits = word.hasPrefix("-") ? word.dropFirst() : word[...]
        let sides = digits.split(separator: ".", omittingEmptySubsequences: false)
        return sides.count == 2 && sides[1].utf8.count == 2
            && sides.allSatisfy { side in
                !side.isEmpty && side.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C }
            }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
            || byte == 0x5F
    }

    private static func isHexadecimal(_ word: String) -> Bool {
        word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
