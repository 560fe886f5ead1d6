/// A closed list of values that people and programs write by case name or by display value.
///
/// The raw value is the case name: that is what the database holds and most answers say.
public protocol WrittenChoice: RawRepresentable, CaseIterable, Sendable where RawValue == String {
    /// The value as people read it; also taken where the case name is.
    var displayValue: String { get }
}

extension WrittenChoice {
    /// Reads a case name or a display value, in any case and without the white space around it.
    ///
    /// - Returns: `nil` for anything else; see ``allowedValues``.
    public init?(written text: String) {
        guard text.utf8.count <= 256 else { return nil }
        let key = Self.key(text)
        let found = Self.allCases.first {
            Self.key($0.rawValue) == key || Self.key($0.displayValue) == key
        }
        guard let found else { return nil }
        self = found
    }

    /// All case names, for the message that refuses another: `monthly, quarterly, …`.
    public static var allowedValues: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func key(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last]).lowercased()
    }
}
