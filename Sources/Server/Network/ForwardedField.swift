/// The grammar of a `Forwarded` field (RFC 7239, section 4): elements with commas between them,
/// each of pairs with semicolons between them.
enum ForwardedField {
    /// The value of `for` in each element, in order; `nil` for an element without a good one.
    ///
    /// - Returns: `nil` when a quote stays open.
    static func nodes(_ field: String) -> [String?]? {
        guard let elements = parts(of: field[...], at: ",") else { return nil }
        return elements.map(node)
    }

    private static func node(_ element: Substring) -> String? {
        guard let pairs = parts(of: element, at: ";") else { return nil }
        var found: String?
        for pair in pairs {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            guard sides[0].trimmingSpace.lowercased() == "for" else { continue }
            // Each name stands once.
            guard found == nil, let value = unquoted(sides[1].trimmingSpace) else { return nil }
            found = value
        }
        return found
    }

    /// The parts between separators that do not stand in quotes; `nil` when a quote stays open.
    ///
    /// It goes by scalars, so that what stands before a separator cannot take it in.
    private static func parts(of text: Substring, at separator: Unicode.Scalar) -> [Substring]? {
        let scalars = text.unicodeScalars
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in scalars.indices {
            let character = scalars[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                if character == "\\" { isEscaped = true }
                if character == "\"" { isQuoted = false }
            } else if character == "\"" {
                isQuoted = true
            } else if character == separator {
                parts.append(text[start..<index])
                start = scalars.index(after: index)
            }
        }
        guard !isQuoted else { return nil }
        return parts + [text[start...]]
    }

    /// A token as it is, a quoted text without its quotes; no address needs an escape.
    private static func unquoted(_ text: Substring) -> String? {
        guard text.hasPrefix("\"") else { return text.contains("\"") ? nil : String(text) }
        let inside = text.dropFirst().dropLast()
        guard text.utf8.count >= 2, text.hasSuffix("\""), !inside.contains("\""),
            !inside.contains("\\")
        else { return nil }
        return String(inside)
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    var trimmingSpace: Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
