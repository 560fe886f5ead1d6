import Kernel

extension FieldRule {
    /// Money of more than zero and within ``Limits/amountMinor``.
    static func amount(
        _ field: String,
        _ value: @escaping @Sendable (Body) -> DecimalAmount
    ) -> Self {
        let bounds = Schema.Bounds(
            exclusiveMinimum: 0,
            maximum: Double(Limits.amountMinor) / 100
        )
        return Self(field, bounds: bounds) { body in
            if value(body).minor <= 0 { return "must be more than 0" }
            return value(body).minor > Limits.amountMinor ? "is out of range" : nil
        }
    }

    /// Money that is to move: more than zero, and not more than `most` minor units.
    static func moving(
        _ field: String,
        upTo most: Int64,
        _ value: @escaping @Sendable (Body) -> DecimalAmount
    ) -> Self {
        let bounds = Schema.Bounds(exclusiveMinimum: 0, maximum: Double(most) / 100)
        let words = DecimalText.text(minor: most, exponent: 2)
        return Self(field, bounds: bounds) { body in
            if value(body).minor <= 0 { return "must be more than 0" }
            return value(body).minor > most ? "must be at most \(words)" : nil
        }
    }

    /// Money that may be none: zero or more, and not more than `most` minor units.
    static func money(
        _ field: String,
        upTo most: Int64,
        _ value: @escaping @Sendable (Body) -> DecimalAmount?
    ) -> Self {
        let bounds = Schema.Bounds(minimum: 0, maximum: Double(most) / 100)
        let words = DecimalText.text(minor: most, exponent: 2)
        return Self(field, bounds: bounds) { body in
            guard let minor = value(body)?.minor, !(0...most).contains(minor) else { return nil }
            return "must be between 0 and \(words)"
        }
    }
}
