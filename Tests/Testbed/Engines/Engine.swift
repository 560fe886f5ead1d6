public import Testing

/// The engines that every test of storage runs on.
public enum Engine: String, CaseIterable, Sendable {
    /// A temporary file.
    case sqlite
    /// A database of its own on a PostgreSQL server.
    case postgres

    /// Both, for `arguments:`: whatever the engine has a part in.
    public static let all = Array(allCases)
    /// SQLite alone, for `arguments:`: shapes and refusals, which are decided before any engine is
    /// asked, or from what it answered alike.
    public static let embedded = [sqlite]
}

extension Engine: CustomTestStringConvertible {
    /// The engine's name.
    public var testDescription: String { rawValue }
}
