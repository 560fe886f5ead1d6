import Kernel

extension Bool: WireLeaf {
    static var schema: Schema { Schema(.boolean) }
    static var sampleValue: Bool { false }

    static func read(_ json: JSON) -> Result<Bool, WireFault> {
        switch json {
        case .bool(let flag): .success(flag)
        case .loose("true"): .success(true)
        case .loose("false"): .success(false)
        default: .failure(.wrongType)
        }
    }
}

extension String: WireLeaf {
    static var schema: Schema { Schema(.string, text: .plain) }
    static var sampleValue: String { "" }

    /// Reads text without the space around it; control characters but newline and tab are refused,
    /// and so is what would take long to compare.
    static func read(_ json: JSON) -> Result<String, WireFault> {
        switch json {
        case .string(let text), .loose(let text):
            guard !WireText.hasControlCharacter(text) else {
                return .failure(WireFault(rule: "has a control character"))
            }
            guard text.isStreamSafe else {
                let most = Limits.combiningMarks
                return .failure(WireFault(rule: "has more than \(most) combining marks in a row"))
            }
            return .success(WireText.trimmed(text))
        default: return .failure(.wrongType)
        }
    }
}

extension Int64: WireLeaf {
    static var schema: Schema { Schema(.integer, format: "int64") }
    static var sampleValue: Int64 { 0 }

    static func read(_ json: JSON) -> Result<Int64, WireFault> {
        let text: String
        switch json {
        case .number(let number): text = number
        case .loose(let loose): text = WireText.trimmed(loose)
        default: return .failure(.wrongType)
        }
        if let value = Int64(text) { return .success(value) }
        guard let fraction = WireNumber.double(text), fraction == fraction.rounded() else {
            return .failure(.wrongType)
        }
        guard let value = Int64(exactly: fraction), abs(fraction) < 9_007_199_254_740_992 else {
            return .failure(.outOfRange)
        }
        return .success(value)
    }
}

extension Int: WireLeaf {
    static var schema: Schema { Int64.schema }
    static var sampleValue: Int { 0 }

    static func read(_ json: JSON) -> Result<Int, WireFault> {
        Int64.read(json).map { Int($0) }
    }
}

extension Double: WireLeaf {
    static var schema: Schema { Schema(.number) }
    static var sampleValue: Double { 0 }

    static func read(_ json: JSON) -> Result<Double, WireFault> {
        let text: String
        switch json {
        case .number(let number): text = number
        case .loose(let loose): text = WireText.trimmed(loose)
        default: return .failure(.wrongType)
        }
        guard let value = WireNumber.double(text) else { return .failure(.wrongType) }
        return value.isFinite ? .success(value) : .failure(.outOfRange)
    }
}

/// What counts as a number.
enum WireNumber {
    /// The number in decimal text; Swift itself would also read `0x10`, `nan` and `infinity`.
    static func double(_ text: String) -> Double? {
        text.utf8.allSatisfy(isNumeric) ? Double(text) : nil
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
}

/// What counts as blank, as space around text, and as a control character.
enum WireText {
    static func isBlank(_ text: String) -> Bool {
        if let first = text.utf8.first, isVisible(first) { return false }
        return text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    static func trimmed(_ text: String) -> String {
        if let first = text.utf8.first, let last = text.utf8.last, isVisible(first),
            isVisible(last)
        {
            return text
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last,
            first.properties.isWhitespace || last.properties.isWhitespace
        else { return text }
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        guard let end else { return "" }
        return String(scalars[start...end])
    }

    static func hasControlCharacter(_ text: String) -> Bool {
        // The scalars beyond ASCII are looked at only where this byte may begin one.
        var mayHaveOther = false
        for byte in text.utf8 {
            if byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F { return true }
            if byte == 0xC2 { mayHaveOther = true }
        }
        return mayHaveOther && text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
    }

    /// Whether a byte is a character of its own that is no space.
    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
