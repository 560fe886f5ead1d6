/// What stands before the decimals of an amount; the other one may part thousands.
public enum DecimalMark: String, Sendable, Hashable, CaseIterable, Codable {
    /// `1,234.56`.
    case point = "."
    /// `1.234,56`.
    case comma = ","

    var byte: UInt8 { self == .point ? 0x2E : 0x2C }

    var other: Self { self == .point ? .comma : .point }
}
