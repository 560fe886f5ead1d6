import Kernel

/// Texts of a bank file, made fit for a list.
enum PlainText {
    /// A text without white space around it, with one space for each run of white space and
    /// control characters inside, and without characters that only direct how it is shown.
    ///
    /// - Returns: `nil` when nothing is left.
    /// - Throws: A fault when it has too many combining marks in a row.
    static func of(_ bytes: ArraySlice<UInt8>) throws(RowFault) -> String? {
        guard !bytes.isEmpty else { return nil }
        if isPlain(bytes) { return String(decoding: bytes, as: UTF8.self) }
        let text = String(decoding: bytes, as: UTF8.self)
        var plain = String.UnicodeScalarView()
        var isSpaceOwed = false
        for scalar in text.unicodeScalars {
            switch kind(of: scalar) {
            case .space: isSpaceOwed = !plain.isEmpty
            case .hidden: continue
            case .shown:
                if isSpaceOwed { plain.append(" ") }
                isSpaceOwed = false
                plain.append(scalar)
            }
        }
        let made = String(plain)
        guard made.isStreamSafe else { throw RowFault("A text has too many combining marks.") }
        return made.isEmpty ? nil : made
    }

    /// An id, an account's number: a text of at most ``Limits/identifierCharacters``.
    static func identifier(_ bytes: ArraySlice<UInt8>) throws(RowFault) -> String? {
        let text = try of(bytes)
        if let text, text.hasMoreScalars(than: Limits.identifierCharacters) {
            throw RowFault("An id is too long.")
        }
        return text
    }

    /// Whether it is ASCII with single spaces inside and nothing else than letters and signs.
    private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isAfterSpace = true
        for byte in bytes {
            if byte == 0x20 {
                if isAfterSpace { return false }
                isAfterSpace = true
            } else {
                guard (0x21...0x7E).contains(byte) else { return false }
                isAfterSpace = false
            }
        }
        return !isAfterSpace
    }

    private enum Kind {
        case space
        case hidden
        case shown
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.isASCII { return (0x21...0x7E).contains(scalar.value) ? .shown : .space }
        if scalar.properties.isWhitespace { return .space }
        switch scalar.properties.generalCategory {
        case .control: return .space
        case .format, .lineSeparator, .paragraphSeparator: return .hidden
        default: return .shown
        }
    }
}
