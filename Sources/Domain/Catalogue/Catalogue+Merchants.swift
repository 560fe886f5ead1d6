extension Catalogue {
    /// A merchant of the table, found in a text.
    public struct FoundMerchant: Hashable, Sendable {
        /// The merchant's name as the table writes it.
        public let name: String
        /// What is bought there.
        public let category: Category
    }

    /// The merchant whose alias stands in a text in whole words: the longest alias, of several as
    /// long the first.
    ///
    /// It is asked of what is to be found again, not of what is to be decided; so words that only
    /// ``categorise(descriptor:mcc:)`` is careful with count too, such as `TARGET` in
    /// `Target TARGET 00012345`.
    ///
    /// - Complexity: O(*n*) in the text's length.
    public func merchant(in text: String) -> FoundMerchant? {
        let tokens = DescriptorScanner.tokens(of: text)
        var best: Int?
        for start in tokens.indices {
            aliases.phrases(
                in: start..<tokens.count,
                word: { tokens[$0].text },
                visit: { _, found in
                    let length = best.map { aliases[found: $0].length } ?? 0
                    if aliases[found: found].length > length { best = found }
                }
            )
        }
        return best.map { place in
            let alias = aliases[found: place]
            return FoundMerchant(name: alias.merchant, category: alias.category)
        }
    }
}
