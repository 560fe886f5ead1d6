import Kernel

/// A line of text that somebody else wrote and members are shown.
enum PlainLine {
    /// The line without the spaces around it; `nil` when it is empty, too long, leads somewhere, or
    /// has markup or characters that do not show.
    static func read(_ text: Substring, upTo most: Int) -> String? {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let line = String(scalars[first...last])
        guard line.unicodeScalars.count <= most, line.isStreamSafe,
            line.unicodeScalars.allSatisfy(takes), !hasSigns(line)
        else { return nil }
        return line
    }

    /// Whether a character shows, and ends no line.
    static func takes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }

    /// Those of links, of HTML, which a model may also think aloud in, and of Markdown.
    private static let signs = ["://", "www.", "mailto:", "](", "<", ">", "`", "**"]

    private static func hasSigns(_ text: String) -> Bool {
        let lower = text.lowercased()
        return signs.contains { lower.contains($0) }
    }
}
