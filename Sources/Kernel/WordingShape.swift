/// What a text of somebody else, such as a language model, must not have to be shown as it is.
public enum WordingShape {
    /// The text without the white space around it.
    public static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether it leads somewhere, by an address or a link of Markdown.
    public static func hasLink(_ text: String) -> Bool { hasAny(linkSigns, text) }

    /// Whether it is one line without characters that do not show, and without markup.
    public static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(isPlain) && !hasAny(markupSigns, text)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }

    private static let linkSigns = ["://", "www.", "mailto:", "]("]
    /// Those of HTML, which a model may also think aloud in, and of Markdown.
    private static let markupSigns = ["<", ">", "`", "**"]

    private static func hasAny(_ signs: [String], _ text: String) -> Bool {
        let lower = text.lowercased()
        return signs.contains { lower.contains($0) }
    }
}
