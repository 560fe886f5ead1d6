/// A part of a limit, more than 0 and at most 1, in whole millionths.
public struct AlertThreshold: Hashable, Sendable {
    /// The part in millionths, 1...1,000,000.
    public let millionths: Int64

    /// Makes a part.
    public init(millionths: Int64) {
        self.millionths = millionths
    }
}

extension AlertThreshold: Codable {
    /// Reads a JSON number; what is between two millionths is the nearer one.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes the shortest form: `0.85`, `1`.
    public func encode(to encoder: any Encoder) throws {
        try NumberText(text: text).encode(to: encoder)
    }

    private var text: String {
        let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest > 0 else { return String(whole) }
        var digits = String(1_000_000 + rest).dropFirst()
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}

extension AlertThreshold: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.number)
        schema.bounds.exclusiveMinimum = 0
        schema.bounds.maximum = 1
        return schema
    }

    static var sampleValue: Self { Self(millionths: 850_000) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        Double.read(json).flatMap { part in
            guard part > 0 else { return .failure(WireFault(rule: "must be more than 0")) }
            guard part <= 1 else { return .failure(WireFault(rule: "must be at most 1")) }
            return .success(Self(millionths: max(1, Int64((part * 1_000_000).rounded()))))
        }
    }
}
