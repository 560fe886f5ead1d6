public import Kernel

/// Conditions without their JSON.
///
/// ```swift
/// let late: API.Guardian.Condition = .all([
///     .time(on: [.fri, .sat], from: LocalTime(hour: 21), to: LocalTime(hour: 6, minute: 30)),
///     .category("games"),
/// ])
/// ```
///
/// Whether the figures are within bounds, and a condition not too large, the server says.
extension API.Guardian.Condition {
    /// True when all of 1...20 conditions are.
    public static func all(_ conditions: [Self]) -> Self {
        Self(.object([.init("all", .array(conditions.map(\.json)))]))
    }

    /// True when one of 1...20 conditions is.
    public static func any(_ conditions: [Self]) -> Self {
        Self(.object([.init("any", .array(conditions.map(\.json)))]))
    }

    /// True when another condition is not.
    public static func not(_ condition: Self) -> Self {
        Self(.object([.init("not", condition.json)]))
    }

    /// True when the amount lies within bounds, in cents; one of them must be there.
    public static func amount(atLeast: Int64? = nil, atMost: Int64? = nil) -> Self {
        leaf("amount", ("at_least", atLeast.map(JSON.whole)), ("at_most", atMost.map(JSON.whole)))
    }

    /// True when the category is one of 1...100.
    public static func category(_ names: String...) -> Self { list("category", names) }

    /// True when the merchant is one of 1...100, in whatever case and spacing.
    public static func merchant(_ names: String...) -> Self { list("merchant", names) }

    /// True when the merchant category code (ISO 18245) is one of 1...100 codes or ranges, such as
    /// `5812` or `7800-7999`.
    public static func mcc(_ codes: String...) -> Self { list("mcc", codes) }

    /// True when the member never bought there, or of that category, before.
    public static func firstTime(_ subject: API.Guardian.FirstTime) -> Self {
        Self(.object([.init("first_time", .string(subject.rawValue))]))
    }

    /// True when the household's clock shows a time of a span that began on one of some days.
    ///
    /// `days`: Every day when empty. `from`: When it begins, that minute included; midnight when
    /// `nil`. `to`: When it ends, that minute not included; the next day's where it is not after
    /// `from`, midnight when `nil`.
    public static func time(
        on days: [API.Guardian.PolicyDay] = [],
        from: LocalTime? = nil,
        to: LocalTime? = nil
    ) -> Self {
        leaf(
            "time",
            ("days", days.isEmpty ? nil : .array(days.map { .string($0.rawValue) })),
            ("from", from.map { .string($0.text) }),
            ("to", to.map { .string($0.text) })
        )
    }

    /// True when what was spent in a window, with this purchase, is more than an amount in cents.
    ///
    /// `over`: The member's own when empty.
    public static func spent(
        in window: API.Guardian.PolicySpan,
        over: [API.Guardian.PolicyScope] = [],
        of subject: API.Guardian.SpentSubject = .purchases,
        moreThan cents: Int64
    ) -> Self {
        leaf("spent", window: window, over, subject.rawValue, moreThan: cents)
    }

    /// True when the number of something in a window, this purchase included, is more than another.
    ///
    /// `over`: The member's own when empty.
    public static func count(
        in window: API.Guardian.PolicySpan,
        over: [API.Guardian.PolicyScope] = [],
        of subject: API.Guardian.CountSubject = .purchases,
        moreThan number: Int64
    ) -> Self {
        leaf("count", window: window, over, subject.rawValue, moreThan: number)
    }

    /// True when the member's newest position of the last half hour lies within 1...100,000 metres
    /// of a point.
    ///
    /// `unknown`: The answer where no position is known.
    public static func place(
        within metres: Int64,
        latitude: Double,
        longitude: Double,
        unknown: Bool = false
    ) -> Self {
        let point = [
            JSON.Member("lat", .fraction(latitude)), JSON.Member("lon", .fraction(longitude)),
        ]
        return place(within: metres, of: point, unknown)
    }

    /// True when the member's newest position of the last half hour lies within 1...100,000 metres
    /// of a geofence's centre.
    ///
    /// `unknown`: The answer where no position is known, or the geofence is gone.
    public static func place(
        within metres: Int64,
        ofGeofence id: Int64,
        unknown: Bool = false
    ) -> Self {
        place(within: metres, of: [JSON.Member("geofence", .whole(id))], unknown)
    }

    /// True when the score of the purchase, with the member's learning, is at least 0...1.
    public static func avoidable(atLeast score: Double) -> Self {
        leaf("avoidable", ("at_least", .fraction(score)))
    }

    /// True when the wallet that pays would hold less than an amount in cents afterwards.
    public static func wallet(leftLessThan cents: Int64) -> Self {
        leaf("wallet", ("left_less_than", .whole(cents)))
    }

    /// True when a goal lacks more than an amount in cents.
    public static func goal(_ id: ID<Entity.Goal>, shortByMoreThan cents: Int64) -> Self {
        leaf("goal", ("id", .string(id.text)), ("short_by_more_than", .whole(cents)))
    }

    private static func leaf(_ key: String, _ fields: (String, JSON?)...) -> Self {
        let members = fields.compactMap { key, value in value.map { JSON.Member(key, $0) } }
        return Self(.object([.init(key, .object(members))]))
    }

    private static func list(_ key: String, _ texts: [String]) -> Self {
        Self(.object([.init(key, .array(texts.map { .string($0) }))]))
    }

    private static func leaf(
        _ key: String,
        window: API.Guardian.PolicySpan,
        _ scope: [API.Guardian.PolicyScope],
        _ subject: String,
        moreThan bound: Int64
    ) -> Self {
        leaf(
            key,
            ("window", window.json),
            ("over", scope.isEmpty ? nil : .array(scope.map { .string($0.rawValue) })),
            ("of", .string(subject)),
            ("more_than", .whole(bound))
        )
    }

    private static func place(
        within metres: Int64,
        of centre: [JSON.Member],
        _ unknown: Bool
    ) -> Self {
        leaf(
            "place",
            ("within_m", .whole(metres)),
            ("of", .object(centre)),
            ("unknown", unknown ? .bool(true) : nil)
        )
    }
}

extension API.Guardian.PolicySpan {
    fileprivate var json: JSON {
        switch self {
        case .day: .string("day")
        case .week: .string("week")
        case .month: .string("month")
        case .hours(let hours): .object([.init("hours", .whole(hours))])
        }
    }
}

extension JSON {
    fileprivate static func whole(_ number: Int64) -> JSON { .number(String(number)) }

    /// What is no number is none in JSON either, and the server says where it stands.
    fileprivate static func fraction(_ number: Double) -> JSON {
        number.isFinite ? .number(String(number)) : .null
    }
}
