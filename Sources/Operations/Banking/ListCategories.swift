import Catalogue
public import Contract
import Store

extension BankingOperations {
    /// Lists the categories that transactions have: the document's, and the caller's own.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listCategories(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.CategoriesResponse {
        try await reading(call) { session, membership in
            let member = membership.member
            var words = Set(catalogue.bankingGroups)
            if let days = try EntryCounts.window(of: member, in: session) {
                let first = EntryCounts.period(of: days.lowerBound)
                let last = EntryCounts.period(of: days.upperBound)
                let counts = try EntryCounts.byPeriod(
                    of: member,
                    in: first...last,
                    session: session
                )
                words.formUnion(counts.map(\.count.category).filter(catalogue.isOwnWord))
            }
            return API.Banking.CategoriesResponse(words.sorted())
        }
    }
}
