import Banking
import Kernel
import Testing

@Suite("Doubles in bank files")
struct StatementMatchingTests {
    /// A key of a day of August, an amount and a payee.
    private static func key(
        _ day: Int,
        _ amount: Int64,
        _ payee: String = "Cafe"
    )
        -> StatementMatching.Key
    {
        let first = CivilDay("2025-08-01") ?? CivilDay(dayNumber: 0)
        return StatementMatching.Key(
            day: first.adding(days: day - 1),
            amountMinor: amount,
            payee: payee
        )
    }

    @Test("of n equal rows, m of which are held, the last n − m are new", arguments: 0...4, 0...4)
    func multiset(rows: Int, held: Int) {
        let coffee = Self.key(1, -450)
        var matching = StatementMatching(held: Array(repeating: coffee, count: held))
        let areNew = matching.areNew(Array(repeating: coffee, count: rows))
        #expect(areNew == (0..<rows).map { $0 >= held })
        // In pieces it is the same.
        var again = StatementMatching(held: Array(repeating: coffee, count: held))
        #expect((0..<rows).flatMap { _ in again.areNew([coffee]) } == areNew)
    }

    @Test("rows differ by day, amount, sign and payee")
    func different() {
        var matching = StatementMatching(held: [Self.key(1, -450)])
        let rows = [
            Self.key(2, -450), Self.key(1, -451), Self.key(1, 450), Self.key(1, -450, "Other"),
        ]
        #expect(matching.areNew(rows) == [true, true, true, true])
        #expect(matching.areNew([Self.key(1, -450, " CAFE #12 ")]) == [false])
    }

    @Test("against a connection the day may differ by three days, either way", arguments: -5...5)
    func days(difference: Int) {
        var matching = StatementMatching(
            held: [Self.key(10, -450)],
            withinDays: Limits.statementMatchDays
        )
        #expect(matching.areNew([Self.key(10 + difference, -450)]) == [abs(difference) > 3])
    }

    @Test(
        "as many pairs are made as there can be, in whatever order rows come",
        arguments: [
            ([1, 4], [4, 7], [false, false]), ([1, 4], [7, 4], [false, false]),
            ([4], [1, 7], [false, true]), ([4], [7, 1], [true, false]),
            ([5, 5], [4, 5, 6], [false, false, true]), ([1, 20], [10], [true]),
            ([], [1], [true]), ([1], [], []),
        ] as [([Int], [Int], [Bool])]
    )
    func pairs(held: [Int], rows: [Int], areNew: [Bool]) {
        var matching = StatementMatching(held: held.map { Self.key($0, -450) }, withinDays: 3)
        #expect(matching.areNew(rows.map { Self.key($0, -450) }) == areNew)
    }

    @Test("what names nobody is equal by its text")
    func unnamed() {
        #expect(StatementMatching.normalised("12345 67890") == "12345 67890")
        #expect(StatementMatching.normalised(" *** ") == "***")
        #expect(StatementMatching.normalised("SQ *BLUE BOTTLE #0123 SEATTLE WA") == "BLUE BOTTLE")
    }
}
