public import Kernel

/// The reward cards that the program knows of.
///
/// Read-only and parsed once; the data and its licence are told in `data/SOURCES.md`.
public struct CardCatalogue: Sendable {
    /// The catalogue that the program carries.
    public static let standard = CardCatalogue(cards: carriedCards())

    /// The day on which the data was put together: 2026-11-20.
    public static let compiledOn = CivilDay(dayNumber: 20_777)

    /// All cards by name, then id.
    public let cards: [CatalogueCard]

    let entries: [CardWords]
    private let places: [String: Int]

    init(cards: [CatalogueCard]) {
        let entries = cards.map(CardWords.init).sorted { $0.isBefore($1) }
        self.entries = entries
        self.cards = entries.map(\.card)
        self.places = Dictionary(
            uniqueKeysWithValues: entries.enumerated().map { ($1.card.id, $0) }
        )
    }

    /// The card with an id, exactly as the catalogue spells it.
    public func card(id: String) -> CatalogueCard? {
        places[id].map { cards[$0] }
    }
}
