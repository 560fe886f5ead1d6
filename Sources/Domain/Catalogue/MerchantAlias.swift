/// One spelling of a merchant in descriptors.
struct MerchantAlias: Sendable {
    /// The merchant's name as people read it.
    let merchant: String
    /// What is bought there.
    let category: Category
    /// The length of the spelling, by which of several the best is known.
    let length: Int
    /// Whether the spelling must be all that the descriptor names.
    let isWhole: Bool
}

extension MerchantAlias {
    /// One row of the merchant table.
    struct Row {
        let name: String
        let aliases: [String]
        let category: Category
    }

    /// The table of all spellings; of two rows with one spelling the first has it.
    static func table(of rows: [Row]) -> PhraseTable<MerchantAlias> {
        var table = PhraseTable<MerchantAlias>()
        for row in rows {
            for spelling in row.aliases + [row.name] {
                let descriptor = Descriptor(spelling)
                let words = descriptor.tokens[descriptor.searched].map(\.text)
                guard table[words].map({ $0.merchant == row.name && $0.isWhole }) ?? true else {
                    continue
                }
                let alias = MerchantAlias(
                    merchant: row.name,
                    category: row.category,
                    length: words.reduce(words.count - 1) { $0 + $1.utf8.count },
                    isWhole: isWhole(spelling, words, of: row)
                )
                table.set(words, to: alias)
            }
        }
        return table
    }

    /// A number or an order follows what ends in `#` or `*`; and what may as well be part of
    /// another merchant's name is not looked for in the middle.
    private static func isWhole(_ spelling: String, _ words: [String], of row: Row) -> Bool {
        spelling.hasSuffix("#") || spelling.hasSuffix("*") || kinds.contains(row.name)
            || words.count == 1 && plainWords.contains(words[0])
    }

    /// Rows that stand for a kind of shop, not for one merchant: a code tells more than they do.
    private static let kinds: Set<String> = [
        "Gas Station", "Wine Shop", "Local Liquor", "Bar & Grill", "Gym Membership", "Smoke Shop",
    ]

    /// Merchants that are called by a word, a name or a place of everyday language.
    private static let plainWords: Set<String> = [
        "AAA", "BART", "BOLT", "BOOTS", "BP", "BURLINGTON", "CAVA", "CHEESECAKE", "COX", "CTA",
        "CURB", "DELTA", "EQUINOX", "GAP", "KAISER", "LEMONADE", "LIME", "MARSHALLS", "MAX",
        "MICHAELS", "NEXT", "PEACOCK", "PP", "PRET", "PROGRESSIVE", "REI", "RING", "SEAMLESS",
        "SHELL", "SKY", "SP", "SPECTRUM", "SPEEDWAY", "SQ", "SQUARE", "STAPLES", "SUBWAY", "TARGET",
        "TOAST", "TST", "UPS", "VALVE", "WISE",
    ]
}
