extension Catalogue {
    /// The category of a purchase, by what a bank or a card network wrote beside it.
    ///
    /// The longest alias of a merchant that stands in the descriptor in whole words tells it, of
    /// several as long the first. Of an unknown merchant the merchant category code tells it; else
    /// the last word that says what is sold; else who took the payment; else it counts as bought
    /// online. The same descriptor and code always give the same answer.
    ///
    /// A purchase that is about to be made names its merchant itself: see
    /// ``guardianCategory(given:merchant:mcc:)``, which knows exact names only.
    ///
    /// - Parameters:
    ///   - text: The text as it came; see ``Descriptor/normalised(_:)``.
    ///   - mcc: The merchant category code, 0...9999; `nil` and 0 mean that it is unknown.
    /// - Returns: The category, the merchant where one was found, and the step that told it.
    /// - Complexity: O(*n*) in the descriptor's length.
    public func categorise(descriptor text: String, mcc: Int? = nil) -> DescriptorCategory {
        let descriptor = Descriptor(text)
        if let alias = alias(in: descriptor) {
            return DescriptorCategory(alias, .alias)
        }
        if let category = mcc.flatMap(category(ofMCC:)) {
            return DescriptorCategory(category: category, merchant: nil, step: .mcc)
        }
        if let category = categoryOfWords(in: descriptor) {
            return DescriptorCategory(category: category, merchant: nil, step: .word)
        }
        if let alias = descriptor.processor.flatMap({ aliases[[$0]] }) {
            return DescriptorCategory(alias, .processor)
        }
        return DescriptorCategory(category: unknown, merchant: nil, step: .fallback)
    }

    /// The longest alias, of several as long the first.
    private func alias(in descriptor: Descriptor) -> MerchantAlias? {
        let searched = descriptor.searched
        var best: (found: Int, length: Int)?
        for start in searched {
            aliases.phrases(
                in: start..<searched.upperBound,
                word: { descriptor.tokens[$0].text },
                visit: { end, found in
                    let length = aliases[found: found].length
                    guard length > best?.length ?? 0 else { return }
                    if aliases[found: found].isWhole {
                        guard descriptor.isWholeName(from: start, to: end) else { return }
                    }
                    best = (found, length)
                }
            )
        }
        return best.map { aliases[found: $0.found] }
    }

    /// What the last word says that tells what is sold: a museum café is a café.
    private func categoryOfWords(in descriptor: Descriptor) -> Category? {
        var last: (found: Int, end: Int)?
        for start in descriptor.name {
            kindWords.phrases(
                in: start..<descriptor.name.upperBound,
                word: descriptor.word,
                visit: { end, found in
                    // Of two that end at one place the longer is found first.
                    if end > last?.end ?? 0 { last = (found, end) }
                }
            )
        }
        return last.map { kindWords[found: $0.found] }
    }
}

extension DescriptorCategory {
    fileprivate init(_ alias: MerchantAlias, _ step: Step) {
        self.init(category: alias.category, merchant: alias.merchant, step: step)
    }
}
