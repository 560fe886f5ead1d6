import Contract
import Kernel
import Web

/// Makes a policy of what was typed into its form, and remembers what is wrong.
struct PolicyReading {
    /// The household's currency.
    let currency: Currency
    /// What is wrong, by the name of the control.
    private(set) var problems: [String: String] = [:]

    init(in currency: Currency) { self.currency = currency }

    /// The policy; `nil` where something is wrong with it.
    ///
    /// `name`: What it is called here, where that is not what was typed.
    mutating func policy(
        _ fields: PolicyFields,
        named name: String? = nil
    ) -> API.Guardian.PolicyInput? {
        let condition = condition(fields)
        let action = API.Guardian.PolicyAction(rawValue: fields.action)
        if action == nil { problems["action"] = "must be one of these" }
        guard let condition, let action else { return nil }
        return API.Guardian.PolicyInput(
            name: name ?? fields.name,
            userID: fields.member.isEmpty ? nil : MemberReference(fields.member),
            when: condition,
            then: action,
            message: fields.message.isEmpty ? nil : fields.message
        )
    }

    /// The condition; `nil` where something is wrong with it.
    mutating func condition(_ fields: PolicyFields) -> API.Guardian.Condition? {
        if let json = fields.json {
            do {
                return try API.Guardian.Condition(json)
            } catch {
                problems["json"] = "is no JSON at character \(error.offset): \(error.reason)"
                return nil
            }
        }
        guard !fields.parts.isEmpty else {
            problems["parts"] = "A policy needs a part: choose one and add it."
            return nil
        }
        let parts = fields.parts.enumerated().compactMap { index, part in
            json(of: part, "p\(index)")
        }
        guard let first = parts.first, parts.count == fields.parts.count else { return nil }
        guard parts.count > 1 else { return API.Guardian.Condition(first) }
        let joint = fields.needsAll ? "all" : "any"
        return API.Guardian.Condition(.object([.init(joint, .array(parts))]))
    }

    /// Remembers what the API says is wrong.
    mutating func add(_ faults: [Fault], _ fields: PolicyFields) {
        for fault in faults {
            let (control, words) = Self.place(of: fault, fields)
            problems[control] = problems[control] ?? words
        }
    }
}

// MARK: Parts

extension PolicyReading {
    private mutating func json(of part: PolicyPart, _ prefix: String) -> JSON? {
        guard let value = value(of: part, prefix) else { return nil }
        let leaf = JSON.object([.init(part.kind.rawValue, value)])
        return part.isNot ? .object([.init("not", leaf)]) : leaf
    }

    private mutating func value(of part: PolicyPart, _ prefix: String) -> JSON? {
        switch part.kind {
        case .amount:
            guard !part["at_least"].isEmpty || !part["at_most"].isEmpty else {
                problems["\(prefix)_at_least"] = "must be given, or the other one"
                return nil
            }
            return object(["at_least", "at_most"].filter { !part[$0].isEmpty }) { reading, field in
                reading.money(part, field, prefix)
            }
        case .wallet:
            return object(["left_less_than"]) { reading, field in
                reading.money(part, field, prefix)
            }
        case .avoidable:
            return object(["at_least"]) { reading, field in reading.score(part, field, prefix) }
        case .place: return place(part, prefix)
        case .goal: return goal(part, prefix)
        case .spent, .count: return window(part, prefix)
        case .category, .merchant, .mcc: return list(part, prefix)
        case .firstTime:
            let place = part[part.kind.rawValue]
            return .string(place.isEmpty ? "merchant" : place)
        case .time:
            let days = PolicyPart.days.filter { !part[$0].isEmpty }
            let times = ["from", "to"].filter { !part[$0].isEmpty }
            return .object(
                (days.isEmpty ? [] : [.init("days", .array(days.map { .string($0) }))])
                    + times.map { .init($0, .string(part[$0])) }
            )
        }
    }

    private mutating func place(_ part: PolicyPart, _ prefix: String) -> JSON? {
        let fence = Int64(part["geofence"])
        if fence == nil { problems["\(prefix)_geofence"] = "must be a place: add one under Places" }
        let metres = whole(part, "within_m", prefix)
        guard let fence, let metres else { return nil }
        let of = JSON.object([.init("geofence", .number(String(fence)))])
        let known: [JSON.Member] = [.init("within_m", metres), .init("of", of)]
        let isSo = part["unknown"] == "yes"
        return .object(known + (isSo ? [.init("unknown", .bool(true))] : []))
    }

    private mutating func goal(_ part: PolicyPart, _ prefix: String) -> JSON? {
        let id = part["id"]
        if id.isEmpty { problems["\(prefix)_id"] = "must be a goal: set one in the family" }
        let bound = money(part, "short_by_more_than", prefix)
        guard !id.isEmpty, let bound else { return nil }
        return .object([.init("id", .string(id)), .init("short_by_more_than", bound)])
    }

    private mutating func window(_ part: PolicyPart, _ prefix: String) -> JSON? {
        let span = part["window"].isEmpty ? "day" : part["window"]
        let subject = part["of"].isEmpty ? "purchases" : part["of"]
        let scope = part["over"].split(separator: " ").map { JSON.string(String($0)) }
        let hours = span == "hours" ? whole(part, "hours", prefix) : .string(span)
        let bound =
            part.kind == .spent
            ? money(part, "more_than", prefix) : whole(part, "more_than", prefix)
        guard let hours, let bound else { return nil }
        let window = span == "hours" ? JSON.object([.init("hours", hours)]) : hours
        return .object(
            [.init("window", window), .init("of", .string(subject)), .init("more_than", bound)]
                + (scope.isEmpty ? [] : [.init("over", .array(scope))])
        )
    }

    private mutating func list(_ part: PolicyPart, _ prefix: String) -> JSON? {
        let lines = part[part.kind.rawValue].split(whereSeparator: \.isNewline)
            .map { $0.trimmingPrefix(while: \.isWhitespace) }.filter { !$0.isEmpty }
        guard !lines.isEmpty else {
            problems["\(prefix)_\(part.kind.rawValue)"] = "must name at least one"
            return nil
        }
        return .array(lines.map { .string(String($0)) })
    }

    private mutating func object(
        _ fields: [String],
        _ value: (inout PolicyReading, String) -> JSON?
    ) -> JSON? {
        let members = fields.compactMap { field in
            value(&self, field).map { JSON.Member(field, $0) }
        }
        return members.count == fields.count ? .object(members) : nil
    }

    private mutating func money(
        _ part: PolicyPart,
        _ field: String,
        _ prefix: String
    ) -> JSON? {
        let minor = TypedAmount.hundredths(part[field])
            .flatMap { PolicyAmount.minor(hundredths: $0, in: currency) }
        guard let minor else {
            problems["\(prefix)_\(field)"] = "must be an amount, such as 12.50"
            return nil
        }
        return .number(String(minor))
    }

    private mutating func whole(
        _ part: PolicyPart,
        _ field: String,
        _ prefix: String
    ) -> JSON? {
        guard let number = Int64(part[field].filter { !$0.isWhitespace }) else {
            problems["\(prefix)_\(field)"] = "must be a whole number"
            return nil
        }
        return .number(String(number))
    }

    private mutating func score(
        _ part: PolicyPart,
        _ field: String,
        _ prefix: String
    ) -> JSON? {
        let text = part[field].filter { !$0.isWhitespace }.map { $0 == "," ? "." : $0 }
        guard let score = Double(String(text)), (0...1).contains(score) else {
            problems["\(prefix)_\(field)"] = "must be a number from 0 to 1, such as 0.7"
            return nil
        }
        return .number(String(score))
    }
}

// MARK: Faults

extension PolicyReading {
    /// The control beside which a fault is told, and its words there.
    ///
    /// The API names a place such as `when.all[1].spent.more_than`, in a trial with
    /// `policies[0].` before it.
    private static func place(of fault: Fault, _ fields: PolicyFields) -> (String, String) {
        let trial = "policies[0]."
        let field =
            fault.field.hasPrefix(trial) ? String(fault.field.dropFirst(trial.count)) : fault.field
        switch field {
        case "name", "message": return (field, fault.rule)
        case "policies": return ("name", fault.rule)
        case "user_id": return ("member", fault.rule)
        case "then": return ("action", fault.rule)
        default: break
        }
        guard fields.json == nil else { return ("json", "\(field) \(fault.rule)") }
        let steps = field.split(separator: ".")
        let joint = steps.dropFirst().first.map { $0.hasPrefix("all[") || $0.hasPrefix("any[") }
        let place = joint == true ? steps[1].dropFirst(4).prefix { $0 != "]" } : "0"
        guard steps.first == "when", let index = Int(place), fields.parts.indices.contains(index)
        else { return ("parts", "\(field) \(fault.rule)") }
        let last = steps.last.map { String($0.prefix { $0 != "[" }) } ?? ""
        return fields.parts[index].kind.fieldNames.contains(last)
            ? ("p\(index)_\(last)", fault.rule) : ("p\(index)", fault.rule)
    }
}

extension PolicyFields {
    /// Reads what a browser sent.
    init(_ form: PageForm) {
        self.init()
        name = form["name"]
        member = form["member"]
        action = form["action"]
        message = form["message"]
        months = form["months"]
        version = form["version"]
        needsAll = form["joint"] != "any"
        guard form["mode"] != "json" else {
            json = form["json"]
            return
        }
        for index in 0..<PolicyPart.most {
            let prefix = "p\(index)"
            guard let kind = PolicyPart.Kind(rawValue: form["\(prefix)_kind"]) else { break }
            var part = PolicyPart(kind, isNot: form["\(prefix)_not"] == "not")
            for field in kind.fieldNames {
                let text = form["\(prefix)_\(field)"]
                if !text.isEmpty { part.values[field] = text }
            }
            parts.append(part)
        }
    }
}
