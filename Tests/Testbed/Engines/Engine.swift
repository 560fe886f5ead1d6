public import Testing

/// The engines that every test of storage runs on.
public enum Engine: String, CaseIterable, Sendable {
    /// A temporary file.
    case sqlite
    /// A database of its own on a PostgreSQL server.
    case postgres

    /// Both, for `arguments:`.
    public static let all = Array(allCases)
}

extension Engine: CustomTestStringConvertible {
    /// The engine's name.
    public var testDescription: String { rawValue }
}
