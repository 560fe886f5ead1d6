import Contract
public import Kernel
import Ledger
import SQL
import Store

extension LedgerOperations {
    /// Keeps a member's category and notes beside a transfer; its spending moves at once.
    ///
    /// - Throws: ``Problem`` `notFound` when the transfer is not the household's;
    ///   `unauthenticated`; `DatabaseError`.
    public func annotateTransfer(
        _ id: ID<Entity.Transfer>,
        category: String?,
        notes: String?,
        _ call: Call
    ) async throws {
        try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            guard let transfer = try Transfers.find(id, of: membership.household, in: session),
                transfer.member == membership.member
            else { throw Problem(.notFound) }
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            try ledger.edit(
                transfer,
                AnnotationRecord(category: category, notes: notes),
                by: membership.member,
                call
            )
        }
    }
}

extension LedgerWriter {
    /// Records that a member gave a transfer a category and notes; its spending moves at once.
    mutating func edit(
        _ transfer: Transfer,
        _ annotation: AnnotationRecord,
        by member: ID<Entity.Member>,
        _ call: Call
    ) throws {
        try annotate(transfer, as: annotation, by: member, call)
        let (subject, household) = (transfer.annotated, household.id)
        try record(.annotation(annotation, of: subject, in: household, by: member, call))
    }
}

extension Edit {
    /// What was made of an annotated transfer; `member` is `nil` where the program did it.
    static func annotation(
        _ annotation: AnnotationRecord,
        of transfer: ID<Entity.Transfer>,
        in household: ID<Entity.Household>,
        by member: ID<Entity.Member>?,
        _ call: Call
    ) -> Edit {
        let body = [
            JSON.Member("category", annotation.category.map { .string($0) } ?? .null),
            JSON.Member("notes", annotation.notes.map { .string($0) } ?? .null),
        ]
        return Edit(.annotation, of: transfer.text, body, in: household, by: member, call)
    }
}
