/// A field of a form: a line, several lines or a choice, with its label, its hint and what is wrong
/// with it.
///
/// What may be missing has a name of its own, because a template looks for what a view has not in
/// the views around it.
public struct TextField: PageView {
    /// The template's name.
    public static let template = "text-field"

    /// Something to choose.
    struct Option: Sendable {
        let choice: String
        let words: String
        let isChosen: Bool
    }

    let id: String
    let name: String
    let label: String
    let type: String
    let value: String
    let autocomplete: String
    let inputmode: String?
    let isRequired: Bool
    let isFocused: Bool
    let isLine: Bool
    let isChoice: Bool
    let options: [Option]
    /// How many lines it shows.
    let fieldLines: Int?
    /// The id of a list of what others typed.
    let fieldList: String?
    let fieldUnit: String?
    let fieldHint: String?
    let fieldProblem: String?
    /// The ids of what explains it.
    let described: String?

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - name: As the form sends it.
    ///   - label: What is asked for.
    ///   - value: What is in it, or chosen.
    ///   - id: Its id in the page; the name unless said.
    ///   - type: As HTML has it.
    ///   - autocomplete: What the browser may fill in.
    ///   - inputmode: Which keyboard a phone shows.
    ///   - isRequired: Whether the browser sends nothing without it.
    ///   - isFocused: Whether typing begins here; where something was wrong unless said.
    ///   - lines: How many lines it shows, where it takes several.
    ///   - list: The id of a list that suggests values.
    ///   - unit: What its figure counts, such as a currency.
    ///   - hint: What helps to fill it in.
    ///   - problem: What was wrong with what was sent.
    ///   - options: What there is to choose from; nothing where it is typed.
    public init(
        _ name: String,
        _ label: String,
        _ value: String = "",
        id: String? = nil,
        type: String = "text",
        autocomplete: String = "off",
        inputmode: String? = nil,
        isRequired: Bool = true,
        isFocused: Bool? = nil,
        lines: Int? = nil,
        list: String? = nil,
        unit: String? = nil,
        hint: String? = nil,
        problem: String? = nil,
        options: [(value: String, name: String)] = []
    ) {
        let id = id ?? name
        self.id = id
        self.name = name
        self.label = label
        self.type = type
        self.value = value
        self.autocomplete = autocomplete
        self.inputmode = inputmode
        // A choice has a value whatever is chosen.
        self.isRequired = isRequired && options.isEmpty
        self.isFocused = isFocused ?? (problem != nil)
        isChoice = !options.isEmpty
        isLine = options.isEmpty && lines == nil
        self.options = options.map { option in
            Option(
                choice: option.value,
                words: option.name,
                isChosen: option.value == value
            )
        }
        fieldLines = lines
        fieldList = list
        fieldUnit = unit
        fieldHint = hint
        fieldProblem = problem
        let ids = [hint.map { _ in "\(id)-hint" }, problem.map { _ in "\(id)-problem" }]
        let known = ids.compactMap(\.self)
        described = known.isEmpty ? nil : known.joined(separator: " ")
    }
}

extension TextField: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "id": Word.text(id)
        case "name": Word.text(self.name)
        case "label": Word.text(label)
        case "type": Word.text(type)
        case "value": Word.text(value)
        case "autocomplete": Word.text(autocomplete)
        case "inputmode": Word.maybe(inputmode)
        case "isRequired": isRequired
        case "isFocused": isFocused
        case "isLine": isLine
        case "isChoice": isChoice
        case "options": Word.list(options)
        case "fieldLines": Word.maybe(fieldLines.map(String.init))
        case "fieldList": Word.maybe(fieldList)
        case "fieldUnit": Word.maybe(fieldUnit)
        case "fieldHint": Word.maybe(fieldHint)
        case "fieldProblem": Word.maybe(fieldProblem)
        case "described": Word.maybe(described)
        default: nil
        }
    }
}

extension TextField.Option: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "choice": Word.text(choice)
        case "words": Word.text(words)
        case "isChosen": isChosen
        default: nil
        }
    }
}
