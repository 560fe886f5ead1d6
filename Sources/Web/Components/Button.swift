/// A button of a form.
public struct Button: PageView {
    /// The template's name.
    public static let template = "button"

    /// How much it matters.
    public enum Kind: String, Sendable {
        /// What a form is for.
        case full = "button"
        /// What is as easy, and not what most come for.
        case quiet = "button quiet"
        /// What changes the form itself.
        case plain
    }

    struct Pair: Sendable {
        let sentName: String
        let sentValue: String
    }

    let text: String
    let buttonSubject: String?
    let style: String
    let pair: Pair?
    let isDisabled: Bool

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - text: What it says.
    ///   - kind: How much it matters.
    ///   - subject: What it is about, for who does not see where it stands; with the space or the
    ///     colon that leads to it.
    ///   - pair: What the form says where this button was pressed.
    ///   - isDisabled: Whether it cannot be pressed.
    public init(
        _ text: String,
        _ kind: Kind = .full,
        about subject: String? = nil,
        sending pair: (name: String, value: String)? = nil,
        isDisabled: Bool = false
    ) {
        self.text = text
        buttonSubject = subject
        self.pair = pair.map { Pair(sentName: $0.name, sentValue: $0.value) }
        style = kind.rawValue
        self.isDisabled = isDisabled
    }
}

extension Button: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "text": Word.text(self.text)
        case "buttonSubject": Word.maybe(buttonSubject)
        case "style": Word.text(style)
        case "pair": Word.maybe(pair)
        case "isDisabled": isDisabled
        default: nil
        }
    }
}

extension Button.Pair: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "sentName": Word.text(sentName)
        case "sentValue": Word.text(sentValue)
        default: nil
        }
    }
}
