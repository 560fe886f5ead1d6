import Insights
import Kernel
import Testing

@Suite("The table of questions")
struct QuestionTableTests {
    @Test("has enough questions of each kind, and enough that must be refused")
    func size() {
        #expect(TableQuestion.answered.count == 186)
        #expect(TableQuestion.refused.count == 52)
        let kinds = Set(TableQuestion.answered.compactMap(\.kind))
        #expect(kinds == Set(LedgerQuestion.Kind.allCases.map(\.rawValue)).union(["greeting"]))
        let texts = TableQuestion.all.map { ($0.earlier ?? []) + [$0.question] }
        #expect(Set(texts).count == texts.count)
    }

    @Test("is answered with its figures", arguments: TableQuestion.answered)
    func answered(row: TableQuestion) throws {
        let earlier = row.earlier ?? []
        let (answerer, demo) = (Answerer.sample, RowLedger.demo)
        let reading = try answerer.reading(of: row.question, after: earlier, from: demo)
        let answer = try answerer.answer(row.question, after: earlier, from: demo)
        switch reading {
        case .question(let question): #expect(question.kind.rawValue == row.kind)
        case .greeting: #expect(row.kind == "greeting")
        case .refused(let refusal): Issue.record("refused as \(refusal)")
        }
        #expect(answer.figures.map { TableQuestion.Figure($0) } == row.figures)
        #expect(answer.sources.count == row.sources)
        #expect(answer.numbersFromNowhere.isEmpty, "\(answer.content)")
        let sizes = answer.sources.map(\.cents.magnitude)
        #expect(sizes == sizes.sorted(by: >))
    }

    @Test("is refused where nothing may be answered", arguments: TableQuestion.refused)
    func refused(row: TableQuestion) throws {
        let answer = try Answerer.sample.answer(row.question, from: RowLedger.demo)
        #expect(answer.figures.isEmpty && answer.sources.isEmpty)
        #expect(answer.content.contains("For example"))
        #expect(answer.numbersFromNowhere.isEmpty)
        // Nor with a question before it.
        let before = "How much did I spend on groceries last month?"
        let again = try Answerer.sample.answer(row.question, after: [before], from: RowLedger.demo)
        #expect(again == answer)
    }

    @Test("begins with the contract's own case")
    func contract() throws {
        let question = "How much did I spend on groceries last month?"
        let answer = try Answerer.sample.answer(question, from: RowLedger.demo)
        #expect(answer.content.contains("580.65"))
        #expect(answer.content.contains(" 5 "))
        #expect(
            answer.figures.map(\.value) == [
                .money(Money(minor: 58_065, currency: .usd)), .count(5),
            ]
        )
        #expect(answer.figures.allSatisfy { $0.first?.text == "2025-05-01" })
        #expect(answer.figures.allSatisfy { $0.last?.text == "2025-05-31" })
        #expect(answer.sources.map(\.cents) == [-14_235, -14_235, -14_235, -7_680, -7_680])
    }
}
