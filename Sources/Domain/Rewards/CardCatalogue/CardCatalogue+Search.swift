import Kernel

extension CardCatalogue {
    /// The cards that a text finds, the best first.
    ///
    /// Each word of the text must begin a word of the card's name, issuer or network, in any case
    /// and without regard to accents. Before others come cards whose name is the text, then those
    /// whose name begins with it, then those whose name has its words side by side, then those
    /// whose name has them all; of these the one with more words in full. Equals stand by name,
    /// then id. A text without words finds all cards, by name.
    ///
    /// - Parameters:
    ///   - text: What is looked for; no more than ``Limits/catalogueQueryCharacters`` are read.
    ///   - skipping: How many of the best are passed over, 0 or more.
    ///   - limit: How many are given at most, 0...``Limits/catalogueCardsMost``.
    /// - Returns: No more than `limit` cards, and how many are found in all.
    public func search(
        _ text: String,
        skipping: Int = 0,
        limit: Int
    ) -> (cards: [CatalogueCard], total: Int) {
        precondition(skipping >= 0, "nothing is passed over backwards")
        precondition((0...Limits.catalogueCardsMost).contains(limit), "an answer is bounded")
        let read = text.unicodeScalars.prefix(Limits.catalogueQueryCharacters)
        let query = CardWords.words(of: String(read))
        guard !query.isEmpty else {
            return (Array(cards.dropFirst(skipping).prefix(limit)), cards.count)
        }
        let found = entries.enumerated().compactMap { place, entry in
            entry.rank(for: query).map { (rank: $0, place: place) }
        }
        let ranked = found.sorted { ($1.rank, $0.place) < ($0.rank, $1.place) }
        return (ranked.dropFirst(skipping).prefix(limit).map { cards[$0.place] }, ranked.count)
    }
}

extension CardWords {
    /// How well the card fits the words of a query, more is better; `nil` when it does not.
    func rank(for query: [String]) -> Int? {
        var whole = 0
        var isAllInName = true
        for word in query {
            if name.contains(word) {
                whole += 1
            } else if !name.contains(where: { $0.hasPrefix(word) }) {
                isAllInName = false
                guard others.contains(where: { $0.hasPrefix(word) }) else { return nil }
                if others.contains(word) { whole += 1 }
            }
        }
        return nearness(of: query, isAllInName) * (Limits.catalogueQueryCharacters + 1) + whole
    }

    private func nearness(of query: [String], _ isAllInName: Bool) -> Int {
        if name == query { return 4 }
        if isRun(query, at: 0) { return 3 }
        if name.indices.contains(where: { isRun(query, at: $0) }) { return 2 }
        return isAllInName ? 1 : 0
    }

    /// Whether the query's words stand in the name from a place on, the last of them begun at
    /// least.
    private func isRun(_ query: [String], at place: Int) -> Bool {
        guard place + query.count <= name.count, let last = query.last else { return false }
        let end = place + query.count - 1
        return name[place..<end].elementsEqual(query.dropLast()) && name[end].hasPrefix(last)
    }
}
