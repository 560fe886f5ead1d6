import Catalogue
import Kernel
import Ledger
import Rewards
import SQL
import Store

/// A member's wallet, with the accounts on which its purchases are.
///
/// Those are the member's accounts at banks and of cards, in the household's currency, unlinked
/// ones among them; and any other that a card is tied to.
struct WalletPurchases {
    /// All cards, with what was spent as it was written.
    let cards: [RewardCard]

    private let currency: Currency
    private let catalogue: Catalogue
    /// The card that is tied to an account, for each account that counts.
    private let tied: [ID<Entity.Account>: ID<Entity.RewardCard>?]
    private var categories: [CategoryText: RewardsCategory?] = [:]

    /// What an entry says of its category.
    private struct CategoryText: Hashable {
        let text: String
        let isCharge: Bool
    }

    init(of membership: Membership, _ catalogue: Catalogue, in session: any Session) throws {
        self.catalogue = catalogue
        currency = membership.currency
        cards = try RewardCards.list(of: membership.member, in: session).map(\.card)
        let listed = try ListedAccounts.list(
            of: membership.member,
            withRemoved: true,
            in: session
        )
        let used = Self.used(of: cards)
        var tied: [ID<Entity.Account>: ID<Entity.RewardCard>?] = [:]
        for account in listed.map(\.account) where account.currency == membership.currency {
            let card = used[account.id]
            if card != nil || account.kind != .wallet { tied.updateValue(card, forKey: account.id) }
        }
        self.tied = tied
    }

    /// An entry as a purchase; `nil` where no card rewards what it is, or its account does not
    /// count.
    mutating func purchase(_ entry: PurchasedEntry) -> PastPurchase? {
        guard let card = tied[entry.account],
            let category = category(CategoryText(text: entry.category, isCharge: entry.isCharge))
        else { return nil }
        let cents = currency.hundredths(ofMinor: entry.amountMinor)
        return PastPurchase(
            id: entry.id,
            day: entry.day,
            // Of a currency without hundredths, an amount may be a hundred times what one may be.
            amountCents: min(cents, Limits.amountMinor),
            category: category,
            cardID: card
        )
    }

    /// The kind of spending of a text; each text is looked up once while there are few.
    private mutating func category(_ text: CategoryText) -> RewardsCategory? {
        if let known = categories[text] { return known }
        let found = catalogue.rewardsCategory(ofEntry: text.text, isCharge: text.isCharge)
        if categories.count < Limits.categoryTextsKept {
            categories.updateValue(found, forKey: text)
        }
        return found
    }

    /// The card that is used of each account; of several that are tied to one, an active one, then
    /// that with the first id.
    private static func used(
        of cards: [RewardCard]
    ) -> [ID<Entity.Account>: ID<Entity.RewardCard>] {
        var used: [ID<Entity.Account>: RewardCard] = [:]
        for card in cards {
            guard let account = card.accountID else { continue }
            let other = used[account]
            let isFirst = other.map { other in
                card.isActive == other.isActive ? card.id < other.id : card.isActive
            }
            if isFirst ?? true { used[account] = card }
        }
        return used.mapValues(\.id)
    }
}
