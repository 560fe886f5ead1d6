public import Catalogue

extension Catalogue {
    /// The kind of spending of a purchase in the ledger, by what its entry says: the member's edit,
    /// else what was reported.
    ///
    /// - Parameters:
    ///   - category: A code of the catalogue, a word of any surface's vocabulary, an own word, or
    ///     nothing.
    ///   - isCharge: Whether a processor took it from a card; it is a purchase whatever it says.
    /// - Returns: ``RewardsCategory/general`` for an own word and where nothing is known; `nil` for
    ///   what no card rewards: fees, transfers, payments of loans.
    public func rewardsCategory(ofEntry category: String, isCharge: Bool) -> RewardsCategory? {
        guard let row = self.category(named: category) else { return .general }
        return row.rewarded ?? (isCharge ? .general : nil)
    }

    /// The kind of spending of a purchase that is about to be made.
    ///
    /// Issuers look at the merchant, so it tells more than the caller's word: exactly this merchant
    /// in the contract's map or in the merchant table, else the merchant category code, else the
    /// word, else `general`.
    ///
    /// - Parameters:
    ///   - word: The category that was given.
    ///   - merchantKey: The merchant's name by ``MerchantName/normalised(_:)``.
    ///   - mcc: The merchant category code.
    /// - Returns: What of these is told first.
    /// - Complexity: O(1).
    public func rewardsCategory(
        given word: String?,
        merchantKey: String,
        mcc: Int?
    ) -> RewardsCategory {
        CategoryPhrases.merchantKeys[merchantKey]
            ?? category(ofMerchantKey: merchantKey)?.rewarded
            ?? mcc.flatMap { category(ofMCC: $0)?.rewarded }
            ?? word.flatMap { category(named: $0)?.rewarded }
            ?? .general
    }
}

extension Category {
    /// The kind of spending that the row is.
    fileprivate var rewarded: RewardsCategory? { rewards.flatMap(RewardsCategory.init(rawValue:)) }
}

extension CategoryPhrases {
    /// The contract's merchants by their names in the form in which equal names meet.
    fileprivate static let merchantKeys = Dictionary(
        merchants.hits.values.map { (MerchantName.normalised($0.name), $0.category) },
        uniquingKeysWith: { first, _ in first }
    )
}
