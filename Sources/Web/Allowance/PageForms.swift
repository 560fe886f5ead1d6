public import Kernel

/// A form that was sent and could not be done, so that its page is shown again as it was typed.
public struct SentForm: Sendable {
    let name: String
    let values: [String: String]
    let problems: [String: String]

    /// Remembers a form.
    ///
    /// - Parameters:
    ///   - name: What it asked to be done.
    ///   - thing: What it is about, where a page has such a form for several.
    ///   - values: What was typed, by the fields' names.
    ///   - problems: What is wrong with a field, by its name.
    public init(
        _ name: String,
        on thing: String = "",
        values: [String: String],
        problems: [String: String]
    ) {
        self.name = Self.name(name, thing)
        self.values = values
        self.problems = problems
    }

    static func name(_ name: String, _ thing: String) -> String {
        thing.isEmpty ? name : "\(name)-\(thing)"
    }
}

/// What the forms of a page have in common.
public struct PageForms: Sendable {
    let token: String
    let key: String
    let sent: SentForm?
    /// In what amounts are, as their fields say.
    let currency: String
    /// Where they are sent.
    var action = Frame.Place.family.path

    /// Makes what forms have in common.
    ///
    /// - Parameters:
    ///   - token: What they carry against forms of other sites.
    ///   - key: What tells a form that is sent twice from two forms.
    ///   - sent: The form that could not be done.
    ///   - currency: In what amounts are.
    public init(token: String, key: String, sent: SentForm? = nil, in currency: Currency) {
        self.currency = currency.code
        self.token = token
        self.key = key
        self.sent = sent
    }

    /// Whether a form is the one that was sent.
    func isSent(_ form: String, on thing: String = "") -> Bool {
        sent?.name == SentForm.name(form, thing)
    }

    /// A form whose buttons say what is done.
    ///
    /// `thing`: What it is about, where the page has such a form for several. `hidden`: What it
    /// says besides.
    func form(
        on thing: String = "",
        saying hidden: (name: String, value: String)? = nil,
        _ fields: [TextField] = [],
        buttons: [Button],
        asking question: ActionForm.Question? = nil
    ) -> ActionForm {
        // The family's page takes an empty `id` as none.
        let (name, value) = hidden ?? ("id", thing)
        return ActionForm(
            action,
            formToken: token,
            hidden: ["key": key, name: value],
            fields: fields,
            buttons: buttons,
            asking: question
        )
    }

    /// A form that does one thing, folded away where something opens it.
    ///
    /// - Parameters:
    ///   - job: What it does.
    ///   - thing: What it is about, where the page has such a form for several.
    ///   - button: What the button says.
    ///   - fields: What is typed.
    ///   - isQuiet: Whether something else on the page matters more.
    ///   - summary: What opens it; `nil` where it is always there.
    ///   - sentence: What comes of it.
    ///   - subject: What it is about, for who does not see where it stands.
    ///   - isOpen: Whether it is open also where it was not sent.
    /// - Returns: The form, with the page's key.
    func form(
        _ job: String,
        on thing: String = "",
        _ button: String,
        _ fields: [TextField] = [],
        isQuiet: Bool = true,
        behind summary: String? = nil,
        saying sentence: String? = nil,
        about subject: String? = nil,
        isOpen: Bool = false
    ) -> ActionForm {
        let question = summary.map { summary in
            ActionForm.Question(
                summary,
                sentence,
                about: subject,
                isOpen: isOpen || isSent(job, on: thing)
            )
        }
        let own = Button(
            button,
            isQuiet ? .quiet : .full,
            about: question == nil ? subject : nil,
            sending: ("do", job)
        )
        return form(on: thing, fields, buttons: [own], asking: question)
    }

    /// A field of a form, with what was typed into it; a password is not shown again.
    func field(
        _ form: String,
        on thing: String = "",
        _ name: String,
        _ label: String,
        _ value: String = "",
        type: String = "text",
        autocomplete: String = "off",
        inputmode: String? = nil,
        isRequired: Bool = true,
        unit: String? = nil,
        hint: String? = nil,
        options: [(value: String, name: String)] = []
    ) -> TextField {
        let typed = isSent(form, on: thing) ? sent : nil
        let shown = typed?.values[name] ?? value
        return TextField(
            name,
            label,
            type == "password" ? "" : shown,
            id: "\(SentForm.name(form, thing))-\(name)",
            type: type,
            autocomplete: autocomplete,
            inputmode: inputmode,
            isRequired: isRequired,
            unit: unit,
            hint: hint,
            problem: typed?.problems[name],
            options: options
        )
    }

    /// A field for an amount.
    func amount(
        _ form: String,
        on thing: String = "",
        _ name: String = "amount",
        _ label: String = "How much",
        _ value: String = "",
        isRequired: Bool = true,
        hint: String? = nil
    ) -> TextField {
        field(
            form,
            on: thing,
            name,
            label,
            value,
            inputmode: "decimal",
            isRequired: isRequired,
            unit: currency,
            hint: hint
        )
    }
}
