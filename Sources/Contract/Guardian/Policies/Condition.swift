import Kernel

extension API.Guardian {
    /// When a policy is true, as JSON: one of `all`, `any` and `not` with conditions, or a question
    /// about the purchase, such as `{"amount": {"at_least": 5000}}`.
    ///
    /// The document's schema lists the questions. Here a condition is JSON of a bounded size, in
    /// its canonical form; what it says is read where purchases are decided.
    public struct Condition: Hashable, Sendable {
        /// The condition's JSON: sorted keys, each number in one form.
        public let json: JSON

        /// Makes a condition of JSON.
        public init(_ json: JSON) {
            self.json = json.canonical
        }

        /// Makes a condition of the text of its JSON.
        ///
        /// - Throws: ``JSONSyntaxError``.
        public init(_ text: String) throws(JSONSyntaxError) {
            self.init(try JSONParser.parse(text.utf8))
        }

        /// The text of its JSON, without insignificant space.
        public var text: String { json.text }
    }
}

extension API.Guardian.Condition: Codable {
    /// Reads an object.
    public init(from decoder: any Decoder) throws {
        self =
            decoder is NodeDecoder
            ? try Self.leaf(from: decoder) : Self(try JSON(foreign: decoder))
    }

    /// Writes its JSON.
    public func encode(to encoder: any Encoder) throws {
        if WireEncoder.write(verbatim: text, to: encoder) { return }
        try json.encode(foreign: encoder)
    }
}

extension API.Guardian.Condition: WireLeaf {
    static var sampleValue: Self {
        Self(.object([.init("amount", .object([.init("at_least", .number("0"))]))]))
    }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .object = json else { return .failure(.wrongType) }
        guard json.depth <= Limits.policyConditionJSONDepth else {
            let most = Limits.policyConditionDepth
            return .failure(WireFault(rule: "is deeper than \(most) conditions"))
        }
        let condition = Self(json)
        let most = Limits.policyConditionBytes
        guard condition.text.utf8.count <= most else {
            return .failure(WireFault(rule: "is larger than \(most) bytes"))
        }
        return .success(condition)
    }
}
