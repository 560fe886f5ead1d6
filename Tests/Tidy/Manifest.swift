/// What `Package.swift` says of the floors, read as text.
struct Manifest {
    /// The names that each floor lists, those of targets and of products.
    let floors: [String: Set<String>]

    init(_ text: String) {
        let declaration = #/\b(?:floor\(\s*|program\(\s*(?="purser"))"(\w+)"/#
        let found = text.matches(of: declaration).map { match in
            (String(match.1), Self.list(in: text[match.range.upperBound...]))
        }
        floors = Dictionary(found) { $0.union($1) }
    }

    /// The strings of the first list in a text.
    private static func list(in text: Substring) -> Set<String> {
        let end = text.firstIndex(of: "]") ?? text.endIndex
        guard let start = text.firstIndex(of: "["), start < end else { return [] }
        let named = text[start..<end].matches(of: #/(?:^|[\[,]\s*)(?://.*\n\s*)*"(\w+)"/#)
        return Set(named.map { String($0.1) })
    }
}
