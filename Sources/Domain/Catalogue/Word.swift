/// Spelling of categories, made equal.
enum Word {
    /// The word without the white space around it, in lower case.
    static func key(_ word: String) -> String {
        let scalars = word.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last]).lowercased()
    }
}
