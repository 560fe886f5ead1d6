import Contract
import Kernel

/// A transaction in a list, with the form that writes about it folded away.
///
/// It looks as an ``Entry`` with a form does. A page has forty of them, and most of its time would
/// be their forms made of components, so its template has the form in full.
struct TransactionLine: PageView {
    static let template = "transaction-line"

    let id: String
    let name: String
    let way: String
    let sum: String
    let isIn: Bool
    let detail: String
    let tags: [Tag]
    let category: String
    let notes: String
    let action: String
    let formToken: String
    /// The form with what was typed and is wrong, where it was refused.
    let refused: ActionForm?

    /// Shows one.
    ///
    /// `day`: Its day where the list is of no days, by which it is opened.
    init(
        _ transaction: API.Insights.Transaction,
        _ detail: [String],
        _ forms: TransactionForms,
        on day: CivilDay?,
        _ format: PageFormat
    ) {
        let subject = TransactionForms.Subject(transaction)
        let amount = Amount.moved(transaction, format)
        id = subject.id.text
        name = subject.name
        way = forms.search.with { ($0.open, $0.day) = (transaction.id, day) }.path
        sum = amount.text
        isIn = amount.isIn
        self.detail = (detail + [subject.notes]).filter { !$0.isEmpty }.joined(separator: " · ")
        tags = transaction.tags
        category = subject.category
        notes = subject.notes
        action = forms.search.path
        formToken = forms.formToken
        refused = forms.isRefused(subject) ? forms.inList(subject) : nil
    }
}

extension TransactionLine: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "id": Word.text(id)
        case "name": Word.text(self.name)
        case "way": Word.text(way)
        case "sum": Word.text(sum)
        case "isIn": isIn
        case "detail": Word.text(detail)
        case "tags": Word.list(tags)
        case "category": Word.text(category)
        case "notes": Word.text(notes)
        case "action": Word.text(action)
        case "formToken": Word.text(formToken)
        case "refused": Word.maybe(refused)
        default: nil
        }
    }
}
