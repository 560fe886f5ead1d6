import Insights
import Kernel
import SQL
import Store

/// What a search found, the best first.
struct FoundTransactions: Sendable {
    /// The transactions.
    let sources: [AnswerSource]
    /// Those of them in another currency than the household's.
    let foreign: Set<ID<Entity.Entry>>

    /// The amounts in the household's currency.
    var cents: [Int64] { sources.filter { !foreign.contains($0.id) }.map(\.cents) }
}

extension InsightsOperations {
    /// Finds the caller's transactions that fit a query best.
    ///
    /// What was committed before the call is found, whichever process wrote it.
    ///
    /// - Parameters:
    ///   - query: As it is typed; everything by date and amount when blank.
    ///   - filter: Which transactions are looked at.
    ///   - most: How many are kept.
    ///   - seen: Transactions that are left out.
    ///   - call: The caller's call.
    /// - Returns: What is kept, the best first.
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    func found(
        _ query: String,
        filter: SearchFilter = SearchFilter(),
        most: Int = Limits.searchResultsUsual,
        leavingOut seen: Set<ID<Entity.Entry>> = [],
        _ call: Call
    ) async throws -> FoundTransactions {
        let membership = try await reading(call) { _, membership in membership }
        let index = try await searches.index(of: membership) { [catalogue] known in
            let rows = try await reading(call) { session, membership in
                let book = try book(of: membership, at: call.now, in: session)
                return try SearchIndexes.Rows(of: membership, since: known, book, in: session)
            }
            return await rows.prepared(catalogue)
        }
        let candidates = index.candidates(
            for: query,
            filter: filter,
            today: membership.zone.day(of: call.now),
            most: most,
            leavingOut: seen
        )
        let undecided = SearchIndex.undecided(candidates)
        let instants =
            undecided.isEmpty
            ? [:] : try await database.read { try SearchedEntries.instants(of: undecided, in: $0) }
        let hits = SearchIndex.ordered(candidates, at: instants, most: most)
        return FoundTransactions(
            sources: hits.map(index.source),
            foreign: Set(hits.map(\.row.id).filter(index.isForeign))
        )
    }
}
