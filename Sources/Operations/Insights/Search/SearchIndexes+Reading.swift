import Catalogue
import Insights
import Kernel
import Ledger
import SQL
import Store

extension SearchIndexes.Reading {
    /// Reads a member's rows, or what of them changed since a place in the household's chain.
    ///
    /// - Complexity: O(changes), or O(rows) when there are many or all days moved.
    init(
        of membership: Membership,
        since known: ChainHead?,
        _ book: TransactionBook,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws {
        let head = membership.head
        if let known, head.sequence - known.sequence <= Limits.searchChangesFollowed {
            let changes = try BookChanges(
                of: head.household,
                after: known.sequence,
                in: session
            )
            if !changes.movedDays {
                let entries = try SearchedEntries.list(of: changes.transfers, in: session)
                let own = entries.filter { $0.member == membership.member }
                self = .changes(
                    own.map { ($0.id, $0.isRemoved ? nil : book.searched($0)) },
                    at: head
                )
                return
            }
        }
        var index = SearchIndex(catalogue)
        try SearchedEntries.visit(of: membership.member, in: session) { entry in
            index.load(book.searched(entry))
        }
        self = .whole(index, at: head)
    }
}
