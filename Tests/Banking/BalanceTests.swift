import Banking
import Kernel
import Testing

@Suite("Balances of bank files")
struct BalanceTests {
    @Test(
        "before and after a statement differ by the rows that are booked",
        arguments: [Samples.camt, Samples.camt8, Samples.mt940, Samples.plainMT940]
    )
    func sums(file: TestFile) throws {
        var booked: Int64 = 0
        var statements = 0
        for event in try file.events() {
            switch event {
            case .statement: booked = 0
            case .row(let row): booked += row.isPending ? 0 : row.amount.minor
            case .problem: Issue.record("a sample has no problems")
            case .ended(let balances):
                let opening = try #require(balances.opening)
                let closing = try #require(balances.closing)
                #expect(opening.amount.minor + booked == closing.amount.minor)
                statements += 1
            }
        }
        #expect(statements > 0)
    }

    @Test("of a CSV file fit its rows, and are told when rows are in order of days alone")
    func running() throws {
        let rows = try Samples.csv.rows()
        for (row, next) in zip(rows, rows.dropFirst()) {
            #expect((row.balance?.minor ?? 0) + next.amount.minor == next.balance?.minor)
        }
        func ended(_ days: [String]) -> String? {
            let lines = days.enumerated().map { "\($1),1.00,a,\($0).00\n" }
            return TestFile("", "Date,Amount,Description,Balance\n" + lines.joined()).told().last
        }
        #expect(ended(["2025-08-01", "2025-08-01"]) == "ended")
        #expect(ended(["2025-08-01", "2025-08-03", "2025-08-02"]) == "ended")
        #expect(ended(["2025-08-01", "2025-08-02"]) == "ended closing 1 on 2025-08-02")
        #expect(ended(["2025-08-02", "2025-08-01"]) == "ended closing 0 on 2025-08-02")
    }
}
