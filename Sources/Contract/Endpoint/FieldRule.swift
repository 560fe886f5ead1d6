import Kernel

/// What an endpoint takes: a wire type, with the rules its fields keep.
public protocol WireInput: Codable, Sendable {
    /// The rules, in the order of the fields; both the check and the OpenAPI document use them.
    static var rules: [FieldRule<Self>] { get }
    /// The only fields the body may have; `nil` when unknown ones are ignored.
    static var closedFields: Set<String>? { get }
}

extension WireInput {
    /// No rules beyond the types.
    public static var rules: [FieldRule<Self>] { [] }

    /// Unknown fields are ignored.
    public static var closedFields: Set<String>? { nil }
}

/// One rule that one field keeps.
public final class FieldRule<Body: WireInput>: Sendable {
    /// The field's name on the wire.
    public let field: String
    /// What of the rule a schema can say.
    public let bounds: Schema.Bounds
    /// What of it a schema can say of other fields.
    public let conditions: [Schema.Condition]
    /// The other fields it looks at; while one of them is wrong the rule cannot be judged.
    public let others: [String]
    /// The rule in words when the body breaks it, else `nil`.
    public let broken: @Sendable (Body) -> String?

    /// Declares a rule.
    init(
        _ field: String,
        bounds: Schema.Bounds = Schema.Bounds(),
        conditions: [Schema.Condition] = [],
        reading others: [String] = [],
        broken: @escaping @Sendable (Body) -> String?
    ) {
        self.field = field
        self.bounds = bounds
        self.conditions = conditions
        self.others = others
        self.broken = broken
    }

    /// The same rule of what holds the body.
    func lifted<Outer: WireInput>(
        _ body: @escaping @Sendable (Outer) -> Body
    ) -> FieldRule<Outer> {
        let broken = broken
        return FieldRule<Outer>(
            field,
            bounds: bounds,
            conditions: conditions,
            reading: others
        ) { broken(body($0)) }
    }

    /// An amount in minor units, more than zero and within ``Limits/amountMinor``.
    public static func amount(
        _ field: String,
        _ value: @escaping @Sendable (Body) -> Int64
    ) -> Self {
        let bounds = Schema.Bounds(exclusiveMinimum: 0, maximum: Double(Limits.amountMinor))
        return Self(field, bounds: bounds) { body in
            if value(body) <= 0 { return "must be more than 0" }
            return value(body) > Limits.amountMinor ? "is out of range" : nil
        }
    }

    /// A limit in minor units, zero or more and within ``Limits/amountMinor``.
    public static func limit(
        _ field: String,
        _ value: @escaping @Sendable (Body) -> Int64
    ) -> Self {
        let bounds = Schema.Bounds(minimum: 0, maximum: Double(Limits.amountMinor))
        return Self(field, bounds: bounds) { body in
            if value(body) < 0 { return "must be 0 or more" }
            return value(body) > Limits.amountMinor ? "is out of range" : nil
        }
    }

    /// Text that may not be longer than `most` Unicode scalars.
    public static func text(
        _ field: String,
        upTo most: Int,
        _ value: @escaping @Sendable (Body) -> String?
    ) -> Self {
        Self(field, bounds: Schema.Bounds(minLength: 1, maxLength: most)) { body in
            guard let text = value(body), text.hasMoreScalars(than: most) else { return nil }
            return "is too long"
        }
    }

    /// A number within a range.
    public static func number(
        _ field: String,
        in range: ClosedRange<Double>,
        _ value: @escaping @Sendable (Body) -> Double?
    ) -> Self {
        let bounds = Schema.Bounds(minimum: range.lowerBound, maximum: range.upperBound)
        return Self(field, bounds: bounds) { body in
            guard let number = value(body), !range.contains(number) else { return nil }
            return "is out of range"
        }
    }

    /// An integer within a range.
    public static func integer(
        _ field: String,
        in range: ClosedRange<Int64>,
        _ value: @escaping @Sendable (Body) -> Int64?
    ) -> Self {
        let bounds = Schema.Bounds(
            minimum: Double(range.lowerBound),
            maximum: Double(range.upperBound)
        )
        return Self(field, bounds: bounds) { body in
            guard let number = value(body), !range.contains(number) else { return nil }
            return "is out of range"
        }
    }
}

/// The input of an endpoint that takes nothing.
public struct Empty: WireInput, Equatable {
    /// Makes nothing.
    public init() {}
}
