import Foundation

/// A card of the catalogue with the words that it is found by.
struct CardWords: Sendable {
    let card: CatalogueCard
    /// The words of its name.
    let name: [String]
    /// The words of its issuer and its network.
    let others: [String]

    init(_ card: CatalogueCard) {
        self.card = card
        self.name = Self.words(of: card.name)
        self.others = Self.words(of: card.issuer + " " + card.network.rawValue)
    }

    /// The words of a text in lower case and without accents.
    ///
    /// What stands inside of a name is dropped, so that `U.S. Bank` is `us bank` and `AT&T` `att`.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.generalCategory == .nonspacingMark || inner.contains(scalar) {
                continue
            }
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word.removeAll()
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }

    private static let inner: Set<Unicode.Scalar> = [".", "'", "\u{2019}", "`", "&"]

    /// The order of cards that a search finds equally good: by name, then id.
    func isBefore(_ other: Self) -> Bool {
        if name != other.name { return name.lexicographicallyPrecedes(other.name) }
        return card.id < other.card.id
    }
}
