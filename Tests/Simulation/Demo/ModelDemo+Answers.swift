import Contract
import Kernel

extension ModelDemo {
    /// Filters alone find each row that passes, and no other.
    func settleSearch(_ input: API.Insights.RagSearchRequest, _ body: [UInt8]) throws {
        let answer = try API.Insights.searchTransactions.output(of: body)
        let names = Set((input.categories ?? []).map { $0.lowercased() })
        let rows = lines.filter { line in
            (input.from.map { $0.day <= line.day } ?? true)
                && (input.to.map { line.day <= $0.day } ?? true)
                && (input.merchant.map { $0 == line.merchant } ?? true)
                && (names.isEmpty || names.contains(line.category.lowercased()))
        }
        let most = Int(input.topK ?? 0)
        precondition(most >= rows.count, "all that pass are asked for")
        let sum = rows.reduce(0) { $0 + $1.cents }
        try require(
            answer.stats.count == Int64(rows.count) && answer.stats.sum == sum
                && answer.references.count == min(rows.count, Limits.searchResultsShown),
            .nothingAcknowledgedIsMissing,
            "a search of the demo household finds \(answer.stats), not \(rows.count) of \(sum)"
        )
        for found in answer.references {
            let isOne = rows.contains { line in
                line.merchant == found.merchant && line.day == found.occurredOn.day
                    && line.cents == found.amountCents && line.category == found.category
                    && ids[line.key].map { $0 == found.transactionID } ?? true
            }
            try require(
                isOne,
                .householdsAreApart,
                "a search of the demo household finds \(found), which does not pass \(input)"
            )
        }
    }

    func settleAggregate(_ input: API.Insights.RagAggregateRequest, _ body: [UInt8]) throws {
        let answer = try API.Insights.aggregateTransactions.output(of: body)
        let sums = DemoSums(
            lines.filter { line in
                (input.from.map { $0.day <= line.day } ?? true)
                    && (input.to.map { line.day <= $0.day } ?? true)
            }
        )
        let expected =
            switch input.granularity {
            case .category: sums.byCategory
            case .merchant: sums.byMerchant
            case .month: sums.byMonth
            }
        let told = answer.buckets.map { ($0.label, DemoSums.Group(count: $0.count, cents: $0.sum)) }
        let timeline = answer.timeline.map { entry in
            (entry.bucket.month.text, DemoSums.Group(count: entry.count, cents: entry.sum))
        }
        try require(
            Self.dictionary(told) == expected && Self.dictionary(timeline) == sums.byMonth
                && answer.buckets.map(\.sum) == answer.buckets.map(\.sum).sorted(),
            .rollupsAreRecomputable,
            "the demo household sums by \(input.granularity) to \(answer), not \(expected)"
        )
    }

    func settleTotals(_ input: API.Insights.RagSummariesRequest, _ body: [UInt8]) throws {
        let answer = try API.Insights.monthlyTotals.output(of: body)
        let sums = DemoSums(lines(of: input.month.month))
        let categories = answer.categories.map { category in
            (category.label, DemoSums.Group(count: category.count, cents: category.sum))
        }
        let merchants = sums.byMerchant.sorted {
            ($0.value.cents, $0.key) < ($1.value.cents, $1.key)
        }.prefix(20)
        try require(
            answer.totals.income == sums.income && answer.totals.expense == sums.expense
                && answer.totals.net == sums.income + sums.expense
                && Self.dictionary(categories) == sums.byCategory
                && answer.merchants.map(\.label) == merchants.map(\.key)
                && answer.merchants.map(\.sum) == merchants.map(\.value.cents)
                && answer.merchants.map(\.count) == merchants.map(\.value.count),
            .rollupsAreRecomputable,
            "the demo household's totals are \(answer), not \(sums)"
        )
    }

    func settleSummary(_ input: API.Insights.AnalyticsSummaryRequest, _ body: [UInt8]) throws {
        let answer = try API.Insights.monthlySummary.output(of: body)
        let sums = DemoSums(lines(of: input.month.month))
        let costs = sums.costs
        let all = costs.reduce(0) { $0 - $1.group.cents }
        // Hundredths of a percent, half away from zero.
        let parts = costs.map { (-$0.group.cents * 10_000 + all / 2) / all }
        let dearest = sums.dearest.prefix(5)
        try require(
            answer.totals.income.minor == sums.income && answer.totals.expense.minor == sums.expense
                && answer.totals.net.minor == sums.income + sums.expense
                && answer.byCategory.map(\.category) == costs.prefix(8).map(\.name)
                && answer.byCategory.map(\.amount.minor) == costs.prefix(8).map(\.group.cents)
                && answer.byCategory.map(\.percentage.minor) == Array(parts.prefix(8))
                && answer.topMerchants.map(\.merchant) == dearest.map(\.name)
                && answer.topMerchants.map(\.amount.minor) == dearest.map(\.group.cents)
                && answer.topMerchants.map(\.transactionCount) == dearest.map(\.group.count)
                && (answer.aiHighlight.title == "No activity") == (sums.count == 0),
            .rollupsAreRecomputable,
            "the demo household's month is \(answer), not \(sums)"
        )
    }

    /// Rows come and go; the accounts hold what the table says.
    func settleAccounts(_ body: [UInt8]) throws {
        let answer = try API.Insights.accountsOverview.output(of: body)
        let expected = hasAccounts ? DemoLine.balances : []
        try require(
            answer.accounts.map(\.balance.minor).sorted() == expected.sorted()
                && answer.totalBalance.minor == expected.reduce(0, +),
            .balanceIsSumOfTransfers,
            "the demo household holds \(answer), not \(expected)"
        )
    }

    private static func dictionary(
        _ groups: [(String, DemoSums.Group)]
    ) -> [String: DemoSums.Group] {
        Dictionary(groups) { first, second in
            DemoSums.Group(count: first.count + second.count, cents: first.cents + second.cents)
        }
    }
}
