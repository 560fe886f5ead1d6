/// Why a window that a caller named is none.
public struct WindowRefusal: Error, Sendable, Equatable {
    /// A field of the window.
    public enum Field: String, Sendable {
        /// The month.
        case month
        /// The first month or day.
        case from
        /// The last month or day.
        case to
    }

    /// What a field must be.
    public enum Rule: String, Sendable {
        /// A month is expected and something else was said.
        case malformedMonth = "must be a month, YYYY-MM"
        /// A month or a day is expected and something else was said.
        case malformed = "must be a month, YYYY-MM, or a day, YYYY-MM-DD"
        /// The window would end before it begins.
        case beforeFrom = "must not be before from"
    }

    /// A field with the rule that it breaks.
    public struct Fault: Sendable, Equatable {
        /// The field.
        public let field: Field
        /// The rule.
        public let rule: Rule

        init(_ field: Field, _ rule: Rule) {
            self.field = field
            self.rule = rule
        }
    }

    /// One or more; a field has one at most.
    public let faults: [Fault]
}
