import Catalogue
import Kernel
import Testing

@testable import Insights

@Suite("Answers without a model")
struct AnswererTests {
    private func row(
        _ minor: Int64,
        on day: String,
        _ category: String = "Shopping",
        at merchant: String = "Shop",
        number: UInt64 = 1,
        code: String? = nil
    ) throws -> LedgerRow {
        let row = AnalysisSample.row(
            minor,
            on: try AnalysisSample.day(day),
            category,
            at: merchant,
            number: number
        )
        return LedgerRow(row, code: code)
    }

    private func answer(_ text: String, _ rows: [LedgerRow]) throws -> Answer {
        try Answerer.sample.answer(text, from: RowLedger(rows: rows))
    }

    @Test("have the fifty largest rows behind them")
    func manyRows() throws {
        let rows = try (1...120).map { number in
            try row(-Int64(number), on: "2025-06-03", number: UInt64(number))
        }
        let sum = try answer("How much did I spend this month?", rows)
        #expect(
            sum.figures.map(\.value) == [
                .money(Money(minor: 7_260, currency: .usd)), .count(120),
            ]
        )
        #expect(sum.sources.map(\.cents) == (71...120).reversed().map { -Int64($0) })
        // The rows of a list are among them, however small they are.
        let list = try answer("List my transactions this month", rows)
        #expect(list.sources.count == 50 && list.numbersFromNowhere.isEmpty)
    }

    @Test("lower a category's spending by what was paid back, and not the spending of all")
    func refunds() throws {
        let rows = try [
            row(-5_000, on: "2025-06-03", number: 1), row(2_000, on: "2025-06-04", number: 2),
        ]
        let shopping = try answer("How much did I spend on shopping this month?", rows)
        #expect(shopping.figures.first?.value == .money(Money(minor: 3_000, currency: .usd)))
        let all = try answer("How much did I spend this month?", rows)
        #expect(all.figures.first?.value == .money(Money(minor: 5_000, currency: .usd)))
    }

    @Test("take a merchant spelled wrongly only where none is spelled so")
    func spelling() throws {
        let rows = try [
            row(-100, on: "2025-06-03", at: "Marble", number: 1),
            row(-200, on: "2025-06-03", at: "Marbles", number: 2),
        ]
        let exact = try answer("How much did I spend at Marble this month?", rows)
        #expect(exact.sources.map(\.merchant) == ["Marble"])
        let near = try answer("How much did I spend at Marbel this month?", rows)
        #expect(near.sources.map(\.merchant) == ["Marble"])
        let none = try answer("How much did I spend at Gravel this month?", rows)
        #expect(
            none.figures.map(\.value) == [
                .money(Money(minor: 0, currency: .usd)), .count(0),
            ]
        )
        #expect(none.content.contains("no spending"))
    }

    @Test(
        "find a merchant whatever spaces its name is typed with, and with one slip of the finger",
        arguments: [
            ("windyhill", true), ("windyhillfarm", true), ("hillfarm", true), ("windyhil", true),
            ("wndyhill", true), ("windyhillfarms", true), ("windy hill", true),
            ("windyfarm", false), ("indyhill", false), ("windhil", false), ("windyhills xy", false),
        ]
    )
    func spaces(typed: String, isFound: Bool) throws {
        let rows = try [row(-900, on: "2025-06-03", "Kite Club", at: "Windy Hill Farm")]
        let answer = try answer("\(typed) this month", rows)
        #expect(answer.sources.map(\.merchant) == (isFound ? ["Windy Hill Farm"] : []))
    }

    @Test("know a member's own categories and merchants by what rows have")
    func ownWords() throws {
        let rows = try [row(-900, on: "2025-06-03", "Kite Club", at: "Windy Hill")]
        let found = try answer("windy hill this month", rows)
        #expect(found.sources.count == 1)
        let other = try answer("stormy hill this month", rows)
        #expect(other.figures.isEmpty)
    }

    @Test("say nothing of who and where somebody is")
    func masking() throws {
        let rows = try [row(-900, on: "2025-06-03", at: "Zelle 4155550123456")]
        let found = try answer("What was my biggest purchase this month?", rows)
        #expect(!found.content.contains("4155550123456") && found.content.contains("***"))
        #expect(found.figures.allSatisfy { !($0.filter ?? "").contains("4155550123456") })
    }

    @Test("tell a child's allowance, and what is left of limits")
    func rooms() throws {
        var ledger = RowLedger()
        ledger.paid = AnswerAllowance(
            balance: Money(minor: 1_250, currency: .usd),
            amount: Money(minor: 500, currency: .usd),
            next: try AnalysisSample.day("2025-06-13")
        )
        ledger.limits = [
            AnswerBudget(category: "fast_food", limitMinor: 10_000, spentMinor: 8_000),
            AnswerBudget(category: "fun", limitMinor: 0, spentMinor: 100),
        ]
        let paid = try Answerer.sample.answer("When is my next allowance?", from: ledger)
        #expect(
            paid.figures.map(\.value) == [
                .money(Money(minor: 1_250, currency: .usd)),
                .money(Money(minor: 500, currency: .usd)),
                .days(3),
            ]
        )
        #expect(paid.numbersFromNowhere.isEmpty)
        let left = try Answerer.sample.answer("How much budget do I have left?", from: ledger)
        #expect(left.figures.map(\.value).contains(.money(Money(minor: 2_000, currency: .usd))))
        #expect(left.numbersFromNowhere.isEmpty && left.content.contains("blocked"))
        let food = try Answerer.sample.answer(
            "How much budget is left for fast food?",
            from: ledger
        )
        #expect(food.figures.count == 3)
    }

    @Test("of somebody who has nothing say so, with the figure 0")
    func nothing() throws {
        for text in TableQuestion.answered.filter({ $0.kind != "safe" }).map(\.question) {
            let found = try answer(text, [])
            #expect(found.numbersFromNowhere.isEmpty, "\(found.content)")
            #expect(found.sources.isEmpty)
        }
    }
}
