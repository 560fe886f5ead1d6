public import Contract
import Kernel

/// The catalogue of cards: what each pays, and the form that puts it into the wallet.
public struct AddCardView: PageView {
    /// The template's name.
    public static let template = "add-card"

    /// What of the catalogue is shown, as the address bar has it.
    public struct Window: Sendable, Equatable {
        /// The words that are looked for; empty for all cards.
        public var words: String
        /// How many cards are passed over.
        public var offset: Int64

        /// Names what is shown.
        public init(words: String = "", offset: Int64 = 0) {
            self.words = words
            self.offset = offset
        }

        /// The address that shows it.
        public var path: String {
            var pairs: [String] = []
            if !words.isEmpty { pairs.append("q=\(PercentCoding.encoded(words))") }
            if offset > 0 { pairs.append("from=\(offset)") }
            let query = pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))"
            return CardsView.addPath + query
        }
    }

    /// What was typed to add a card.
    public struct Typed: Sendable, Equatable {
        /// The card's id in the catalogue.
        public var card: String
        /// Its name in the wallet.
        public var name: String
        /// The account that it is tied to; empty for none.
        public var account: String

        /// Names what was typed.
        public init(card: String, name: String, account: String) {
            self.card = card
            self.name = name
            self.account = account
        }
    }

    let searchField: TextField
    let search = CardsView.addPath
    let back = Frame.Place.cards.path
    let found: String
    let empty: EmptyState?
    let offers: [CardOffer]
    let newer: String?
    let older: String?
    let attribution: String
    let notices: [Notice]

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - list: The cards that were found; `nil` where the words are refused.
    ///   - window: What was asked for.
    ///   - pageSize: How many cards a page shows.
    ///   - accounts: The reader's accounts.
    ///   - typed: What was typed to add one of them, and was refused.
    ///   - problems: What is wrong with a field, by the endpoint's name of it.
    ///   - notices: What stands above.
    ///   - key: What tells a form that is sent twice from two forms.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written; fees and limits are in the catalogue's
    ///     currency whatever the household's.
    public init(
        _ list: API.Rewards.CatalogueList?,
        _ window: Window,
        pageSize: Int64,
        accounts: [API.Insights.Account],
        typed: Typed? = nil,
        problems: [String: String] = [:],
        notices: [Notice] = [],
        key: String,
        formToken: String,
        _ format: PageFormat
    ) {
        let total = list?.total ?? 0
        searchField = TextField(
            "q",
            "Name, bank or network of the card",
            window.words,
            type: "search",
            isRequired: false,
            problem: problems["q"]
        )
        switch (total, window.words.isEmpty) {
        case (0, _): found = "No card of the catalogue has these words"
        case (1, false): found = "1 card has these words"
        case (_, false): found = "\(format.number(total)) cards have these words"
        case (_, true): found = "\(format.number(total)) cards, by name"
        }
        let cards = list?.cards ?? []
        empty =
            cards.isEmpty
            ? EmptyState(
                "No such card",
                "Try fewer letters, or the bank alone.",
                way: ("Show all cards", CardsView.addPath)
            ) : nil
        let dollars = PageFormat(languages: format.language, currency: .usd)
        offers = cards.map { card in
            let own = typed.flatMap { $0.card == card.id ? $0 : nil }
            return CardOffer(
                card,
                accounts: accounts,
                typed: own,
                problems: own == nil ? [:] : problems,
                action: window.path,
                key: key,
                formToken: formToken,
                dollars
            )
        }
        var (before, after) = (window, window)
        before.offset = max(0, window.offset - pageSize)
        after.offset = window.offset + pageSize
        newer = window.offset > 0 ? before.path : nil
        older = after.offset < total ? after.path : nil
        attribution = list?.attribution ?? API.Rewards.CatalogueList.credit
        self.notices = notices
    }
}

/// A card of the catalogue, with the form that adds it.
struct CardOffer: PageView {
    static let template = "card-offer"

    let id: String
    let name: String
    let detail: String
    let rates: [String]
    let remarks: [String]
    let terms: WalletCard.Terms
    let adding: ActionForm

    init(
        _ card: API.Rewards.CatalogueCard,
        accounts: [API.Insights.Account],
        typed: AddCardView.Typed?,
        problems: [String: String],
        action: String,
        key: String,
        formToken: String,
        _ format: PageFormat
    ) {
        id = card.id
        name = card.name
        let fee = card.annualFee.minor
        let yearly = fee == 0 ? "no annual fee" : "\(format.money(hundredths: fee)) a year"
        detail = "\(card.issuer) · \(yearly)"
        let base = RewardWording.rate(hundredths: card.baseMultiplier.minor, of: card, format)
        rates =
            card.rates.map { Self.text($0, of: card, format) }
            + ["\(base): everything else"]
        // What the keepers of the catalogue still have to look up is a note to themselves.
        remarks = card.remarks.filter { !$0.contains("verify") }
        terms = WalletCard.Terms(card.url, readOn: card.readOn, format)
        adding = ActionForm(
            action,
            formToken: formToken,
            hidden: ["key": key, "card": card.id],
            fields: Self.fields(card, accounts, typed, problems),
            button: "Add to my cards",
            asking: ActionForm.Question("Add", about: " \(card.name)", isOpen: typed != nil)
        )
    }

    private static func fields(
        _ card: API.Rewards.CatalogueCard,
        _ accounts: [API.Insights.Account],
        _ typed: AddCardView.Typed?,
        _ problems: [String: String]
    ) -> [TextField] {
        let name = TextField(
            "name",
            "What do you call it?",
            typed?.name ?? card.name,
            id: "name-\(card.id)",
            isRequired: false,
            problem: problems["name"]
        )
        guard !accounts.isEmpty else { return [name] }
        let account = TextField(
            "account",
            "Its purchases are on",
            typed?.account ?? "",
            id: "account-\(card.id)",
            problem: problems["accountId"],
            options: [(value: "", name: "no account that is here")]
                + accounts.map { (value: $0.id.text, name: $0.name) }
        )
        return [name, account]
    }

    private static func text(
        _ rate: API.Rewards.CatalogueRate,
        of card: API.Rewards.CatalogueCard,
        _ format: PageFormat
    ) -> String {
        let paid = RewardWording.rate(hundredths: rate.multiplier.minor, of: card, format)
        let cap = rate.cap.map { cap in
            ", up to \(format.money(hundredths: cap.minor)) \(word(rate.capPeriod))"
        }
        return "\(paid): \(rate.label)\(cap ?? "")"
    }

    private static func word(_ period: API.Rewards.CapPeriod?) -> String {
        switch period {
        case .month: "a month"
        case .quarter: "a quarter"
        case .calendarYear: "a calendar year"
        case .anniversaryYear: "a year from its opening"
        case nil: "in all"
        }
    }
}
