public import Kernel

extension SearchTexts {
    /// Finds the transactions that fit a query best.
    ///
    /// Texts are scored once each; rows are then passed twice, once for the best score among those
    /// that the filter admits, once to keep the best of them.
    ///
    /// - Parameters:
    ///   - rows: The member's transactions, whose texts are these.
    ///   - query: What ``query(_:)`` made of the typed text.
    ///   - filter: Which of the transactions are looked at.
    ///   - today: The day in the household's zone.
    ///   - most: How many are kept.
    ///   - seen: Transactions that are left out; the best score is found before.
    ///   - ties: How many are kept beyond that, of those with the score and the instant of the last
    ///     one.
    /// - Returns: At most `most`, the best first; then those beyond.
    public func search(
        _ rows: [SearchRow],
        for query: SearchQuery,
        filter: SearchFilter = SearchFilter(),
        today: CivilDay,
        most: Int = Limits.searchResultsUsual,
        leavingOut seen: Set<ID<Entity.Entry>> = [],
        ties: Int = 0
    ) -> [SearchHit] {
        let scores = scores(query)
        let (scored, best) = scored(rows, scores, filter: filter, today: today)
        let isResult = { (score: Int32) in
            score >= 0 && (scores == nil || SearchScore.isResult(score, best: best))
        }
        var heap = BestRows(rows, most: most)
        // The last rows are most often the newest, before which few others are kept.
        for place in scored.indices.reversed() where isResult(scored[place]) {
            let ranked = BestRows.Ranked(place: place, score: scored[place])
            guard heap.wouldKeep(ranked), seen.isEmpty || !seen.contains(rows[place].id) else {
                continue
            }
            heap.keep(ranked)
        }
        var kept = heap.sorted
        if ties > 0, kept.count == most, let last = kept.last {
            let known = Set(kept.map(\.place))
            let tied = scored.indices.reversed().lazy.filter { place in
                scored[place] == last.score
                    && rows[place].occurredAt == rows[last.place].occurredAt
                    && !known.contains(place) && !seen.contains(rows[place].id)
            }
            kept += tied.prefix(ties).map { BestRows.Ranked(place: $0, score: last.score) }
        }
        let reasons = SearchReasons(query: query, filter: filter, today: today, scores: scores)
        return kept.map { ranked in
            let row = rows[ranked.place]
            let terms = matchedTerms(query, at: row.text)
            return SearchHit(
                row: row,
                thousandths: Int(ranked.score),
                matchedTerms: terms,
                reasons: reasons.of(row, self[Int(row.text)], matchedTerms: terms)
            )
        }
    }

    /// The score of each row in thousandths, below zero where the filter admits it not; and the
    /// best one.
    private func scored(
        _ rows: [SearchRow],
        _ scores: TextScores?,
        filter: SearchFilter,
        today: CivilDay
    ) -> (scores: [Int32], best: Int32) {
        let isAdmitted = admitted(by: filter)
        let unasked = RowScore(filter, today: today)
        var best: Int32 = 0
        let scored = rows.map { row -> Int32 in
            guard isAdmitted?[Int(row.text)] ?? true, filter.admits(row) else { return -1 }
            let score = scores?.thousandths[Int(row.text)] ?? unasked.thousandths(row)
            best = max(best, score)
            return score
        }
        return (scored, best)
    }

    /// The words of a query that stand in a text, each once, in the query's order.
    private func matchedTerms(_ query: SearchQuery, at text: Int32) -> [String] {
        switch query {
        case .everything: []
        case .words(let query): query.distinct.filter { words.has($0, at: text) }
        case .exactly(let text): [text]
        }
    }
}
