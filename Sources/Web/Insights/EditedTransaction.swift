public import Kernel

/// What somebody wrote about a transaction and was refused.
public struct EditedTransaction: Sendable {
    let id: ID<Entity.Entry>
    /// Whether it was written in the list, and not beside it.
    let isInList: Bool
    let category: String
    let notes: String
    let problems: [String: String]

    /// Takes what was typed.
    ///
    /// `problems`: What is wrong with a field, by the endpoint's name of it.
    public init(
        _ id: ID<Entity.Entry>,
        isInList: Bool,
        category: String,
        notes: String,
        problems: [String: String]
    ) {
        self.id = id
        self.isInList = isInList
        self.category = category
        self.notes = notes
        self.problems = problems
    }
}

/// The forms that write about transactions, in the list and beside it.
struct TransactionForms: Sendable {
    /// The address of the list.
    let search: TransactionSearch
    let edited: EditedTransaction?
    let formToken: String

    /// The two fields of a transaction, with what was typed before.
    func fields(_ subject: Subject, isInList: Bool) -> [TextField] {
        let draft = draft(of: subject, isInList: isInList)
        let end = isInList ? "-\(subject.id.text)" : ""
        return [
            TextField(
                "category",
                "Kind",
                draft?.category ?? subject.category,
                id: "category\(end)",
                list: "kinds",
                problem: draft?.problems["category"]
            ),
            TextField(
                "notes",
                "Note",
                draft?.notes ?? subject.notes,
                id: "notes\(end)",
                isRequired: false,
                problem: draft?.problems["notes"]
            ),
        ]
    }

    /// Whether the form that stands in the list was refused.
    func isRefused(_ subject: Subject) -> Bool {
        draft(of: subject, isInList: true) != nil
    }

    private func draft(of subject: Subject, isInList: Bool) -> EditedTransaction? {
        edited.flatMap { edited in
            edited.id == subject.id && edited.isInList == isInList ? edited : nil
        }
    }

    /// The form that stands in the list, folded away.
    ///
    /// It carries what was there, so that only what was changed is written: a kind that is written
    /// is the reader's own from then on, whatever the bank says later.
    func inList(_ subject: Subject) -> ActionForm {
        ActionForm(
            search.path,
            formToken: formToken,
            hidden: [
                "transaction": subject.id.text,
                "category_was": subject.category,
                "notes_was": subject.notes,
            ],
            fields: fields(subject, isInList: true),
            button: "Keep",
            isQuiet: true,
            asking: ActionForm.Question(
                "Edit",
                about: " kind and note of \(subject.name)",
                isOpen: isRefused(subject)
            )
        )
    }

    /// What the forms are about.
    struct Subject: Sendable {
        let id: ID<Entity.Entry>
        let name: String
        let category: String
        let notes: String
    }
}
