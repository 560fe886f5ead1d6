/// The parameters of a request, where none may be given twice and an empty one counts as absent
/// (RFC 6749, section 3.1).
struct OAuthParameters: Sendable {
    private var values: [String: String] = [:]
    /// The names that were given more than once.
    private(set) var repeated: Set<String> = []

    init(_ pairs: [(key: String, value: String)]) {
        for (key, value) in pairs where values.updateValue(value, forKey: key) != nil {
            repeated.insert(key)
        }
    }

    /// The value of a name that was given once and is not empty.
    subscript(_ name: String) -> String? {
        guard !repeated.contains(name), let value = values[name], !value.isEmpty else { return nil }
        return value
    }
}
