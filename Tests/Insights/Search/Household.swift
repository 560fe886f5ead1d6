import Insights
import Kernel

/// Texts and rows for tests of the search.
struct Household {
    var texts = SearchTexts()
    var rows: [SearchRow] = []

    /// The contract's household of two rows (`insights.md`, case 15a).
    static var ofTwo: Household {
        var household = Household()
        household.add(
            merchant: "Blue Bottle",
            "SQ *BLUE BOTTLE 0231",
            category: "Food and Drink",
            notes: "latte with Dana"
        )
        household.add("WHOLEFDS MKT 10233 AUSTIN TX", category: "Food and Drink")
        return household
    }

    /// Adds a row; the later it is added, the newer it is.
    mutating func add(
        merchant: String? = nil,
        _ description: String?,
        category: String? = nil,
        notes: String? = nil,
        day: Int = 0,
        occurredAt: Int64? = nil,
        cents: Int64 = -100
    ) {
        let text = TransactionText(
            merchant: merchant,
            description: description,
            category: category,
            notes: notes
        )
        let number = rows.count
        rows.append(
            SearchRow(
                id: ID(RawID(high: UInt64(number), low: 0)),
                text: texts.add(text),
                day: CivilDay(dayNumber: day),
                occurredAt: Timestamp(milliseconds: occurredAt ?? Int64(number)),
                order: Int64(number),
                cents: cents
            )
        )
    }

    /// What a search finds, as the places of the rows in their order of adding.
    func places(
        _ text: String,
        _ filter: SearchFilter = SearchFilter(),
        today: Int = 0,
        most: Int = 100,
        leavingOut seen: Set<Int> = []
    ) -> [Int] {
        hits(text, filter, today: today, most: most, leavingOut: seen).map { Int($0.row.order) }
    }

    func hits(
        _ text: String,
        _ filter: SearchFilter = SearchFilter(),
        today: Int = 0,
        most: Int = 100,
        leavingOut seen: Set<Int> = []
    ) -> [SearchHit] {
        texts.search(
            rows,
            for: texts.query(text),
            filter: filter,
            today: CivilDay(dayNumber: today),
            most: most,
            leavingOut: Set(seen.map { rows[$0].id })
        )
    }
}
