public import Kernel

/// How many points, or cents, a card earns for one unit of money; exact, in hundredths.
///
/// The contract's multipliers and its mean of two rates have two decimals, so no more are held.
public struct Multiplier: Hashable, Comparable, Sendable {
    /// The multiplier times 100: 150 is `1.5x`.
    public let hundredths: Int64

    /// Makes a multiplier from hundredths.
    public init(hundredths: Int64) {
        self.hundredths = hundredths
    }

    /// One for one: what is earned where a card says nothing.
    public static let one = Multiplier(hundredths: 100)
    /// The most that a row may earn.
    public static let most = Multiplier(hundredths: 10_000)

    /// Reads a decimal number with at most two decimals.
    public init(text: some StringProtocol) throws(MoneyError) {
        self.init(hundredths: try DecimalText.minorUnits(text, exponent: 2))
    }

    /// The shortest decimal text: `4`, `1.5`.
    public var text: String { DecimalText.text(minor: hundredths, exponent: 2) }

    /// Orders multipliers by size.
    public static func < (left: Self, right: Self) -> Bool { left.hundredths < right.hundredths }
}
