/// A whole number that says which rows of a list to show.
///
/// Whoever shows the list takes the nearest that is allowed, so one that is too large to be counted
/// is not refused either: it is the largest, or the least, that can be.
public struct PageNumber: Hashable, Sendable, Codable {
    /// The number as it was sent.
    public let value: Int64

    /// Makes a number.
    public init(_ value: Int64) {
        self.value = value
    }

    /// Reads a whole JSON number.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes a whole JSON number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension PageNumber: WireLeaf {
    static var schema: Schema { Schema(.integer) }
    static var sampleValue: Self { Self(0) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        switch Int64.read(json) {
        case .success(let value): return .success(Self(value))
        case .failure(let fault):
            guard fault.rule == WireFault.outOfRange.rule else { return .failure(fault) }
            return .success(Self(isNegative(json) ? Int64.min : Int64.max))
        }
    }

    private static func isNegative(_ json: JSON) -> Bool {
        switch json {
        case .number(let text), .loose(let text): WireText.trimmed(text).hasPrefix("-")
        default: false
        }
    }
}
