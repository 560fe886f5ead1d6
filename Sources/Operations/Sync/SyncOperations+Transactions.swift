import Catalogue
public import Contract
public import Kernel
import Ledger
import SQL
import Store

extension SyncOperations {
    /// What members made of transactions, each its own; of one that was never edited there is no
    /// record.
    ///
    /// A value without fields takes an edit away, and nothing is removed: a record is known by its
    /// transaction's id, under which another one could not be made.
    public var transactionEdits: CopiedRecords<Entity.Entry, API.Sync.TransactionEditValue> {
        CopiedRecords(
            endpoints: API.Sync.transactionEdit,
            kind: .transactionEdit,
            normalised: { value in
                API.Sync.TransactionEditValue(
                    category: value.category.map { catalogue.insightsSpelling(of: $0) },
                    notes: value.notes
                )
            },
            list: { ids, desk in
                try Annotations.list(of: ids, desk.membership.member, in: desk.session)
                    .map { entry, annotation in
                        let value = API.Sync.TransactionEditValue(
                            category: annotation.category,
                            notes: annotation.notes
                        )
                        return (entry, value)
                    }
            },
            permit: { _, _, _, _ in },
            create: { id, value, desk in
                guard value.category != nil || value.notes != nil else {
                    let rule = "or notes must be there"
                    throw Problem.invalid([Fault(field: "category", rule: rule)])
                }
                try edit(id, to: value, desk)
            },
            change: { id, _, value, desk in try edit(id, to: value, desk) }
        )
    }

    private func edit(
        _ id: ID<Entity.Entry>,
        to value: API.Sync.TransactionEditValue,
        _ desk: CopyDesk
    ) throws {
        let (membership, session) = (desk.membership, desk.session)
        let annotation = AnnotationRecord(category: value.category, notes: value.notes)
        try EditableTransaction(id, of: membership, in: session)
            .edit(annotation, membership, catalogue, desk.call, in: session)
    }
}
