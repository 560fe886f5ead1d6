import Kernel

/// One whole number divided by another, as a JSON number with at most four decimals.
///
/// Computed from the integers and rounded once, half away from zero.
public struct Ratio: Hashable, Sendable {
    /// The ratio in ten-thousandths.
    public let tenThousandths: Int64

    /// Divides; nothing of nothing is 0.
    ///
    /// A ratio too large to be written is the largest that can be.
    public init(_ part: Int64, of whole: Int64) {
        guard whole != 0 else {
            tenThousandths = 0
            return
        }
        let (scaled, divisor) = (Int128(part) * 10_000, Int128(whole))
        let half = divisor.magnitude / 2
        let rounded = (scaled.magnitude + half) / divisor.magnitude
        let isNegative = (scaled < 0) != (divisor < 0)
        tenThousandths = Int64(clamping: isNegative ? -Int128(rounded) : Int128(rounded))
    }

    private init(tenThousandths: Int64) {
        self.tenThousandths = tenThousandths
    }
}

extension Ratio: Codable {
    /// Reads a JSON number.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes the shortest form: `1`, `0.75`, `0.3333`.
    public func encode(to encoder: any Encoder) throws {
        let text = DecimalText.text(minor: tenThousandths, exponent: 4)
        try NumberText(text: text).encode(to: encoder)
    }
}

extension Ratio: WireLeaf {
    static var schema: Schema { Schema(.number) }
    static var sampleValue: Self { Self(tenThousandths: 0) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        Double.read(json).flatMap { number in
            guard let whole = Int64(exactly: (number * 10_000).rounded()) else {
                return .failure(.outOfRange)
            }
            return .success(Self(tenThousandths: whole))
        }
    }
}
