import Contract
import Kernel

/// When a condition is true, as part of a sentence.
struct PolicyWords {
    private let format: PageFormat
    private let names: PolicyNames

    init(_ format: PageFormat, _ names: PolicyNames = PolicyNames()) {
        self.format = format
        self.names = names
    }

    private enum Joint: String {
        case and
        case or
    }

    /// The words of a condition; of one with many parts their number.
    func sentence(_ condition: API.Guardian.Condition) -> String {
        let count = Self.leaves(condition.json)
        guard count <= Limits.policySentenceLeaves else {
            return "its condition of \(format.number(Int64(count))) parts is true"
        }
        return clause(condition.json, true).text
    }

    private static func leaves(_ json: JSON) -> Int {
        switch json.only {
        case ("all", .array(let parts))?, ("any", .array(let parts))?:
            parts.reduce(0) { $0 + leaves($1) }
        case ("not", let part)?: leaves(part)
        default: 1
        }
    }

    private func clause(_ json: JSON, _ isTrue: Bool) -> (text: String, joint: Joint?) {
        switch json.only {
        case ("all", .array(let parts))?: joined(parts, isTrue ? .and : .or, isTrue)
        case ("any", .array(let parts))?: joined(parts, isTrue ? .or : .and, isTrue)
        case ("not", let part)?: clause(part, !isTrue)
        case (let key, let value)?: (leaf(key, value, isTrue), nil)
        case nil: (json.text, nil)
        }
    }

    /// Parts with one word between all of them; those with the other word within are in brackets.
    private func joined(
        _ parts: [JSON],
        _ joint: Joint,
        _ isTrue: Bool
    ) -> (text: String, joint: Joint?) {
        let clauses = parts.map { clause($0, isTrue) }
        if clauses.count == 1 { return clauses[0] }
        let texts = clauses.map { clause in
            clause.joint == nil || clause.joint == joint ? clause.text : "(\(clause.text))"
        }
        return (texts.joined(separator: " \(joint.rawValue) "), joint)
    }

    private func leaf(_ key: String, _ value: JSON, _ isTrue: Bool) -> String {
        let verb = isTrue ? "is" : "is not"
        switch key {
        case "amount": return amount(value, isTrue)
        case "category": return "the category \(verb) \(some(value))"
        case "merchant": return "the merchant \(verb) \(some(value))"
        case "mcc": return "the merchant's code \(verb) \(some(value))"
        case "first_time":
            let place = value == .string("merchant") ? "at this merchant" : "in this category"
            return "it \(verb) the first purchase \(place)"
        case "time": return "it \(verb) \(time(value))"
        case "spent":
            let approved = value["of"] == .string("approvals")
            let what = approved ? "what was allowed \(whose(value, "to"))" : spending(value)
            return "\(what) \(window(value)), this purchase included, \(verb) more than "
                + money(value["more_than"])
        case "count":
            return "\(counted(value)) \(window(value)), this one included, "
                + "\(isTrue ? "are" : "are not") more than \(whole(value["more_than"]))"
        case "place": return place(value, isTrue)
        case "avoidable":
            let score = Self.number(value["at_least"])
            return "its avoidable score is \(isTrue ? "\(score) or more" : "below \(score)")"
        case "wallet":
            return "the wallet \(verb) left with less than \(money(value["left_less_than"]))"
        case "goal":
            return "\(names.goal(value["id"]?.texts?.first ?? "")) "
                + "\(isTrue ? "lacks" : "does not lack") more than "
                + money(value["short_by_more_than"])
        default: return JSON.object([.init(key, value)]).text
        }
    }

    private func amount(_ value: JSON, _ isTrue: Bool) -> String {
        let (least, most) = (value["at_least"], value["at_most"])
        guard most != nil else {
            let bound = money(least)
            return "the amount is \(isTrue ? "\(bound) or more" : "less than \(bound)")"
        }
        guard least != nil else {
            let bound = money(most)
            return "the amount is \(isTrue ? "\(bound) or less" : "more than \(bound)")"
        }
        return "the amount \(isTrue ? "is" : "is not") from \(money(least)) to \(money(most))"
    }

    private func time(_ value: JSON) -> String {
        let times = ["from", "to"].map { value[$0]?.texts?.first }
        let span: String? =
            switch (times[0], times[1]) {
            case (let from?, let to?): "from \(from) to \(to)"
            case (let from?, nil): "after \(from)"
            case (nil, let to?): "before \(to)"
            case (nil, nil): nil
            }
        let days = (value["days"]?.texts ?? []).map { Self.dayNames[$0] ?? $0 }
        let on = days.isEmpty ? nil : "on \(Self.list(days))"
        return [span, on].compactMap(\.self).joined(separator: " ")
    }

    static let dayNames = [
        "mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday",
        "sat": "Saturday", "sun": "Sunday",
    ]

    private func spending(_ value: JSON) -> String {
        let scope = value["over"]?.texts ?? []
        let who = scope.contains("household") ? "the household" : "the member"
        return (["what \(who) spends"] + narrowing(scope)).joined(separator: " ")
    }

    private func whose(_ value: JSON, _ word: String) -> String {
        let scope = value["over"]?.texts ?? []
        let who = scope.contains("household") ? "the household" : "the member"
        return (["\(word) \(who)"] + narrowing(scope)).joined(separator: " ")
    }

    private func counted(_ value: JSON) -> String {
        let what =
            switch value["of"] {
            case .string("approvals")?: "allowed purchases"
            case .string("declines")?: "refused purchases"
            default: "purchases"
            }
        return "\(what) \(whose(value, "of"))"
    }

    private func narrowing(_ scope: [String]) -> [String] {
        (scope.contains("category") ? ["in this category"] : [])
            + (scope.contains("merchant") ? ["at this merchant"] : [])
    }

    private func window(_ value: JSON) -> String {
        switch value["window"] {
        case .string(let span)?: "that \(span)"
        case .object?: "in the last \(whole(value["window"]?["hours"])) hours"
        default: ""
        }
    }

    private func place(_ value: JSON, _ isTrue: Bool) -> String {
        let centre =
            value["of"]?["geofence"].map { names.place(Self.number($0)) } ?? "a point of the map"
        let reach = "within \(whole(value["within_m"])) m of \(centre)"
        let isUnknown = value["unknown"] == .bool(true)
        return switch (isTrue, isUnknown) {
        case (true, true): "the member is \(reach), or nobody knows where"
        case (true, false): "the member is \(reach)"
        case (false, true): "the member is known not to be \(reach)"
        case (false, false): "the member is not \(reach)"
        }
    }

    private func some(_ value: JSON) -> String {
        let entries = value.texts ?? []
        let most = Limits.policySentenceEntries
        guard entries.count > most else { return Self.list(entries) }
        return Self.list(Array(entries.prefix(most)) + ["\(entries.count - most) more"])
    }

    /// `a`; `a or b`; `a, b or c`.
    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let end = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or \(end)"
    }

    private func money(_ value: JSON?) -> String {
        Int64(Self.number(value)).map { format.money(minor: $0) } ?? Self.number(value)
    }

    private func whole(_ value: JSON?) -> String {
        Int64(Self.number(value)).map { format.number($0) } ?? Self.number(value)
    }

    private static func number(_ value: JSON?) -> String {
        guard case .number(let text)? = value else { return value?.text ?? "" }
        return text
    }
}
