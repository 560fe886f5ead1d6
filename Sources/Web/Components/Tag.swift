/// A word about something: its state, never by its colour alone.
struct Tag: PageView {
    static let template = "tag"

    /// What kind of word it is.
    enum Kind: String, Sendable {
        /// It says what something is.
        case plain = ""
        /// All is well.
        case good
        /// Something deserves a look.
        case warn
        /// Something is not allowed, or is no more.
        case bad
    }

    let kind: String
    let word: String
    let tagIcon: String?

    /// Makes a tag.
    ///
    /// `icon`: The name of a shape that says the same; `nil` where the word is enough.
    init(_ kind: Kind, _ word: String, icon: String? = nil) {
        self.kind = kind.rawValue
        self.word = word
        tagIcon = icon.map { "\(WebApp.icons.path)#\($0)" }
    }
}

extension Tag: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "kind": Word.text(kind)
        case "word": Word.text(self.word)
        case "tagIcon": Word.maybe(tagIcon)
        default: nil
        }
    }
}
