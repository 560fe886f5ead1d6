public import Kernel

/// Money as a JSON number with at most two decimals, kept as whole hundredths.
///
/// A number within 0.000001 of a hundredth is that hundredth; any other fraction is refused.
public struct DecimalAmount: Hashable, Sendable {
    /// The amount in hundredths.
    public let minor: Int64

    /// Makes an amount from hundredths.
    public init(minor: Int64) {
        self.minor = minor
    }

    /// Makes an amount from money in any currency; of one with more than two decimals it is the
    /// nearest hundredth, half away from zero.
    public init(_ money: Money) {
        let (minor, exponent) = (money.minor, money.currency.exponent)
        guard exponent > 2 else {
            self.init(minor: minor * (exponent == 0 ? 100 : exponent == 1 ? 10 : 1))
            return
        }
        let unit = (3...exponent).reduce(Int64(1)) { unit, _ in unit * 10 }
        let (hundredths, rest) = minor.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
        let rounded = Int64(hundredths) + (Int64(rest) * 2 >= unit ? 1 : 0)
        self.init(minor: minor < 0 ? -rounded : rounded)
    }

    /// How much of a whole a part is, 0...100, rounded once, half away from zero.
    ///
    /// Neither is below 0; of nothing it is 0.
    public init(percentage part: Int64, of whole: Int64) {
        guard whole > 0 else {
            self.init(minor: 0)
            return
        }
        self.init(minor: Int64((Int128(part) * 10_000 + Int128(whole) / 2) / Int128(whole)))
    }
}

extension DecimalAmount: Codable {
    /// Reads a JSON number.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes the shortest form: `25`, `25.5`, `25.55`.
    public func encode(to encoder: any Encoder) throws {
        try NumberText(text: DecimalText.text(minor: minor, exponent: 2)).encode(to: encoder)
    }
}

extension DecimalAmount: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.number)
        schema.bounds.multipleOf = 0.01
        return schema
    }

    static var sampleValue: Self { Self(minor: 0) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        read(json, in: -Limits.amountMinor...Limits.amountMinor)
    }

    static func readAnswer(_ json: JSON) -> Result<Self, WireFault> {
        read(json, in: Limits.sumMinor)
    }

    private static func read(
        _ json: JSON,
        in range: ClosedRange<Int64>
    ) -> Result<Self, WireFault> {
        let text: String
        switch json {
        case .number(let number): text = number
        case .loose(let loose): text = WireText.trimmed(loose)
        default: return .failure(.wrongType)
        }
        do {
            return .success(Self(minor: try DecimalText.minorUnits(text, exponent: 2, in: range)))
        } catch .tooManyDecimals {
            return .failure(WireFault(rule: "must have at most 2 decimals"))
        } catch .malformed {
            return .failure(.wrongType)
        } catch {
            return .failure(.outOfRange)
        }
    }
}
