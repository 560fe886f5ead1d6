extension Catalogue {
    /// The merchant that a sentence names in whole words: the longest alias, of several as long the
    /// first.
    ///
    /// Unlike ``merchant(in:)`` it leaves alone what is as well a word of everyday language, such
    /// as `next` or `target`, unless the text is nothing else.
    ///
    /// - Complexity: O(*n*) in the sentence's length.
    public func merchant(namedIn sentence: String) -> FoundMerchant? {
        let tokens = DescriptorScanner.tokens(of: sentence)
        var best: Int?
        for start in tokens.indices {
            aliases.phrases(
                in: start..<tokens.count,
                word: { tokens[$0].text },
                visit: { end, found in
                    let isAll = start == 0 && end == tokens.count
                    guard isAll || !aliases[found: found].isWhole else { return }
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
