import Contract
import Kernel

/// The form of a policy, built from parts.
struct PolicyFormView: PageView {
    static let template = "policy-form"

    let action: String
    let formToken: String
    let name: TextField
    /// For whom it is, where the reader chooses.
    let memberField: TextField?
    /// For whom it is, where it does not.
    let member: String
    let memberProblem: String?
    let answer: TextField
    let message: TextField
    let joint: TextField
    let parts: [PolicyPartView]
    /// Whether no part is there yet, and no JSON.
    let isBare: Bool
    let partsProblem: String?
    let json: TextField?
    let kindField: TextField?
    let months: TextField
    let version: String
    let saving: String

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - fields: What was typed.
    ///   - action: Where it goes.
    ///   - saving: What its button says.
    ///   - problems: What is wrong, by the name of the control.
    ///   - isGrown: Whether the last part was added just now.
    ///   - formToken: What it carries against those of other sites.
    ///   - telling: Who reads.
    init(
        _ fields: PolicyFields,
        to action: String,
        saving: String,
        problems: [String: String],
        isGrown: Bool,
        formToken: String,
        _ telling: PolicyTelling
    ) {
        self.action = action
        self.saving = saving
        self.formToken = formToken
        version = fields.version
        name = Self.line(
            "name",
            "Name",
            fields.name,
            hint: "such as “No games after nine”",
            problems
        )
        message = Self.line(
            "message",
            "What it tells",
            fields.message,
            hint: "left empty, a sentence is made of the parts",
            problems
        )
        member = telling.reader.text
        memberField = telling.isParent ? Self.members(fields.member, problems, telling) : nil
        memberProblem = problems["member"]
        answer = Self.choice("action", "The answer is", fields.action, Self.answers, problems)
        joint = Self.choice(
            "joint",
            "It holds when",
            fields.needsAll ? "all" : "any",
            [("all", "all of these are so"), ("any", "one of these is so")]
        )
        json = fields.json.map { Self.jsonField($0, problems["json"]) }
        partsProblem = problems["parts"]
        parts =
            fields.json != nil
            ? []
            : fields.parts.enumerated().map { index, part in
                PolicyPartView(
                    part,
                    at: index,
                    problems,
                    isNew: isGrown && index == fields.parts.count - 1,
                    telling
                )
            }
        isBare = json == nil && parts.isEmpty
        let kinds = PolicyPart.Kind.allCases.map { (value: $0.rawValue, name: $0.words) }
        kindField =
            json == nil && parts.count < PolicyPart.most
            ? TextField("kind", "Another part", options: kinds) : nil
        months = Self.choice(
            "months",
            "Try it on",
            fields.months,
            [("1", "this month"), ("3", "three months"), ("12", "twelve months")]
        )
    }

    private static let answers = [
        (value: "decline", name: "No"),
        (value: "ask", name: "No, unless a parent allows it"),
        (value: "warn", name: "Yes, with a warning"),
    ]

    private static func line(
        _ name: String,
        _ label: String,
        _ typed: String,
        hint: String,
        _ problems: [String: String]
    ) -> TextField {
        TextField(
            name,
            label,
            typed,
            isRequired: false,
            hint: hint,
            problem: problems[name]
        )
    }

    private static func jsonField(_ typed: String, _ problem: String?) -> TextField {
        let example =
            #"{"all": [{"amount": {"at_least": 500}}, {"not": {"category": ["groceries"]}}]}"#
        return TextField(
            "json",
            "When (as JSON)",
            typed,
            isRequired: false,
            lines: 8,
            hint: "Parts within one another, and more than six, are written so. Such as "
                + "\(example), amounts in cents.",
            problem: problem
        )
    }

    private static func members(
        _ chosen: String,
        _ problems: [String: String],
        _ telling: PolicyTelling
    ) -> TextField {
        let members = telling.members.map { id, name in
            (value: id.text, name: id == telling.reader ? "\(name) (you)" : name)
        }
        return choice(
            "member",
            "For whom",
            chosen,
            [(value: "", name: "Everybody")] + members,
            problems
        )
    }

    /// The choice of a part's field.
    static func choice(
        _ name: String,
        _ field: PolicyField,
        _ chosen: String,
        _ options: [(value: String, name: String)],
        _ problems: [String: String],
        id: String
    ) -> TextField {
        choice(name, field.label, chosen, options, problems, id: id, hint: field.hint)
    }

    /// A choice in which what was sent is there, whatever it is.
    static func choice(
        _ name: String,
        _ label: String,
        _ chosen: String,
        _ options: [(value: String, name: String)],
        _ problems: [String: String] = [:],
        id: String? = nil,
        hint: String? = nil
    ) -> TextField {
        let isKnown = options.contains { $0.value == chosen }
        return TextField(
            name,
            label,
            chosen,
            id: id,
            hint: hint,
            problem: problems[name],
            options: isKnown ? options : options + [(value: chosen, name: chosen)]
        )
    }
}

/// One part of a policy in its form.
struct PolicyPartView: PageView {
    static let template = "policy-part"

    /// A control of the part: a field, or days to tick.
    struct Control: Sendable {
        let field: TextField?
        let days: Days?
    }

    struct Days: Sendable {
        let daysID: String
        let daysLabel: String
        let checks: [Check]
        let daysHint: String
        let daysProblem: String?
    }

    struct Check: Sendable {
        let check: String
        let words: String
        let isChecked: Bool
    }

    let number: String
    let prefix: String
    let index: String
    let kind: String
    let question: String
    let sense: TextField
    let controls: [Control]
    let partProblem: String?

    init(
        _ part: PolicyPart,
        at index: Int,
        _ problems: [String: String],
        isNew: Bool,
        _ telling: PolicyTelling
    ) {
        let prefix = "p\(index)"
        self.prefix = prefix
        self.index = String(index)
        number = telling.format.number(Int64(index + 1))
        kind = part.kind.rawValue
        question = part.kind.words
        partProblem = problems[prefix]
        sense = TextField(
            "\(prefix)_not",
            "Holds when",
            part.isNot ? "not" : "",
            id: "\(prefix)-not",
            options: [("", "it is so"), ("not", "it is not so")]
        )
        controls = part.kind.fields.enumerated().map { place, field in
            Control(
                field,
                of: part,
                prefix,
                problems,
                isFirst: isNew && place == 0,
                telling
            )
        }
    }
}

extension PolicyPartView.Control {
    init(
        _ field: PolicyField,
        of part: PolicyPart,
        _ prefix: String,
        _ problems: [String: String],
        isFirst: Bool,
        _ telling: PolicyTelling
    ) {
        let (id, name) = ("\(prefix)-\(field.name)", "\(prefix)_\(field.name)")
        let line = { (type: String, isDecimal: Bool, lines: Int?, unit: String?) in
            TextField(
                name,
                field.label,
                part[field.name],
                id: id,
                type: type,
                inputmode: isDecimal ? "decimal" : nil,
                isRequired: false,
                isFocused: isFirst ? true : nil,
                lines: lines,
                unit: unit,
                hint: field.hint,
                problem: problems[name]
            )
        }
        switch field.input {
        case .money: self.init(line("text", true, nil, telling.currency.code))
        case .number: self.init(line("text", true, nil, nil))
        case .time: self.init(line("time", false, nil, nil))
        case .list: self.init(line("text", false, 3, nil))
        case .choice(let choices):
            let chosen = part.values[field.name] ?? choices.first?.value ?? ""
            let options = choices.map { (value: $0.value, name: $0.words) }
            self.init(PolicyFormView.choice(name, field, chosen, options, problems, id: id))
        case .place, .goal:
            let options = telling.names.options(field.input, part[field.name])
            let chosen = part.values[field.name] ?? options.first?.value ?? ""
            self.init(PolicyFormView.choice(name, field, chosen, options, problems, id: id))
        case .days:
            let checks = PolicyPart.days.map { day in
                PolicyPartView.Check(
                    check: "\(prefix)_\(day)",
                    words: PolicyWords.dayNames[day] ?? day,
                    isChecked: !part[day].isEmpty
                )
            }
            self.init(
                field: nil,
                days: PolicyPartView.Days(
                    daysID: id,
                    daysLabel: field.label,
                    checks: checks,
                    daysHint: field.hint ?? "",
                    daysProblem: problems[name]
                )
            )
        }
    }

    private init(_ field: TextField) { self.init(field: field, days: nil) }
}
