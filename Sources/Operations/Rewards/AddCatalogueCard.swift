public import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Adds a card of the catalogue to the caller's wallet, with the day and the page of its terms.
    ///
    /// - Throws: ``Problem`` `invalid` for a name that is refused, for a card that the catalogue
    ///   does not hold and for an account that is not the caller's, `conflict` for one card too
    ///   many; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func addCatalogueCard(
        _ input: API.Rewards.CatalogueChoice,
        _ call: Call
    ) async throws -> API.Rewards.CreditCard {
        try Self.refuseWords(in: [("name", input.name)])
        guard let listed = CardCatalogue.standard.card(id: input.card) else {
            throw Problem.invalid([Fault(field: "card", rule: "is not in the catalogue")])
        }
        return try await writing(call) { session, membership in
            let wallet = try RewardCards.mark(of: membership.member, in: session)
            guard wallet.count < Limits.cardsPerMember else {
                throw Problem(.conflict, "A member has at most \(Limits.cardsPerMember) cards")
            }
            if let account = input.accountID {
                try Self.requireAccount(account, of: membership, in: session)
            }
            let zone = membership.zone
            var card = listed.walletCard(id: call.newID(), at: call.now, in: zone) {
                let id: ID<Entity.RewardRow> = call.newID()
                return id.raw
            }
            card.name = input.name ?? card.name
            card.accountID = input.accountID
            let record = try Self.add(card, membership, call, in: session)
            return API.Rewards.CreditCard(record, at: call.now, in: membership.zone)
        }
    }
}
