import Kernel

extension FieldRule {
    /// Money of more than zero and within ``Limits/amountMinor``.
    static func amount(
        _ field: String,
        _ value: @escaping @Sendable (Body) -> DecimalAmount
    ) -> Self {
        var bounds = Schema.Bounds()
        bounds.exclusiveMinimum = 0
        bounds.maximum = Double(Limits.amountMinor) / 100
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
        var bounds = Schema.Bounds()
        bounds.exclusiveMinimum = 0
        bounds.maximum = Double(most) / 100
        let words = DecimalText.text(minor: most, exponent: 2)
        return Self(field, bounds: bounds) { body in
            if value(body).minor <= 0 { return "must be more than 0" }
            return value(body).minor > most ? "must be at most \(words)" : nil
        }
    }

    /// What a chore is rewarded with: 0...10000.
    static func reward(_ value: @escaping @Sendable (Body) -> DecimalAmount) -> Self {
        var bounds = Schema.Bounds()
        bounds.minimum = 0
        bounds.maximum = Double(Limits.rewardMinor) / 100
        return Self("reward", bounds: bounds) { body in
            (0...Limits.rewardMinor).contains(value(body).minor)
                ? nil : "must be between 0 and 10000"
        }
    }
}
