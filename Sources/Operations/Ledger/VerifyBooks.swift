public import Kernel
import Ledger
import SQL
import Store

/// What a walk over all books found.
public struct BooksReport: Sendable, Equatable {
    /// Households walked.
    public var households = 0
    /// Links of all chains: transfers, decisions and edits.
    public var links = 0
    /// The first row that does not fit; `nil` when every one does.
    public var firstFault: BooksFault?
}

/// A row that does not fit.
public struct BooksFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The household.
    public let household: ID<Entity.Household>
    /// The table, with the row's id or key.
    public let row: String
    /// What is wrong with it; amounts are not told.
    public let reason: String

    /// The sentence that names the row.
    public var description: String { "household \(household): \(row): \(reason)" }
}

extension LedgerOperations {
    /// Walks every household's chain and recomputes its balances and sums.
    ///
    /// Each household is looked at in one snapshot, so this may run while the server serves.
    ///
    /// - Complexity: O(*n*) in all recorded rows; memory for one household's sums.
    /// - Throws: `DatabaseError`. What does not fit is not thrown but reported.
    public func verifyBooks() async throws -> BooksReport {
        var report = BooksReport()
        var last: ID<Entity.Household>?
        while true {
            let page = try await database.read { [last] session in
                try Households.list(after: last, in: session)
            }
            for household in page {
                do {
                    report.links += try await verify(household.id)
                    report.households += 1
                } catch let fault as BooksFault {
                    report.firstFault = fault
                    return report
                } catch let error as DatabaseError where error.code == .corrupt {
                    let row = "households \(household.id)"
                    report.firstFault = BooksFault(
                        household: household.id,
                        row: row,
                        reason: "it cannot be read: \(error.reason)"
                    )
                    return report
                }
            }
            guard page.count == Limits.walkRows else { return report }
            last = page.last?.id
        }
    }

    /// Verifies one household.
    ///
    /// - Returns: How many links its chain has.
    /// - Throws: ``BooksFault``; `DatabaseError`.
    public func verify(_ household: ID<Entity.Household>) async throws -> Int {
        try await database.read { [catalogue] session in
            guard let head = try Households.head(of: household, in: session) else {
                return 0
            }
            var recomputed = try RecomputedBooks(LedgerWriter(head, catalogue, in: session))
            var chain = ChainWalk(household, in: session)
            while let link = try chain.next() {
                try recomputed.add(link)
            }
            try chain.requireEnd(head)
            try recomputed.compare()
            return Int(chain.sequence)
        }
    }
}
