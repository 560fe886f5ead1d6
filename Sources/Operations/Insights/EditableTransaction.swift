import Catalogue
import Contract
import Kernel
import Ledger
import SQL
import Store

/// A transaction that a member's lists show, with what the member made of it.
struct EditableTransaction {
    /// What began it, or settled that.
    private let transfer: Transfer
    /// What the member made of it; `nil` where nothing ever was.
    let annotation: AnnotationRecord?

    /// Finds a transaction of a caller.
    ///
    /// - Throws: ``Problem`` `notFound` when no list of the caller shows it; `DatabaseError`.
    init(
        _ id: ID<Entity.Entry>,
        of membership: Membership,
        in session: any Session
    ) throws {
        let found = try DatedEntries.find(id, of: membership.member, in: session).orNotFound()
        let began = found.record.entry.transfer
        transfer = try Transfers.find(began, of: membership.household, in: session)
            .orCorrupt("an entry has no transfer")
        annotation = try Annotations.find(transfer.annotated, in: session)
    }

    /// Keeps another edit of it and records who made that; it counts at once.
    ///
    /// - Throws: `DatabaseError`.
    func edit(
        _ annotation: AnnotationRecord,
        _ membership: Membership,
        _ catalogue: Catalogue,
        _ call: Call,
        in session: any Session
    ) throws {
        var ledger = try LedgerWriter(membership.head, catalogue, in: session)
        try ledger.edit(transfer, annotation, by: membership.member, call)
    }
}
