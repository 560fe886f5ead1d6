import Kernel
import PurserKit
import Testing

extension Snippets {
    static func askAboutMoney(_ purser: Purser, show: (String) -> Void) async throws {
        var text = ""
        for try await piece in purser.insights.answer(to: "How much did I spend last month?") {
            switch piece {
            case .text(let more): text += more
            case .replacement(let whole): text = whole
            case .conversation(let stored): text = stored.messages.last?.content ?? text
            }
            show(text)
        }
    }

    @MainActor
    static func searchTransactions(_ purser: Purser) async -> [String] {
        let model = TransactionSearchModel(purser)
        model.text = "groceries"
        model.filter.minimumCents = 500
        await model.search()
        await model.loadMore()
        return model.phase.value?.transactions.map { $0.amount.formatted() } ?? []
    }

    @MainActor
    static func monthsAgo(_ purser: Purser, month: CivilMonth) async -> String? {
        let model = MonthModel(purser, month: month)
        await model.load()
        await model.showPrevious()
        return model.phase.value?.aiHighlight.summary
    }

    @Test("an answer about money is shown while it is written")
    func answers() async throws {
        try await Self.asParent { purser in
            var shown: [String] = []
            try await Self.askAboutMoney(purser) { shown.append($0) }
            #expect(shown.last?.contains { $0.isNumber } == true)
        }
    }

    @Test("a search and a month have something to show")
    func figures() async throws {
        try await Self.asParent { purser in
            let found = await Self.searchTransactions(purser)
            #expect(!found.isEmpty)
            let newest = try await purser.insights.transactionsOverview(pageSize: 1).transactions
            let date = try #require(newest.first?.occurredAt.date)
            let month = try #require(CivilMonth(date))
            let summary = await Self.monthsAgo(purser, month: month)
            #expect(summary?.isEmpty == false)
        }
    }
}
