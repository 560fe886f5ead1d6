public import Contract
public import Kernel

/// The wallet: each card with what it pays and how much of its limits is used, and which of them
/// is the best for a purchase.
public struct CardsView: PageView {
    /// The template's name.
    public static let template = "cards"

    let subtitle: String
    let notices: [Notice]
    let wallet: [WalletCard]
    let empty: EmptyState?
    let choice: CardChoiceView?
    let add = CardsView.addPath
    let missed = CardsView.missedPath

    /// Where a card is looked for in the catalogue and added.
    public static let addPath = "\(Frame.Place.cards.path)/add"

    /// Where it is told what purchases would have earned on other cards.
    public static let missedPath = "\(Frame.Place.cards.path)/missed"

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - cards: The reader's cards.
    ///   - accounts: The reader's accounts.
    ///   - choice: Which card is the best for a purchase; not shown without cards.
    ///   - isChild: Whether a child reads.
    ///   - today: The household's day.
    ///   - zone: The household's time zone.
    ///   - notices: What stands above.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        _ cards: [API.Rewards.CreditCard],
        accounts: [API.Insights.Account],
        choice: CardChoiceView,
        isChild: Bool,
        today: CivilDay,
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        let names = Dictionary(
            accounts.map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
        wallet = cards.map { card in
            WalletCard(
                card,
                accounts: names,
                today: today,
                zone: zone,
                formToken: formToken,
                format
            )
        }
        switch cards.count {
        case 0: subtitle = "No card yet"
        case 1: subtitle = "1 card"
        default: subtitle = "\(format.number(Int64(cards.count))) cards"
        }
        let hint =
            isChild
            ? "If you pay with a card, add it. Here you will see what it gives back to you."
            : """
            Add the cards that you pay with. Here will be what each of them pays, how much of its \
            limits is used, and which one is the best for a purchase.
            """
        empty =
            cards.isEmpty
            ? EmptyState(
                "Which cards do you have?",
                hint,
                way: ("Look for a card", Self.addPath)
            ) : nil
        self.choice = cards.isEmpty ? nil : choice
        self.notices = notices
    }
}
