/// An amount of money: a whole number of minor units of one currency.
///
/// Never a binary fraction. Arithmetic that would not fit throws instead of wrapping.
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

    /// Makes an amount from decimal text such as `19.99`, `-3`, `1e2`.
    ///
    /// - Throws: ``MoneyError`` as ``DecimalText/minorUnits(_:exponent:)`` does.
    public init(decimal text: some StringProtocol, currency: Currency) throws(MoneyError) {
        let minor = try DecimalText.minorUnits(text, exponent: currency.exponent)
        self.init(minor: minor, currency: currency)
    }

    /// The shortest decimal text of the amount: `25`, `25.5`, `25.55`; never an exponent.
    public var decimalText: String {
        DecimalText.text(minor: minor, exponent: currency.exponent)
    }

    /// The sum of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch``, ``MoneyError/overflow``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        let (sum, overflow) = minor.addingReportingOverflow(other.minor)
        guard !overflow else { throw .overflow }
        return Money(minor: sum, currency: currency)
    }

    /// The difference of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch``, ``MoneyError/overflow``.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        let (difference, overflow) = minor.subtractingReportingOverflow(other.minor)
        guard !overflow else { throw .overflow }
        return Money(minor: difference, currency: currency)
    }

    /// The same amount with the other sign.
    ///
    /// - Throws: ``MoneyError/overflow`` for the one value that has no opposite.
    public func negated() throws(MoneyError) -> Money {
        try Money(minor: 0, currency: currency).subtracting(self)
    }
}

/// Why an amount could not be made or combined.
public enum MoneyError: Error, Equatable, Sendable {
    /// The result does not fit in 64 bits.
    case overflow
    /// The absolute value is above ``Limits/amountMinor``.
    case outOfRange
    /// The number has more decimals than the currency has.
    case tooManyDecimals
    /// The text is not a decimal number.
    case malformed
    /// The two amounts are of different currencies.
    case currencyMismatch
}
