import Insights
import Kernel
import Testing

@Suite("A search index")
struct SearchIndexTests {
    private static func id(_ number: Int) -> ID<Entity.Entry> {
        ID(RawID(high: UInt64(number), low: 0))
    }

    private func row(
        _ number: Int,
        _ merchant: String,
        notes: String? = nil,
        day: Int = 0,
        cents: Int64 = -100,
        isForeign: Bool = false
    ) -> SearchIndex.Row {
        SearchIndex.Row(
            id: Self.id(number),
            order: Int64(number),
            day: CivilDay(dayNumber: day),
            start: Timestamp(seconds: Int64(day) * 86_400),
            cents: cents,
            isForeign: isForeign,
            written: SearchIndex.Written(
                merchant: merchant,
                description: merchant,
                category: "Shopping",
                notes: notes
            )
        )
    }

    private func found(
        _ index: SearchIndex,
        _ query: String = "",
        _ filter: SearchFilter = SearchFilter(),
        most: Int = 10
    ) -> [SearchHit] {
        index.candidates(for: query, filter: filter, today: CivilDay(dayNumber: 9), most: most)
    }

    private func merchants(_ index: SearchIndex, _ merchant: String? = nil) -> [String] {
        found(index, "", SearchFilter(merchant: merchant)).map { index.source($0).merchant }
    }

    @Test("finds in one account what is of it, and nothing in one that it does not have")
    func accounts() {
        let account = { (number: UInt64) in ID<Entity.Account>(RawID(high: number, low: 1)) }
        let row = { (number: Int, account: ID<Entity.Account>) in
            SearchIndex.Row(
                id: Self.id(number),
                account: account,
                order: Int64(number),
                day: CivilDay(dayNumber: number),
                start: Timestamp(seconds: Int64(number) * 86_400),
                cents: -100,
                isForeign: false,
                written: SearchIndex.Written(
                    merchant: "Shop \(number)",
                    description: "Shop",
                    category: "Shopping",
                    notes: nil
                )
            )
        }
        var rows = SearchIndexRows()
        for number in 0..<4 { rows.add(row(number, account(UInt64(number % 2)))) }
        var index = SearchIndex(rows, texts: rows.prepared(0..<rows.textCount))
        let found = { (index: SearchIndex, number: UInt64) in
            self.found(index, "", SearchFilter(account: account(number))).map(\.row.id)
        }
        #expect(found(index, 0) == [2, 0].map(Self.id))
        #expect(found(index, 1) == [3, 1].map(Self.id))
        #expect(found(index, 2) == [])
        index.put(row(4, account(2)))
        index.put(row(2, account(1)))
        #expect(found(index, 2) == [Self.id(4)])
        #expect(found(index, 0) == [Self.id(0)])
        #expect(found(index, 1) == [3, 2, 1].map(Self.id))
    }

    @Test("has the rows that were put, as they became, and not those that are gone")
    func follows() {
        var index = SearchIndex()
        for number in 0..<4 { index.put(row(number, "Shop \(number)", day: number)) }
        #expect(merchants(index) == ["Shop 3", "Shop 2", "Shop 1", "Shop 0"])
        index.put(row(1, "Bakery", day: 5, isForeign: true))
        #expect(merchants(index) == ["Bakery", "Shop 3", "Shop 2", "Shop 0"])
        #expect(index.count == 4 && index.isForeign(Self.id(1)))
        index.remove(Self.id(0))
        index.remove(Self.id(0))
        #expect(merchants(index) == ["Bakery", "Shop 3", "Shop 2"])
        #expect(merchants(index, "shop") == ["Shop 3", "Shop 2"])
        index.remove(Self.id(3))
        index.put(row(1, "Bakery", day: 1))
        index.put(row(0, "Shop 0", day: 9))
        #expect(merchants(index) == ["Shop 0", "Shop 2", "Bakery"])
        #expect(!index.isForeign(Self.id(1)))
        for number in 0..<3 { index.remove(Self.id(number)) }
        #expect(index.count == 0 && merchants(index) == [])
    }

    @Test("finds nothing in texts of which no row is left")
    func texts() {
        var index = SearchIndex()
        index.put(row(1, "Blue Bottle", notes: "latte 🎂"))
        index.put(row(2, "Blue Bottle", notes: "latte 🎂"))
        #expect(found(index, "🎂").count == 2 && found(index, "latte").count == 2)
        index.put(row(1, "Blue Bottle"))
        #expect(found(index, "🎂").map(\.row.id) == [Self.id(2)])
        index.remove(Self.id(2))
        #expect(found(index, "🎂").isEmpty)
    }

    @Test("is worn when most of its texts are of no row")
    func worn() {
        var index = SearchIndex()
        for number in 0..<600 { index.put(row(1, "Shop \(number)")) }
        #expect(!index.isWorn)
        for number in 600..<1_100 { index.put(row(1, "Shop \(number)")) }
        #expect(index.isWorn && index.count == 1)
        #expect(index.bytes < 1_100 * 3_000)
    }

    @Test("tells rows of one score and day apart by their instants")
    func ties() {
        var index = SearchIndex()
        for number in 0..<6 { index.put(row(number, "Shop", day: number < 5 ? 3 : 4)) }
        let candidates = found(index, most: 3)
        // The newest day has one row; the other five are equal, whatever is kept.
        #expect(candidates.count == 6)
        let undecided = SearchIndex.undecided(candidates)
        #expect(Set(undecided) == Set((0..<5).map(Self.id)))
        let start: Int64 = 3 * 86_400
        let instants = [
            Self.id(1): Timestamp(seconds: start + 50), Self.id(3): Timestamp(seconds: start + 90),
        ]
        let ordered = { (most: Int) in
            SearchIndex.ordered(candidates, at: instants, most: most).map(\.row.order)
        }
        #expect(ordered(3) == [5, 3, 1])
        #expect(ordered(10) == [5, 3, 1, 4, 2, 0])
        #expect(SearchIndex.undecided(found(index, most: 1)).isEmpty)
        #expect(found(index, most: 10).count == 6)
    }
}
