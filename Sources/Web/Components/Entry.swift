/// A line of a list: what it is, an amount at its end, and below it a word and what may be done.
struct Entry: PageView {
    static let template = "entry"

    let name: String
    let way: String?
    let amount: Amount
    let detail: String
    let tags: [Tag]
    let forms: [ActionForm]

    /// Makes a line.
    ///
    /// `way`: Where it is shown in full; `nil` where this is all.
    init(
        _ name: String,
        _ amount: Amount,
        _ detail: String,
        tags: [Tag] = [],
        forms: [ActionForm] = [],
        to way: String? = nil
    ) {
        self.name = name
        self.amount = amount
        self.detail = detail
        self.tags = tags
        self.forms = forms
        self.way = way
    }
}

extension Entry: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "name": Word.text(self.name)
        case "way": Word.maybe(way)
        case "amount": Word.view(amount)
        case "detail": Word.text(detail)
        case "tags": Word.list(tags)
        case "forms": Word.list(forms)
        default: nil
        }
    }
}
