public import Contract
public import Foundation

extension Decimal {
    /// An amount in whole units from cents, exactly.
    public init(cents: Int64) {
        self.init(
            sign: cents < 0 ? .minus : .plus,
            exponent: -2,
            significand: Decimal(cents.magnitude)
        )
    }

    /// The amount in cents; `nil` when it has a fraction of a cent, or is out of range.
    public var cents: Int64? {
        guard !isNaN else { return nil }
        var amount = self * 100
        var whole = Decimal()
        NSDecimalRound(&whole, &amount, 0, .plain)
        guard whole == amount, whole.magnitude <= Self.mostCents else { return nil }
        return NSDecimalNumber(decimal: whole).int64Value
    }

    private static let mostCents = Decimal(1_000_000_000_000)
}

extension DecimalAmount {
    /// Makes an amount from cents.
    public static func cents(_ cents: Int64) -> Self { Self(minor: cents) }

    /// Makes an amount from whole units; `nil` when there is a fraction of a cent, or it is out of
    /// range.
    public init?(_ amount: Decimal) {
        guard let cents = amount.cents else { return nil }
        self.init(minor: cents)
    }

    /// The amount in whole units, exactly.
    public var decimal: Decimal { Decimal(cents: minor) }

    /// The amount as people write it, such as `$25.50`.
    public func formatted(currency: String = "USD", locale: Locale = .current) -> String {
        minor.formattedCents(currency: currency, locale: locale)
    }
}

extension Int64 {
    /// So many cents as people write them, such as `$25.50`.
    public func formattedCents(currency: String = "USD", locale: Locale = .current) -> String {
        Decimal(cents: self).formatted(.currency(code: currency).locale(locale))
    }
}

extension Ratio {
    /// The ratio as a part of 1, for a progress bar.
    public var fraction: Double { Double(tenThousandths) / 10_000 }

    /// The ratio in per cent.
    public var percent: Double { Double(tenThousandths) / 100 }
}
