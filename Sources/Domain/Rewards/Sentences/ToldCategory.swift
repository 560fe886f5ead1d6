public import Catalogue

/// What kind of purchase a request is about, and what told it.
public struct ToldCategory: Hashable, Sendable {
    /// What told a category, the surest first.
    public enum Source: Hashable, Sendable {
        /// The request's own field.
        case given
        /// A merchant of the contract's map.
        case merchant
        /// A merchant of the catalogue.
        case catalogue
        /// A keyword.
        case keyword
        /// The very word `general`.
        case generalWord
        /// Nothing.
        case nothing
    }

    /// The category; ``RewardsCategory/general`` when nothing tells one.
    public let category: RewardsCategory
    /// What told it.
    public let source: Source
    /// The merchant that is named, if one is.
    public let merchant: String?

    /// Looks at a request in the contract's order: its category, its merchant, a merchant in its
    /// query, a keyword in its query.
    ///
    /// The catalogue's merchants count where the map has none and a card may reward them: one that
    /// counts as general is named, but hides no keyword.
    ///
    /// - Parameters:
    ///   - given: The request's category.
    ///   - merchant: The request's merchant.
    ///   - query: What was typed.
    ///   - catalogue: The merchants beyond the map.
    public init(
        given: RewardsCategory? = nil,
        merchant: String? = nil,
        query: String,
        catalogue: Catalogue = .standard
    ) {
        self.init(
            given: given,
            merchant: merchant,
            query: query,
            words: SentenceWords(query),
            catalogue: catalogue
        )
    }

    init(
        given: RewardsCategory?,
        merchant: String?,
        query: String,
        words: SentenceWords,
        catalogue: Catalogue
    ) {
        if let given {
            self.init(category: given, source: .given, merchant: merchant)
            return
        }
        let field = merchant.flatMap { Self.merchant(in: $0, SentenceWords($0), catalogue) }
        if let field, field.source != .nothing {
            self = field
            return
        }
        let named = Self.merchant(in: query, words, catalogue)
        let name = merchant ?? named?.merchant
        if let named, named.source != .nothing {
            self = named
        } else if let hit = CategoryPhrases.keywords.best(in: words) {
            self.init(category: hit.category, source: .keyword, merchant: name)
        } else {
            let isGeneral = words.contains(anyOf: ["general"])
            let source = isGeneral ? Source.generalWord : .nothing
            self.init(category: .general, source: source, merchant: name)
        }
    }

    private init(category: RewardsCategory, source: Source, merchant: String?) {
        self.category = category
        self.source = source
        self.merchant = merchant
    }

    /// The merchant that a text names, in the map or else in the catalogue; of one that counts as
    /// general the name alone, with ``Source/nothing``.
    private static func merchant(
        in text: String,
        _ words: SentenceWords,
        _ catalogue: Catalogue
    ) -> ToldCategory? {
        if let hit = CategoryPhrases.merchants.best(in: words) {
            return ToldCategory(category: hit.category, source: .merchant, merchant: hit.name)
        }
        guard let found = catalogue.merchant(namedIn: text) else { return nil }
        // Another spelling of one that the map has, such as `WAL-MART`.
        if let hit = CategoryPhrases.merchants.best(in: SentenceWords(found.name)) {
            return ToldCategory(category: hit.category, source: .merchant, merchant: found.name)
        }
        // Fees, wages and transfers are no purchases, so nobody is named by them.
        guard let rewards = found.category.rewards else { return nil }
        let name = isName(found.name, in: words) ? found.name : nil
        guard let category = RewardsCategory(rawValue: rewards),
            category.ordinal != RewardsCategory.general.ordinal
        else { return ToldCategory(category: .general, source: .nothing, merchant: name) }
        return ToldCategory(category: category, source: .catalogue, merchant: name)
    }

    /// Whether a row of the catalogue that was found is a merchant that the text names.
    ///
    /// Words for a kind of shop or bill, such as `rent payment`, name nobody.
    private static func isName(_ name: String, in words: SentenceWords) -> Bool {
        if kinds.contains(name) { return false }
        return !billers.contains(name)
            || words.places(of: SentenceWords(name).words.map(\.text)) != nil
    }

    /// Rows that stand for a kind of shop.
    private static let kinds: Set<String> = [
        "Gas Station", "Wine Shop", "Local Liquor", "Bar & Grill", "Gym Membership", "Smoke Shop",
        "Emergency Hospital",
    ]

    /// Rows that are found by words for what is paid as well as by their own names.
    private static let billers: Set<String> = [
        "Curb", "LandlordCo", "PropManagement", "UtilityBills",
    ]
}
