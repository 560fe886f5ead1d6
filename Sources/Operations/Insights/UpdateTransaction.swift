import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension InsightsOperations {
    /// Gives a transaction another category or notes, beside what the bank says of it.
    ///
    /// The edit counts at once in every list, total and limit, and survives each sync. One that
    /// changes nothing is not recorded.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound` when no list of the caller shows it, `conflict`,
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func updateTransaction(
        _ input: API.Insights.TransactionUpdateRequest,
        _ call: Call
    ) async throws -> API.Insights.Transaction {
        let category = input.category.map { catalogue.insightsSpelling(of: $0) }
        return try await writing(call) { session, membership in
            let (id, member) = (input.transactionID, membership.member)
            let transaction = try EditableTransaction(id, of: membership, in: session)
            let former = transaction.annotation ?? AnnotationRecord()
            var annotation = former
            annotation.category = category ?? annotation.category
            if let notes = input.notes?.text { annotation.notes = notes.isEmpty ? nil : notes }
            if annotation != former {
                try transaction.edit(annotation, membership, catalogue, call, in: session)
            }
            let edited = try DatedEntries.find(id, of: member, in: session)
                .orCorrupt("an entry that was edited is gone")
            let book = try book(of: membership, at: call.now, in: session)
            return try book.transaction(edited, trace: call.trace)
        }
    }
}
