public import Contract
public import Kernel

/// A policy as a form has it: all that was typed, right or wrong.
public struct PolicyFields: Sendable, Equatable {
    /// What it is called.
    public var name = ""
    /// The id of the member it is for; empty for everybody.
    public var member = ""
    /// What it answers, by the contract's word.
    public var action = API.Guardian.PolicyAction.decline.rawValue
    /// The sentence for the member.
    public var message = ""
    /// Whether all parts must be so, else one of them.
    public var needsAll = true
    /// The parts of its condition.
    public var parts: [PolicyPart] = []
    /// The text of the condition's JSON; `nil` where the condition is made of parts.
    public var json: String?
    /// Over how many months it is tried.
    public var months = "3"
    /// The version that the change is made of; empty for a new policy.
    public var version = ""

    /// Makes an empty form.
    public init() {}

    /// Shows what a policy says, as JSON where its condition is none that parts can show.
    public init(_ policy: API.Guardian.Policy, in currency: Currency) {
        name = policy.name
        member = policy.userID?.text ?? ""
        action = policy.then.rawValue
        message = policy.message ?? ""
        version = String(policy.version)
        if !show(policy.when, in: currency) { json = policy.when.text }
    }

    /// Shows a condition as parts.
    ///
    /// - Returns: Whether parts can show it; if not, nothing is changed.
    public mutating func show(
        _ condition: API.Guardian.Condition,
        in currency: Currency
    ) -> Bool {
        let (key, value) = condition.json.only ?? ("", .null)
        let isJoined = key == "all" || key == "any"
        let conditions: [JSON]
        if isJoined, case .array(let values) = value {
            conditions = values
        } else {
            conditions = [condition.json]
        }
        let parts = conditions.compactMap { PolicyPart($0, in: currency) }
        guard parts.count == conditions.count, (1...PolicyPart.most).contains(parts.count) else {
            return false
        }
        self.parts = parts
        needsAll = key != "any"
        json = nil
        return true
    }
}

extension PolicyPart {
    /// Reads one part of a condition; `nil` where the form has none like it.
    init?(_ json: JSON, in currency: Currency) {
        guard var (key, value) = json.only else { return nil }
        let isNot = key == "not"
        if isNot {
            guard let inner = value.only else { return nil }
            (key, value) = inner
        }
        guard let kind = Kind(rawValue: key), let values = Self.values(kind, value, in: currency)
        else { return nil }
        self.init(kind, isNot: isNot, values)
    }

    private static func values(
        _ kind: Kind,
        _ value: JSON,
        in currency: Currency
    ) -> [String: String]? {
        switch kind {
        case .category, .merchant, .mcc:
            guard let texts = value.texts else { return nil }
            return [kind.rawValue: texts.joined(separator: "\n")]
        case .firstTime:
            guard case .string(let word) = value else { return nil }
            return [kind.rawValue: word]
        case .time: return time(value)
        case .place: return place(value)
        case .goal: return goal(value, in: currency)
        case .amount, .wallet, .avoidable, .spent, .count:
            var values: [String: String] = [:]
            for member in value.members {
                let isMoney = kind != .avoidable && kind != .count
                switch (member.key, member.value) {
                case ("window", .object(let hours)):
                    guard case .number(let text)? = hours.first?.value else { return nil }
                    values["window"] = "hours"
                    values["hours"] = text
                case ("over", let scope):
                    guard let words = scope.texts else { return nil }
                    values["over"] = ["household", "category", "merchant"]
                        .filter(words.contains).joined(separator: " ")
                case (let key, .string(let word)): values[key] = word
                case (let key, .number(let text)):
                    guard isMoney else {
                        values[key] = text
                        continue
                    }
                    guard let minor = Int64(text),
                        let amount = PolicyAmount.text(minor: minor, in: currency)
                    else { return nil }
                    values[key] = amount
                default: return nil
                }
            }
            return values
        }
    }

    /// A place that has a name; a point of the map has none.
    private static func place(_ value: JSON) -> [String: String]? {
        guard let fence = value["of"]?["geofence"]?.numberText,
            let metres = value["within_m"]?.numberText
        else { return nil }
        let values = ["geofence": fence, "within_m": metres]
        return value["unknown"] == .bool(true)
            ? values.merging(["unknown": "yes"]) { $1 } : values
    }

    private static func goal(_ value: JSON, in currency: Currency) -> [String: String]? {
        guard case .string(let id)? = value["id"],
            let minor = value["short_by_more_than"]?.numberText.flatMap({ Int64($0) }),
            let amount = PolicyAmount.text(minor: minor, in: currency)
        else { return nil }
        return ["id": id, "short_by_more_than": amount]
    }

    private static func time(_ value: JSON) -> [String: String]? {
        var values: [String: String] = [:]
        for member in value.members {
            switch (member.key, member.value) {
            case ("days", let days):
                guard let words = days.texts else { return nil }
                for word in words { values[word] = "on" }
            case (let key, .string(let text)): values[key] = text
            default: return nil
            }
        }
        return values
    }
}

extension JSON {
    /// The key and the value of an object that has one.
    var only: (key: String, value: JSON)? {
        guard members.count == 1, let member = members.first else { return nil }
        return (member.key, member.value)
    }

    /// The texts of an array of texts, or a text alone.
    var texts: [String]? {
        switch self {
        case .string(let text): return [text]
        case .array(let values):
            let texts = values.compactMap { value -> String? in
                guard case .string(let text) = value else { return nil }
                return text
            }
            return texts.count == values.count ? texts : nil
        default: return nil
        }
    }
}

/// Amounts of policies, which are in minor units, as people type them: with two decimals at most.
public enum PolicyAmount {
    /// An amount as text; `nil` where it needs more decimals.
    public static func text(minor: Int64, in currency: Currency) -> String? {
        switch currency.exponent {
        case 0: return String(minor)
        case 2:
            let cents = minor % 100
            return "\(minor / 100).\(cents < 10 ? "0" : "")\(cents)"
        default:
            let (hundredths, rest) = minor.quotientAndRemainder(dividingBy: unit(of: currency))
            return rest == 0 ? text(minor: hundredths, in: .usd) : nil
        }
    }

    /// The minor units of an amount of hundredths; `nil` where the currency has no such amount.
    public static func minor(hundredths: Int64, in currency: Currency) -> Int64? {
        if currency.exponent == 0 {
            return hundredths % 100 == 0 ? hundredths / 100 : nil
        }
        let (minor, isTooLarge) = hundredths.multipliedReportingOverflow(by: unit(of: currency))
        return isTooLarge ? nil : minor
    }

    /// How many minor units a hundredth has, of a currency with two decimals or more.
    private static func unit(of currency: Currency) -> Int64 {
        (2..<max(2, currency.exponent)).reduce(1) { unit, _ in unit * 10 }
    }
}
