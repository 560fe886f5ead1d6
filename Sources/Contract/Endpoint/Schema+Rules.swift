extension Schema {
    /// Bounds of a value.
    public struct Bounds: Sendable, Equatable {
        /// The least value.
        public var minimum: Double?
        /// The value that must be exceeded.
        public var exclusiveMinimum: Double?
        /// The greatest value.
        public var maximum: Double?
        /// What each value is a whole multiple of.
        public var multipleOf: Double?
        /// The least length, in Unicode scalars.
        public var minLength: Int?
        /// The greatest length, in Unicode scalars.
        public var maxLength: Int?
        /// The regular expression that each value matches somewhere (ECMA-262).
        public var pattern: String?
        /// The least number of a list's elements.
        public var minItems: Int?
        /// The greatest number of a list's elements.
        public var maxItems: Int?
        /// The least number of an object's fields.
        public var minProperties: Int?
        /// The greatest number of an object's fields.
        public var maxProperties: Int?

        /// Takes what other bounds say; on the rest they say nothing.
        mutating func add(_ others: Self) {
            minimum = others.minimum ?? minimum
            exclusiveMinimum = others.exclusiveMinimum ?? exclusiveMinimum
            maximum = others.maximum ?? maximum
            multipleOf = others.multipleOf ?? multipleOf
            minLength = others.minLength ?? minLength
            maxLength = others.maxLength ?? maxLength
            pattern = others.pattern ?? pattern
            minItems = others.minItems ?? minItems
            maxItems = others.maxItems ?? maxItems
            minProperties = others.minProperties ?? minProperties
            maxProperties = others.maxProperties ?? maxProperties
        }
    }

    /// What one word of a field means for another field.
    public struct Condition: Sendable, Equatable {
        /// What is asked of the other field.
        public enum Demand: Sendable, Equatable {
            /// It is there.
            case present
            /// It is not there.
            case absent
            /// It is another word.
            case not(String)
        }

        /// The field that has the word.
        public let field: String
        /// The word.
        public let word: String
        /// The other field.
        public let other: String
        /// What is asked of it.
        public let demand: Demand
    }

    /// How text is read.
    public enum Text: Sendable, Equatable {
        /// Without the space around it, and without control characters.
        case plain
        /// As it is; what is required is not blank.
        case secret

        func pattern(isRequired: Bool) -> String? {
            switch self {
            case .plain: isRequired ? TextPattern.plain : TextPattern.plainOrBlank
            case .secret: isRequired ? TextPattern.visible : nil
            }
        }
    }

    /// The regular expression of text that counts as none.
    public static var blankPattern: String { TextPattern.blank }

    /// Says of every text that is sent what the reader takes; answers are not read.
    mutating func sayHowTextIsRead() {
        guard !isVerbatim else { return }
        for index in properties.indices {
            let isRequired = properties[index].isRequired
            var schema = properties[index].schema
            if let text = schema.text {
                schema.bounds.pattern = text.pattern(isRequired: isRequired)
            }
            // What is optional may be blank, and then it is not there.
            if !isRequired { schema.bounds.minLength = nil }
            schema.takesBlank = !isRequired && schema.kind == .string && schema.text == nil
            schema.sayHowTextIsRead()
            properties[index].schema = schema
        }
        for index in items.indices { items[index].sayHowTextIsRead() }
    }
}
