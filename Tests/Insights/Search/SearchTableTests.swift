import Kernel
import Testing

@testable import Insights

@Suite("Results as codes")
struct SearchTableTests {
    private static func row(
        _ merchant: String,
        _ category: String,
        cents: Int64 = -14_235
    ) -> SearchTable.Row {
        SearchTable.Row(
            id: ID(RawID(high: 0xC0FF_EE12_3456_7890, low: 1)),
            day: CivilDay(dayNumber: 20_227),
            merchant: merchant,
            cents: cents,
            category: category
        )
    }

    private static func codes(_ categories: [String]) -> [String] {
        let codes = CategoryCodes(categories)
        return categories.map(codes.code)
    }

    @Test("are lines of transaction, day, merchant, amount and category (case 14)")
    func lines() {
        let table = SearchTable([
            Self.row("Whole Foods", "Groceries"), Self.row("Uber", "Transport", cents: 5),
            Self.row("WHOLE  FOODS", "groceries"),
        ])
        #expect(
            table.csv == """
                tc0ffee12,250519,m1,-14235,gr
                tc0ffee12,250519,m2,5,tr
                tc0ffee12,250519,m1,-14235,gr
                """
        )
        #expect(table.merchants == ["m1": "Whole Foods", "m2": "Uber"])
        #expect(table.categories == ["gr": "Groceries", "tr": "Transport"])
        #expect(SearchTable([]).csv == "")
    }

    @Test("have the contract's letters for its categories")
    func fixed() {
        let names = [
            "Groceries", "Dining", "Transport", "Travel", "Shopping", "Entertainment", "Utilities",
            "Housing", "Healthcare", "Transfer", "Income", "",
        ]
        let letters = ["gr", "eo", "tr", "tv", "sh", "en", "ut", "ho", "hc", "tf", "in", "ot"]
        #expect(Self.codes(names) == letters)
        #expect(Self.codes(names.reversed()) == letters.reversed())
    }

    @Test("have two letters for another category, with a number when they are taken")
    func others() {
        #expect(Self.codes(["Groovy"]) == ["gr"])
        #expect(Self.codes(["Groovy", "Groceries"]) == ["gr2", "gr"])
        let pets = Self.codes(["Pets", "Pensions", "pet Care", "pets"])
        #expect(pets == ["pe", "pe2", "pe3", "pe"])
        #expect(Self.codes(["", "Other", "  "]) == ["ot", "ot2", "ot"])
        let odd = Self.codes(["3-D, x", "😀", "X", "été", "a,b\n"])
        #expect(odd == ["dx", "ot", "x", "ét", "ab"])
    }

    @Test("have one code for each category and one category for each code")
    func unique() {
        let names = (0..<300).map { "Pe\($0)" } + ["Groceries", "Gr", "ot", "", "Pe2"]
        let codes = CategoryCodes(names)
        #expect(codes.names.count == Set(names).count)
        for name in names { #expect(codes.names[codes.code(of: name)] == name) }
    }

    @Test("never break a line or add a column, whatever the names are")
    func hostile() {
        let names = ["a,b", "a\nb", "\"", "=1+1", "\u{202E}x", ",,,", "a\r\nb", "\u{0}"]
        let table = SearchTable(names.map { Self.row($0, $0) })
        let lines = table.csv.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == names.count)
        #expect(lines.allSatisfy { $0.split(separator: ",").count == 5 })
    }

    @Test("have names without numbers of people")
    func masked() {
        let table = SearchTable([Self.row("Zelle 415-555-0100", "Loan 1234567890")])
        #expect(table.merchants == ["m1": "Zelle ***"])
        #expect(table.categories == ["lo": "Loan ***"])
    }

    @Test(
        "have a mean that rounds halves away from zero",
        arguments: [
            ([], 0), ([1], 1), ([1, 2], 2), ([-1, -2], -2), ([1, 1, 2], 1), ([-1, -1, -2], -1),
            ([-42_705, 0, 0], -14_235), ([5, -5], 0), ([2, 3, 3, 2], 3),
        ] as [([Int64], Int64)]
    )
    func figures(cents: [Int64], average: Int64) {
        let figures = SearchFigures(cents: cents)
        #expect(figures.average == average)
        #expect(figures.count == cents.count)
        #expect(figures.sum == cents.reduce(0, +))
    }
}
