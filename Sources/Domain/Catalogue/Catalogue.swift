/// What kind of purchase is it? Categories, merchant category codes and merchants.
///
/// Read-only and parsed once. Every look-up is a hit in a table; none depends on how much a
/// household has spent.
public struct Catalogue: Sendable {
    /// The catalogue that the program carries.
    public static let standard = Catalogue.carried()

    /// The rows of the category table, in the order of their data file.
    public let categories: [Category]

    let byWord: [String: Category]
    let byMCC: [Int: Category]
    let mccRanges: [(codes: ClosedRange<Int>, category: Category)]
    let byMerchant: [String: Category]
    let aliases: PhraseTable<MerchantAlias>
    let kindWords: PhraseTable<Category>
    /// What a purchase counts as that nothing is known of.
    let unknown: Category
    private let anchoredMerchants: [String: GuardianCategory]

    init(
        categories: [Category],
        byCode: [String: Category],
        byMCC: [Int: Category],
        mccRanges: [(codes: ClosedRange<Int>, category: Category)],
        merchants: [MerchantAlias.Row]
    ) {
        let byWord = Self.words(of: categories, byCode)
        guard let unknown = byWord[GuardianCategory.miscOnline.rawValue] else {
            preconditionFailure("no category is that of what is bought online")
        }
        self.categories = categories
        self.byWord = byWord
        self.unknown = unknown
        self.byMCC = byMCC
        self.mccRanges = mccRanges
        self.byMerchant = Dictionary(
            uniqueKeysWithValues: merchants.map {
                (MerchantName.normalised($0.name), $0.category)
            }
        )
        self.aliases = MerchantAlias.table(of: merchants)
        self.kindWords = CategoryWords.table(of: byCode)
        self.anchoredMerchants = Dictionary(
            uniqueKeysWithValues: Anchor.merchants.flatMap { category, names in
                names.map { (MerchantName.normalised($0), category) }
            }
        )
    }

    // MARK: Of a purchase

    /// Guardian's category of a purchase that is about to be made.
    ///
    /// The given word, normalised; else what the merchant table says of exactly this merchant; else
    /// what the merchant category code says; else `uncategorized`.
    ///
    /// - Parameters:
    ///   - given: The caller's word; `nil` and blank mean that there is none.
    ///   - merchant: The merchant's name in any spelling; see ``MerchantName/normalised(_:)``.
    ///   - mcc: The merchant category code, 0...9999; `nil` and 0 mean that it is unknown.
    /// - Returns: The category and the step that told it.
    public func guardianCategory(
        given: String?,
        merchant: String?,
        mcc: Int?
    ) -> PurchaseCategory {
        if let given, case let word = GuardianCategory.normalised(given), !word.isEmpty {
            return PurchaseCategory(category: word, step: .given)
        }
        if let category = merchant.flatMap(guardianCategory(ofMerchant:)) {
            return PurchaseCategory(category: category, step: .merchant)
        }
        if let category = mcc.flatMap(guardianCategory(ofMCC:)) {
            return PurchaseCategory(category: category, step: .mcc)
        }
        return PurchaseCategory(category: GuardianCategory.uncategorized, step: .none)
    }

    private func guardianCategory(ofMerchant name: String) -> String? {
        let key = MerchantName.normalised(name)
        return anchoredMerchants[key]?.rawValue ?? byMerchant[key]?.guardian
    }

    private func guardianCategory(ofMCC mcc: Int) -> String? {
        Anchor.codes[mcc]?.rawValue ?? category(ofMCC: mcc)?.guardian
    }

    // MARK: Of what the ledger holds

    /// Guardian's word for a category that a bank said or a member edited.
    ///
    /// That is a code of the catalogue, a word of any surface's vocabulary, or an own word, which
    /// stays, in lower case. What Guardian has no word for is `uncategorized`, as is `nil`. The
    /// word a purchase was authorized with is in Guardian's vocabulary already and does not pass
    /// through here: there `games` is a word of its own, while an edit to `Games` means `fun`.
    public func guardianCategory(ofLedger category: String?) -> String {
        guard let category else { return GuardianCategory.uncategorized }
        let word = GuardianCategory.normalised(category)
        guard !word.isEmpty else { return GuardianCategory.uncategorized }
        guard let row = byWord[word] else { return word }
        return row.guardian ?? GuardianCategory.uncategorized
    }

    /// The row that a word means, in any case: a code, or a name in any surface's vocabulary.
    ///
    /// - Returns: The first row that carries the word: those that the contract fixes, in its order,
    ///   then purchases, then the rest. `nil` for a member's own word.
    public func category(named word: String) -> Category? {
        byWord[GuardianCategory.normalised(word)]
    }

    /// The row of exactly this merchant in the merchant table, by the name's normalised form.
    ///
    /// `key` is the name by ``MerchantName/normalised(_:)``.
    public func category(ofMerchantKey key: String) -> Category? { byMerchant[key] }

    /// The row of a merchant category code: its own, else that of the range it lies in.
    public func category(ofMCC mcc: Int) -> Category? {
        byMCC[mcc] ?? mccRanges.first { $0.codes.contains(mcc) }?.category
    }
}
