import Catalogue
import Insights
import Kernel
import Testing

@Suite("The demo household")
struct DemoTests {
    private static let rows = DemoRow.all(for: AnalysisSample.member, today: AnalysisSample.today)

    @Test("has 33 rows in a full month, and 15 in June up to the tenth")
    func counts() {
        let months = Dictionary(grouping: Self.rows, by: \.day.month.text).mapValues(\.count)
        #expect(AnalysisSample.today.text == "2025-06-10")
        #expect(Self.rows.count == 114)
        #expect(months == ["2025-03": 33, "2025-04": 33, "2025-05": 33, "2025-06": 15])
        #expect(Self.rows.map(\.day) == Self.rows.map(\.day).sorted())
        #expect(Self.rows.allSatisfy { $0.day <= AnalysisSample.today })
    }

    @Test("has ids that follow from member, template and day alone")
    func ids() throws {
        let again = DemoRow.all(for: AnalysisSample.member, today: AnalysisSample.today)
        #expect(again == Self.rows)
        #expect(Set(Self.rows.map(\.id)).count == 114)
        let tomorrow = try DemoRow.all(
            for: AnalysisSample.member,
            today: AnalysisSample.day("2025-07-01")
        )
        let kept = Set(Self.rows.map(\.id)).intersection(tomorrow.map(\.id))
        // What is left of April to June; March is gone, and so are the rows that are there once.
        #expect(kept.count == 33 + 33 + 13)
        let other = ID<Entity.Member>(RawID(high: 7, low: 10))
        let others = DemoRow.all(for: other, today: AnalysisSample.today)
        #expect(Set(others.map(\.id)).isDisjoint(with: Self.rows.map(\.id)))
        #expect(Self.rows.allSatisfy { Array($0.id.text)[14] == "8" })
        #expect(Self.rows.allSatisfy { "89ab".contains(Array($0.id.text)[19]) })
        // Stored rows are found again by it, so it stays what it is.
        #expect(Self.rows.first?.id.text == "7c320825-056c-85e1-90a4-fbf9196a8f38")
    }

    @Test("has the two large expenses once, in the current month, from their days on")
    func oneOffs() throws {
        let large = Set(["Designer Furniture", "Emergency Hospital Bill"])
        let found = Self.rows.filter { large.contains($0.merchant) }
        #expect(found.map(\.day.text) == ["2025-06-05", "2025-06-06"])
        for (today, count) in [("2025-06-04", 0), ("2025-06-05", 1), ("2025-06-30", 2)] {
            let rows = try DemoRow.all(
                for: AnalysisSample.member,
                today: AnalysisSample.day(today)
            )
            #expect(rows.count { large.contains($0.merchant) } == count, "\(today)")
        }
    }

    @Test(
        "has full months whatever the length of the current one",
        arguments: [
            ("2024-02-29", 99 + 33 + 2), ("2025-03-31", 99 + 35), ("2025-01-01", 99 + 1),
            ("2025-05-28", 99 + 35), ("2025-05-27", 99 + 34),
        ]
    )
    func lengths(today: String, count: Int) throws {
        let today = try AnalysisSample.day(today)
        let rows = DemoRow.all(for: AnalysisSample.member, today: today)
        #expect(rows.count == count)
        #expect(rows.first?.day == today.month.adding(months: -3).firstDay)
    }

    @Test("has three accounts, whose balances are those of the contract")
    func accounts() {
        let balances = DemoAccount.allCases.map(\.balanceMinor)
        #expect(balances.reduce(0, +) == 2_192_544)
        #expect(DemoAccount.credit.balanceMinor == -184_723)
        #expect(Set(Self.rows.map(\.account)) == Set(DemoAccount.allCases))
        #expect(Self.rows.filter { $0.account == .savings }.count == 4 + 3)
        #expect(Self.rows.filter { $0.account == .checking }.count == 3 * 7 + 5)
    }

    @Test("has categories whose codes the catalogue calls so on Insights")
    func categories() {
        for row in Self.rows {
            let category = Catalogue.standard.category(named: row.categoryCode)
            #expect(category?.code == row.categoryCode)
            #expect(category?.insights == row.category, "\(row.merchant)")
        }
    }

    @Test("has its rows at the start of the household's day")
    func instants() throws {
        let zone = try #require(Zone.named("America/New_York"))
        let row = try #require(Self.rows.first)
        #expect(row.analysed(in: zone).instant.text == "2025-03-01T05:00:00Z")
        #expect(row.analysed(in: .utc).instant.text == "2025-03-01T00:00:00Z")
    }
}
