/// A form of a page, as it is sent by one of its buttons.
struct HTMLForm {
    struct Field {
        let name: String
        var value: String
        /// What of it a reader may type or choose; `hidden` where nothing.
        let type: String

        var isHidden: Bool { type == "hidden" || type == "button" }
    }

    let method: String
    let action: String
    var fields: [Field] = []

    /// What it asks for: the words that no reader types.
    var deed: String {
        fields.filter { $0.isHidden && Self.deciding.contains($0.name) }
            .map { "\($0.name)=\($0.value)" }.sorted().joined(separator: " ")
    }

    private static let deciding: Set = ["do", "decision", "state", "type"]

    /// The fields as they are sent, with the token of a session; one that is there twice is sent
    /// once, as a browser would send a box that is ticked.
    func pairs(_ token: String) -> [(name: String, value: String)] {
        var sent: Set<String> = []
        return fields.filter { sent.insert($0.name).inserted }.map { field in
            (field.name, field.name == "form_token" ? token : field.value)
        }
    }

    /// The form with something good enough in each field that is empty.
    ///
    /// No e-mail address is made up: who has another one cannot be signed in by a test again.
    func filled() -> HTMLForm {
        var form = self
        for index in form.fields.indices where form.fields[index].value.isEmpty {
            form.fields[index].value = Self.sample(of: form.fields[index])
        }
        return form
    }

    private static func sample(of field: Field) -> String {
        switch field.type {
        case "hidden", "button", "select", "email", "file": ""
        case "password": "password123"
        case "date": "2025-01-15"
        case "time": "08:00"
        default: field.name == "email" ? "" : "1"
        }
    }
}

extension HTMLPage {
    /// Its forms, each once for each of its buttons.
    var forms: [HTMLForm] {
        var found: [HTMLForm] = []
        var form: HTMLForm?
        var buttons: [HTMLForm.Field] = []
        var choice: (name: String, value: String?)?
        var isTyping = false
        for token in tokens {
            switch token {
            case .begin(let tag) where tag.name == "form":
                form = HTMLForm(method: tag["method"] ?? "get", action: tag["action"] ?? "")
                buttons = []
            case .end("form"):
                guard let whole = form else { continue }
                found += buttons.map { button in
                    var sent = whole
                    sent.fields.append(button)
                    return sent
                }
                if buttons.isEmpty { found.append(whole) }
                form = nil
            case .begin(let tag) where tag.name == "button" && tag["name"] != nil:
                let field = HTMLForm.Field(tag, type: "button")
                if !buttons.contains(where: { $0.name == field.name && $0.value == field.value }) {
                    buttons.append(field)
                }
            case .begin(let tag) where tag.name == "input":
                let isBox = ["checkbox", "radio"].contains(tag["type"])
                guard !isBox || tag["checked"] != nil else { continue }
                form?.fields.append(HTMLForm.Field(tag, type: tag["type"] ?? "text"))
            case .begin(let tag) where tag.name == "select": choice = (tag["name"] ?? "", nil)
            case .begin(let tag) where tag.name == "option":
                if choice?.value == nil || tag["selected"] != nil { choice?.value = tag["value"] }
            case .end("select"):
                form?.fields.append(
                    HTMLForm.Field(
                        name: choice?.name ?? "",
                        value: choice?.value ?? "",
                        type: "select"
                    )
                )
                choice = nil
            case .begin(let tag) where tag.name == "textarea":
                form?.fields.append(HTMLForm.Field(tag, type: "textarea"))
                isTyping = true
            case .text(let text) where isTyping:
                if let last = form?.fields.indices.last { form?.fields[last].value = text }
                isTyping = false
            case .end("textarea"): isTyping = false
            default: break
            }
        }
        return found
    }
}

extension HTMLForm.Field {
    fileprivate init(_ tag: HTMLPage.Tag, type: String) {
        self.init(name: tag["name"] ?? "", value: tag["value"] ?? "", type: type)
    }
}
