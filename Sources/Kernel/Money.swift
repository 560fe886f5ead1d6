/// An amount of money: a whole number of minor units of one currency.
///
/// Never a binary fraction.
public struct Money: Hashable, Sendable {
    /// Whole minor units (cents for `USD`); negative when money is owed.
    public let minor: Int64
    /// The currency the minor units belong to.
    public let currency: Currency

    /// Makes an amount from minor units.
    public init(minor: Int64, currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// The shortest decimal text of the amount: `25`, `25.5`, `25.55`; never an exponent.
    public var decimalText: String {
        DecimalText.text(minor: minor, exponent: currency.exponent)
    }
}

/// Why a decimal number is no amount.
public enum MoneyError: Error, Equatable, Sendable {
    /// The absolute value is above ``Limits/amountMinor``.
    case outOfRange
    /// The number has more decimals than the currency has.
    case tooManyDecimals
    /// The text is not a decimal number.
    case malformed
}
