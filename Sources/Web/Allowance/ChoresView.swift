public import Contract

/// A child's chores: what it can do, what waits for a parent, and what is paid.
public struct ChoresView: PageView {
    /// The template's name.
    public static let template = "family-chores"

    let sub: String
    let notices: [Notice]
    let open: [Entry]
    let past: [Entry]

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - chores: The child's.
    ///   - notices: What stands above.
    ///   - forms: What its forms have in common.
    ///   - words: How amounts and days are said.
    public init(
        _ chores: [API.Allowance.ChoreResponse],
        notices: [Notice] = [],
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        var forms = forms
        forms.action = Frame.Place.chores.path
        let list = ChoreList(chores, for: .child, forms, words)
        self.notices = notices
        open = list.open
        past = list.past
        let rewards = chores.filter(\.isOpen).reduce(0) { $0 + $1.reward.minor }
        sub =
            rewards > 0
            ? "You can earn \(words.format.money(hundredths: rewards))"
            : "What you do, and what it brings"
    }
}
