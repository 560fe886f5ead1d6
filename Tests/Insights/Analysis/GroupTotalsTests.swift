import Insights
import Kernel
import Testing

@Suite("Sums by category, merchant and month")
struct GroupTotalsTests {
    private func row(
        _ minor: Int64,
        _ category: String = "Dining",
        at merchant: String = "Cafe",
        on day: String = "2025-05-01"
    ) throws -> AnalysedRow {
        let day = try #require(CivilDay(day))
        return AnalysedRow(
            id: ID(RawID(high: 1, low: 1)),
            day: day,
            instant: Zone.utc.start(of: day),
            amountMinor: minor,
            category: category,
            merchant: merchant,
            isPending: false
        )
    }

    private func groups(
        by grouping: GroupTotals.Grouping,
        _ rows: [AnalysedRow]
    ) -> [GroupTotals.Group] {
        var totals = GroupTotals(by: grouping)
        for row in rows { totals.add(row) }
        return totals.groups
    }

    @Test("begin with the largest expense, and equals with the first name")
    func order() throws {
        let sums = groups(
            by: .category,
            [
                try row(500, "Income"), try row(-300, "Travel"), try row(-200, "Dining"),
                try row(-100, "Dining"), try row(-900, "Housing"),
            ]
        )
        #expect(sums.map(\.label) == ["Housing", "Dining", "Travel", "Income"])
        #expect(sums.map(\.sum) == [-900, -300, -300, 500])
        #expect(sums.map(\.count) == [1, 2, 1, 1])
    }

    @Test("have means whose halves are rounded away from zero")
    func means() throws {
        let mean = { (minors: [Int64]) in
            try groups(by: .category, minors.map { try row($0) })[0].average
        }
        #expect(try mean([-1, -2]) == -2)
        #expect(try mean([1, 2]) == 2)
        #expect(try mean([-1, -1, -2]) == -1)
        #expect(try mean([-1, 1]) == 0)
        #expect(try mean([.max, .max]) == .max)
        #expect(groups(by: .category, []).isEmpty)
    }

    @Test("put a merchant's spellings together, under that of the first row")
    func spellings() throws {
        let sums = groups(
            by: .merchant,
            [try row(-1, at: "Blue  Bottle "), try row(-2, at: "BLUE BOTTLE"), try row(-3, at: "B")]
        )
        #expect(sums.map(\.label) == ["B", "Blue  Bottle "] && sums.map(\.sum) == [-3, -3])
        let home = ID<Entity.Household>(RawID(high: 7, low: 7))
        let id = MerchantID.id(of: "Blue  Bottle ", in: home)
        #expect(id == MerchantID.id(of: "blue bottle", in: home))
        #expect(id != MerchantID.id(of: "Blue Bottles", in: home))
        let other = ID<Entity.Household>(RawID(high: 7, low: 8))
        #expect(id != MerchantID.id(of: "Blue Bottle", in: other))
    }

    @Test("of months may follow one another")
    func months() throws {
        var totals = GroupTotals(by: .month)
        for (minor, day) in [(-5, "2025-05-31"), (-9, "2025-04-01"), (-1, "2024-12-31")] {
            totals.add(try row(Int64(minor), on: day))
        }
        #expect(totals.groupsByLabel.map(\.label) == ["2024-12", "2025-04", "2025-05"])
        #expect(totals.groups.map(\.label) == ["2025-04", "2025-05", "2024-12"])
    }
}
