/// What went wrong in the database; never with the values of a statement in it.
public struct DatabaseError: Error, Sendable, Equatable {
    /// What kind of trouble it is; open, because engines have more than we name.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's word, as it appears in logs and metrics.
        public let rawValue: String

        /// Makes a code from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A UNIQUE or PRIMARY KEY constraint refused the row.
        public static let unique = Self(rawValue: "unique")
        /// A CHECK, NOT NULL or FOREIGN KEY constraint refused the row.
        public static let constraint = Self(rawValue: "constraint")
        /// Another transaction was in the way, and stayed there after every attempt.
        public static let conflict = Self(rawValue: "conflict")
        /// Too many writes wait already.
        public static let overloaded = Self(rawValue: "overloaded")
        /// The statement ran longer than it may.
        public static let timeout = Self(rawValue: "timeout")
        /// The disk is full.
        public static let full = Self(rawValue: "full")
        /// The disk or the file failed.
        public static let io = Self(rawValue: "io")
        /// The server or the file cannot be reached, or the database is closed.
        public static let unavailable = Self(rawValue: "unavailable")
        /// What is stored cannot be what we stored.
        public static let corrupt = Self(rawValue: "corrupt")
        /// The schema is not the one this program was built for.
        public static let schema = Self(rawValue: "schema")
        /// The statement itself is wrong; a mistake of ours.
        public static let statement = Self(rawValue: "statement")
    }

    /// What kind of trouble it is.
    public let code: Code
    /// One sentence for an engineer: the engine's own words, without values.
    public let reason: String
    /// The engine's own number or SQLSTATE, where it gave one.
    public let engineCode: String?
    /// Whether a write may have been done although it failed: COMMIT was under way, and nobody is
    /// left to ask what came of it.
    public let isUndecided: Bool

    /// Makes an error.
    public init(
        _ code: Code,
        _ reason: String,
        engineCode: String? = nil,
        isUndecided: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.engineCode = engineCode
        self.isUndecided = isUndecided
    }

    /// Whether the same call may succeed later without anything being changed.
    public var isRetryable: Bool {
        [.conflict, .overloaded, .timeout, .full, .io, .unavailable].contains(code)
    }
}

extension DatabaseError: CustomStringConvertible {
    /// The code, the engine's code and the reason.
    public var description: String {
        "\(code.rawValue)\(engineCode.map { " [\($0)]" } ?? ""): \(reason)"
    }
}
