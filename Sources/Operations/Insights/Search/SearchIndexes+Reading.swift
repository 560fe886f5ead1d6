import Catalogue
import Insights
import Kernel
import Ledger
import SQL
import Store

extension SearchIndexes {
    /// What was read of a member's rows, before their texts are prepared.
    enum Rows: Sendable {
        /// All of them.
        case all(SearchIndexRows, at: ChainHead)
        /// What changed, as ``Reading`` has it.
        case changes([(id: ID<Entity.Entry>, row: SearchIndex.Row?)], at: ChainHead)
    }
}

extension SearchIndexes.Rows {
    /// Reads a member's rows, or what of them changed since a place in the household's chain.
    ///
    /// - Complexity: O(changes), or O(rows) when there are many or all days moved.
    init(
        of membership: Membership,
        since known: ChainHead?,
        _ book: TransactionBook,
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
        var rows = SearchIndexRows()
        try SearchedEntries.visit(of: membership.member, in: session) { entry in
            rows.add(book.searched(entry))
        }
        self = .all(rows, at: head)
    }

    /// Prepares the texts on as many cores as there are, outside of any transaction.
    func prepared(_ catalogue: Catalogue) async -> SearchIndexes.Reading {
        switch self {
        case .changes(let changes, let head): return .changes(changes, at: head)
        case .all(let rows, let head):
            let starts = Array(stride(from: 0, to: rows.textCount, by: Self.textsAtOnce))
            let texts = await withTaskGroup(of: (start: Int, texts: [PreparedText]).self) { group in
                for start in starts {
                    group.addTask {
                        let end = min(start + Self.textsAtOnce, rows.textCount)
                        return (start, rows.prepared(start..<end, catalogue))
                    }
                }
                var pieces: [Int: [PreparedText]] = [:]
                for await piece in group { pieces[piece.start] = piece.texts }
                return starts.flatMap { pieces[$0] ?? [] }
            }
            return .whole(SearchIndex(rows, texts: texts, catalogue), at: head)
        }
    }

    private static let textsAtOnce = 500
}
