/// Why something is no condition, or no policy: where, and which rule it breaks.
public struct PolicyFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The place, such as `when.all[0].not`.
    public let path: String
    /// The rule in words, such as `has the wrong type`; never what a caller sent.
    public let rule: String

    /// Names a place and its rule.
    public init(_ path: String, _ rule: String) {
        self.path = path
        self.rule = rule
    }

    /// The sentence that names the place.
    public var description: String { "\(path) \(rule)" }
}

extension PolicyFault {
    static func wrongType(_ path: String) -> Self { Self(path, "has the wrong type") }
    static func required(_ path: String) -> Self { Self(path, "is required") }
    static func outOfRange(_ path: String) -> Self { Self(path, "is out of range") }
    static func unknown(_ path: String) -> Self { Self(path, "is not known here") }

    /// `must be day, week or month`.
    static func notOneOf(_ words: [String], _ path: String) -> Self {
        Self(path, "must be \(PolicyWords.list(words, "or"))")
    }
}
