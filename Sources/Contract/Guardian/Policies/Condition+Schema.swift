import Kernel

extension API.Guardian.Condition {
    /// The shape of conditions, which have conditions within.
    ///
    /// It has one of its fields. How deep and how large a whole condition may be is not in it.
    static var schema: Schema {
        let parts = Schema.list(of: .condition, upTo: Limits.policyConditionParts)
        var schema = Schema.fields([
            ("all", parts, false), ("any", parts, false), ("not", .condition, false),
            ("amount", amount, false), ("category", names(Limits.categoryCharacters), false),
            ("mcc", codes, false), ("merchant", names(Limits.merchantCharacters), false),
            ("first_time", .words(["merchant", "category"]), false), ("time", time, false),
            ("spent", window(of: ["purchases", "approvals"], upTo: Limits.amountMinor), false),
            (
                "count",
                window(of: ["purchases", "approvals", "declines"], upTo: Limits.policyCount),
                false
            ),
            ("place", place, false), ("avoidable", avoidable, false), ("wallet", wallet, false),
            ("goal", goal, false),
        ])
        schema.name = Schema.condition.name
        schema.bounds.minProperties = 1
        schema.bounds.maxProperties = 1
        return schema
    }

    private static var cents: Schema { .whole(0, Limits.amountMinor) }

    private static var amount: Schema {
        var schema = Schema.fields([("at_least", cents, false), ("at_most", cents, false)])
        schema.bounds.minProperties = 1
        return schema
    }

    private static func names(_ characters: Int) -> Schema {
        var name = Schema(.string)
        name.bounds.pattern = TextPattern.oneLine
        name.bounds.maxLength = characters
        return .list(of: name, upTo: Limits.policyListEntries)
    }

    private static var codes: Schema {
        var code = Schema(.string)
        code.bounds.pattern = "^[0-9]{4}(-[0-9]{4})?$"
        return .list(of: code, upTo: Limits.policyListEntries)
    }

    private static var time: Schema {
        let days = Schema.words(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
        var schema = Schema.fields([
            ("days", .list(of: days, upTo: 7), false), ("from", WireTime.schema, false),
            ("to", WireTime.schema, false),
        ])
        schema.bounds.minProperties = 1
        return schema
    }

    private static func window(of subjects: [String], upTo most: Int64) -> Schema {
        let hours = Schema.fields([("hours", .whole(1, Limits.policyWindowHours), true)])
        let scope = Schema.words(["member", "household", "category", "merchant"])
        return .fields([
            ("window", .either([.words(["day", "week", "month"]), hours]), true),
            ("over", .either([.list(of: scope, upTo: 4), scope]), false),
            ("of", .words(subjects), true), ("more_than", .whole(0, most), true),
        ])
    }

    private static var place: Schema {
        let point = Schema.fields([
            ("lat", .number(-90, 90), true), ("lon", .number(-180, 180), true),
        ])
        let fence = Schema.fields([("geofence", .whole(1, .max), true)])
        return .fields([
            ("within_m", .whole(1, Limits.policyPlaceMetres), true),
            ("of", .either([point, fence]), true), ("unknown", Schema(.boolean), false),
        ])
    }

    private static var avoidable: Schema {
        var share = Schema.number(0, 1)
        share.bounds.multipleOf = 0.000_1
        return .fields([("at_least", share, true)])
    }

    private static var wallet: Schema { .fields([("left_less_than", cents, true)]) }

    private static var goal: Schema {
        .fields([
            ("id", Schema(.string, format: "uuid"), true), ("short_by_more_than", cents, true),
        ])
    }
}

/// Shapes that are taken as they stand.
extension Schema {
    /// Stands for a condition within another one.
    fileprivate static var condition: Schema {
        var schema = Schema(.object)
        schema.name = "Condition"
        schema.isReference = true
        return schema
    }

    fileprivate static func fields(_ fields: [(String, Schema, isRequired: Bool)]) -> Schema {
        var schema = Schema(.object)
        schema.properties = fields.map { name, field, isRequired in
            Property(name: name, schema: field, isRequired: isRequired)
        }
        schema.isClosed = true
        schema.isVerbatim = true
        return schema
    }

    fileprivate static func list(of element: Schema, upTo most: Int) -> Schema {
        var schema = Schema(.array)
        schema.items = [element]
        schema.bounds.minItems = 1
        schema.bounds.maxItems = most
        return schema
    }

    fileprivate static func either(_ choices: [Schema]) -> Schema {
        var schema = Schema(.object)
        schema.choices = choices
        return schema
    }

    fileprivate static func words(_ words: [String]) -> Schema { Schema(.string, allowed: words) }

    fileprivate static func whole(_ least: Int64, _ most: Int64) -> Schema {
        var schema = Int64.schema
        schema.bounds.minimum = Double(least)
        schema.bounds.maximum = most == .max ? nil : Double(most)
        return schema
    }

    fileprivate static func number(_ least: Double, _ most: Double) -> Schema {
        var schema = Schema(.number)
        schema.bounds.minimum = least
        schema.bounds.maximum = most
        return schema
    }
}
