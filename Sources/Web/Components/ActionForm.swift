/// A form that does one thing: its fields and its buttons, at once, folded away, or after a dialog
/// has asked.
public struct ActionForm: PageView {
    /// The template's name.
    public static let template = "action-form"

    /// A box to tick.
    public struct Box: Sendable {
        let boxName: String
        let boxLabel: String
        let isTicked: Bool

        /// Makes a box.
        public init(_ name: String, _ label: String, isTicked: Bool) {
            boxName = name
            boxLabel = label
            self.isTicked = isTicked
        }
    }

    /// What the form is folded away behind: what it is for or, where something comes of it that is
    /// not taken back as easily, what is asked before.
    ///
    /// One with a sentence is a dialog, which opens over the page where scripts run. One that shows
    /// from the beginning stays in its place, so that no page begins with a dialog.
    public struct Question: Sendable {
        let summary: String
        let summarySubject: String?
        let sentence: String?
        let isOpen: Bool

        /// Asks.
        ///
        /// - Parameters:
        ///   - summary: What opens it.
        ///   - sentence: What comes of it.
        ///   - subject: What it is about, for who does not see where it stands; with the space
        ///     that leads to it.
        ///   - isOpen: Whether it shows from the beginning, because it was answered wrongly
        ///     before.
        public init(
            _ summary: String,
            _ sentence: String? = nil,
            about subject: String? = nil,
            isOpen: Bool = false
        ) {
            self.summary = summary
            self.sentence = sentence
            summarySubject = subject
            self.isOpen = isOpen
        }
    }

    struct Hidden: Sendable {
        let hiddenName: String
        let hiddenValue: String
    }

    let action: String
    let formToken: String
    let hidden: [Hidden]
    let fields: [TextField]
    let boxes: [Box]
    let buttons: [Button]
    /// Whose password is asked for: browsers keep it under that name.
    let username: String?
    /// What is asked before, in a dialog.
    let asked: Question?
    /// What it is folded away behind.
    let folded: Question?
    let isUnfolded: Bool

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - action: The path it is sent to.
    ///   - formToken: What forms carry against those of other sites.
    ///   - hidden: What it carries besides, by name.
    ///   - fields: What is typed.
    ///   - boxes: What is ticked.
    ///   - buttons: What is done; the first where somebody presses the return key.
    ///   - username: Who is asked for a password, where one is.
    ///   - question: What is asked before; `nil` where nothing is.
    public init(
        _ action: String,
        formToken: String,
        hidden: KeyValuePairs<String, String> = [:],
        fields: [TextField] = [],
        boxes: [Box] = [],
        buttons: [Button],
        username: String? = nil,
        asking question: Question? = nil
    ) {
        self.action = action
        self.formToken = formToken
        self.hidden = hidden.map { Hidden(hiddenName: $0.key, hiddenValue: $0.value) }
        self.fields = fields
        self.boxes = boxes
        self.buttons = buttons
        self.username = fields.contains { $0.type == "password" } ? username : nil
        asked = question?.sentence == nil ? nil : question
        folded = question?.sentence == nil ? question : nil
        isUnfolded = question == nil
    }

    /// Makes a form with one button.
    ///
    /// - Parameters:
    ///   - action: The path it is sent to.
    ///   - formToken: What forms carry against those of other sites.
    ///   - hidden: What it carries besides, by name.
    ///   - fields: What is typed.
    ///   - boxes: What is ticked.
    ///   - button: What the button says.
    ///   - username: Who is asked for a password, where one is.
    ///   - isQuiet: Whether something else on the page matters more.
    ///   - question: What is asked before; `nil` where nothing is.
    public init(
        _ action: String,
        formToken: String,
        hidden: KeyValuePairs<String, String>,
        fields: [TextField] = [],
        boxes: [Box] = [],
        button: String,
        username: String? = nil,
        isQuiet: Bool = false,
        asking question: Question? = nil
    ) {
        self.init(
            action,
            formToken: formToken,
            hidden: hidden,
            fields: fields,
            boxes: boxes,
            buttons: [Button(button, isQuiet ? .quiet : .full)],
            username: username,
            asking: question
        )
    }
}

extension ActionForm: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "action": Word.text(action)
        case "formToken": Word.text(formToken)
        case "hidden": Word.list(hidden)
        case "fields": Word.list(fields)
        case "boxes": Word.list(boxes)
        case "buttons": Word.list(buttons)
        case "username": Word.maybe(username)
        case "asked": Word.maybe(asked)
        case "folded": Word.maybe(folded)
        case "isUnfolded": isUnfolded
        default: nil
        }
    }
}

extension ActionForm.Box: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "boxName": Word.text(boxName)
        case "boxLabel": Word.text(boxLabel)
        case "isTicked": isTicked
        default: nil
        }
    }
}

extension ActionForm.Question: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "summary": Word.text(summary)
        case "summarySubject": Word.maybe(summarySubject)
        case "sentence": Word.maybe(sentence)
        case "isOpen": isOpen
        default: nil
        }
    }
}

extension ActionForm.Hidden: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "hiddenName": Word.text(hiddenName)
        case "hiddenValue": Word.text(hiddenValue)
        default: nil
        }
    }
}
