public import Contract
public import Kernel

extension RewardsService {
    /// Finds cards that are offered to the public, the best first; all by name without a text.
    ///
    /// `text`: Beginnings of words of name, issuer or network. `limit`: How many, 1...100; 20 when
    /// `nil`. `offset`: How many of the best are passed over.
    public func searchCardCatalogue(
        _ text: String? = nil,
        limit: Int64? = nil,
        offset: Int64? = nil
    ) async throws -> API.Rewards.CatalogueList {
        try await purser.call(
            API.Rewards.searchCardCatalogue,
            .init(
                q: text,
                limit: limit.map { PageNumber($0) },
                offset: offset.map { PageNumber($0) }
            )
        )
    }

    /// Adds a card of the catalogue with its rates, its limits and the day of its terms.
    ///
    /// `card`: Its id in the catalogue. `name`: The card's name; that of the catalogue when `nil`.
    /// `account`: The account that its purchases are on.
    @discardableResult
    public func addCatalogueCard(
        _ card: String,
        name: String? = nil,
        account: ID<Entity.Account>? = nil
    ) async throws -> Written<API.Rewards.CreditCard> {
        try await writing {
            try await purser.write(
                API.Rewards.addCatalogueCard,
                .init(card: card, name: name, accountID: account)
            )
        }
    }
}
