import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// What screens of Insights show of the demo household, as the contract's cases have it.
@MainActor
@Suite("The models of Insights, over the real server")
struct InsightsOnServerTests {
    /// Runs `work` with the app of a member who looks around in the demo household.
    private nonisolated func withDemo(
        _ work: @escaping @MainActor @Sendable (Purser) async throws -> Void
    ) async throws {
        // 2025-06-10T12:00:00Z
        let clock = TestClock(Timestamp(seconds: 1_749_556_800))
        try await withServer(.sqlite, clock: clock) { server in
            let purser = try server.app(of: await server.registerParent())
            let seeded = try await purser.call(
                API.Insights.syncTransactions,
                .init(demoSeed: true)
            )
            #expect(seeded.syncedCount == 114)
            try await work(purser)
            await purser.shutdown()
        }
    }

    @Test("a month has the figures of its transactions, also after one was edited")
    func month() async throws {
        try await withDemo { purser in
            let may = try #require(CivilMonth("2025-05"))
            let model = MonthModel(purser, month: may)
            await model.load()
            let totals = try #require(model.phase.value?.totals)
            #expect(totals.income.minor == 840_625)
            #expect(totals.expense.minor == -431_779)
            #expect(totals.net.minor == 408_846)
            let housing = try #require(model.phase.value?.byCategory.first)
            #expect(housing.category == "Housing" && housing.percentage.minor == 4_285)
            await model.showNext()
            #expect(model.phase.value?.totals.net.minor == -645_653)
            let rows = try await purser.insights.transactionsOverview(month: may, pageSize: 100)
            let row = try #require(
                rows.transactions.first { $0.merchantName == "Whole Foods" }
            )
            try await purser.insights.updateTransaction(row.id, category: "dining")
            await model.showPrevious()
            let groceries = model.phase.value?.byCategory.first { $0.category == "Groceries" }
            #expect(groceries?.amount.minor == -43_830)
        }
    }

    @Test("a search finds what its filters say, and more of it until there is no more")
    func search() async throws {
        try await withDemo { purser in
            let model = TransactionSearchModel(purser)
            model.filter.merchant = "whole foods"
            model.filter.from = CivilDay("2025-05-01")
            model.filter.through = CivilDay("2025-05-31")
            await model.search()
            let found = try #require(model.phase.value)
            #expect(
                found.transactions.map(\.occurredOn.day.text)
                    == ["2025-05-19", "2025-05-12", "2025-05-05"]
            )
            #expect(found.transactions.allSatisfy { $0.amountCents == -14_235 })
            #expect(!found.hasMore)
            model.filter = TransactionFilter()
            model.filter.from = CivilDay("2025-03-01")
            await model.search()
            for _ in 1...5 {
                #expect(model.phase.value?.hasMore == true)
                await model.loadMore()
            }
            let all = try #require(model.phase.value)
            #expect(all.transactions.count == 114 && !all.hasMore)
            #expect(Set(all.transactions.map(\.id)).count == 114)
        }
    }

    @Test("a conversation is answered with figures, and goes on from there")
    func conversation() async throws {
        try await withDemo { purser in
            let model = ConversationModel(purser)
            await model.load()
            #expect(model.messages.isEmpty)
            model.draft = "How much did I spend on groceries last month?"
            #expect(await model.send())
            let answer = try #require(model.messages.last)
            #expect(answer.role == .assistant && answer.content.contains("580.65"))
            #expect(answer.sources.count == 5)
            model.draft = "And in April?"
            #expect(await model.send())
            #expect(model.messages.count == 4)
            #expect(model.messages.last?.content.contains("580.65") == true)
            // The first question anew, in the place of all that was said.
            model.edit(model.messages[0].id)
            model.draft = "How much did I spend on travel last month?"
            #expect(await model.send())
            #expect(model.messages.count == 2)
            #expect(model.messages.last?.content.contains("745.00") == true)
            let other = ConversationModel(purser)
            await other.load()
            #expect(other.messages == model.messages)
            #expect(await other.delete())
            await model.refresh()
            #expect(model.phase.error?.kind == .notFound || model.messages.isEmpty)
        }
    }

    @Test("an answer comes in pieces that are the whole of it, and once for one name")
    func pieces() async throws {
        try await withDemo { purser in
            let tap = purser.with { $0.idempotencyKey = "tap-1" }
            var answers: [API.Insights.AiChatResponse] = []
            for time in 1...2 {
                var text = ""
                let question = "How much did I spend on groceries last month?"
                for try await piece in tap.insights.answer(to: question) {
                    switch piece {
                    case .text(let more): text += more
                    case .replacement(let whole): text = whole
                    case .conversation(let conversation): answers.append(conversation)
                    }
                }
                // What was stored is told at once.
                let content = try #require(answers.last?.messages.last?.content)
                #expect(text == (time == 1 ? content : ""))
            }
            #expect(answers.count == 2)
            #expect(answers.first?.messages == answers.last?.messages)
            #expect(answers.first?.messages.count == 2)
        }
    }
}
