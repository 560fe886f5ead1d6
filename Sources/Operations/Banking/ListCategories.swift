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
            let used = try EntryCounts.categories(of: member, in: session)
            words.formUnion(used.filter(catalogue.isOwnWord))
            return API.Banking.CategoriesResponse(words.sorted())
        }
    }
}
