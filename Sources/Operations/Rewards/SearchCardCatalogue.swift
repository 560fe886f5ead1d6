public import Contract
import Kernel
import Rewards

extension RewardsOperations {
    /// Finds cards in the catalogue that the program carries.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func searchCardCatalogue(
        _ input: API.Rewards.CatalogueRequest,
        _ call: Call
    ) async throws -> API.Rewards.CatalogueList {
        try await reading(call) { _, _ in }
        let most = Int64(Limits.catalogueCardsMost)
        let usual = Int64(Limits.catalogueCardsUsual)
        let limit = min(max(input.limit?.value ?? usual, 1), most)
        // No offset beyond the last card finds another answer than that one.
        let all = Int64(CardCatalogue.standard.cards.count)
        let offset = min(max(input.offset?.value ?? 0, 0), all)
        let found = CardCatalogue.standard.search(
            input.q ?? "",
            skipping: Int(offset),
            limit: Int(limit)
        )
        return API.Rewards.CatalogueList(
            cards: found.cards.map { .init($0) },
            total: Int64(found.total)
        )
    }
}
