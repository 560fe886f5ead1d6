/// What values a ``BoundedAmount`` or a ``BoundedNumber`` has.
public protocol NumberBounds: Sendable {
    /// The least and the greatest: hundredths of an amount, else whole.
    static var range: ClosedRange<Int64> { get }
}

/// An amount with at most two decimals that its place bounds, kept as whole hundredths.
///
/// A field deep inside a body is refused by its own name so, and its schema tells the bounds.
public struct BoundedAmount<Bounds: NumberBounds>: Hashable, Sendable {
    /// The amount in hundredths.
    public let minor: Int64

    /// Makes an amount from hundredths.
    public init(minor: Int64) {
        self.minor = minor
    }
}

extension BoundedAmount: Codable {
    /// Reads a JSON number.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes the shortest form: `25`, `25.5`, `25.55`.
    public func encode(to encoder: any Encoder) throws {
        try DecimalAmount(minor: minor).encode(to: encoder)
    }
}

extension BoundedAmount: WireLeaf {
    static var schema: Schema {
        var schema = DecimalAmount.schema
        // The least amount above nothing is told as being above nothing.
        if Bounds.range.lowerBound == 1 {
            schema.bounds.exclusiveMinimum = 0
        } else {
            schema.bounds.minimum = Double(Bounds.range.lowerBound) / 100
        }
        schema.bounds.maximum = Double(Bounds.range.upperBound) / 100
        return schema
    }

    static var sampleValue: Self { Self(minor: Bounds.range.lowerBound) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        DecimalAmount.read(json).flatMap { amount in
            let (least, most) = (Bounds.range.lowerBound, Bounds.range.upperBound)
            if amount.minor < least {
                let rule = least == 1 ? "must be more than 0" : "must be \(least / 100) or more"
                return .failure(WireFault(rule: rule))
            }
            guard amount.minor <= most else {
                return .failure(WireFault(rule: "must be at most \(most / 100)"))
            }
            return .success(Self(minor: amount.minor))
        }
    }
}

/// A whole number that its place bounds.
public struct BoundedNumber<Bounds: NumberBounds>: Hashable, Sendable {
    /// The number.
    public let value: Int64

    /// Makes a number.
    public init(_ value: Int64) {
        self.value = value
    }
}

extension BoundedNumber: Codable {
    /// Reads a JSON number.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes a JSON number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension BoundedNumber: WireLeaf {
    static var schema: Schema {
        var schema = Int64.schema
        schema.bounds.minimum = Double(Bounds.range.lowerBound)
        schema.bounds.maximum = Double(Bounds.range.upperBound)
        return schema
    }

    static var sampleValue: Self { Self(Bounds.range.lowerBound) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        Int64.read(json).flatMap { value in
            let (least, most) = (Bounds.range.lowerBound, Bounds.range.upperBound)
            guard Bounds.range.contains(value) else {
                return .failure(WireFault(rule: "must be between \(least) and \(most)"))
            }
            return .success(Self(value))
        }
    }
}
