import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension BankingOperations {
    /// Sums what the caller spent, by category and by day.
    ///
    /// Money between own accounts is not spent, nor is what pays a card; what comes in is not taken
    /// away. Other currencies than the household's are left out.
    ///
    /// - Throws: ``Problem`` `invalid`, `unauthenticated`; `DatabaseError`.
    public func summarizeTransactions(
        _ input: API.Banking.SpendingSummaryRequest,
        _ call: Call
    ) async throws -> API.Banking.SpendingSummaryResponse {
        try await reading(call) { session, membership in
            let days = try Self.days(of: input, membership.zone, today: call.now)
            let book = try AccountBook(membership, catalogue, in: session)
            let accounts = book.accounts(in: membership.currency)
            var spent = SpentSums()
            for sum in try EntryCounts.byDay(of: membership.member, on: days, in: session)
            where sum.expenseCount > 0 && accounts.contains(sum.account) {
                let category = catalogue.bankingCategory(ofEntry: sum.category)
                guard category.isSpending else { continue }
                spent.add(sum, category.primary)
            }
            return spent.answer(of: days, membership.zone)
        }
    }

    private static func days(
        of input: API.Banking.SpendingSummaryRequest,
        _ zone: Zone,
        today now: Timestamp
    ) throws -> ClosedRange<CivilDay> {
        let last = input.endDate?.day(in: zone) ?? zone.day(of: now)
        let hasDates = input.startDate != nil || input.endDate != nil
        let count = hasDates ? nil : input.days.map { Int($0) }
        let usual = last.adding(days: 1 - (count ?? Limits.summaryDaysUsual))
        let first = input.startDate?.day(in: zone) ?? usual
        try requireOrder(first, last)
        return first...last
    }
}

/// What was spent, as it is summed.
private struct SpentSums {
    private var total = SpendTotal()
    private var categories: [String: SpendTotal] = [:]
    private var days: [CivilDay: SpendTotal] = [:]

    mutating func add(_ sum: EntrySum, _ category: String) {
        let spent = SpendTotal(amountMinor: sum.expenseMinor, count: sum.expenseCount)
        total += spent
        categories[category, default: SpendTotal()] += spent
        days[sum.day, default: SpendTotal()] += spent
    }

    func answer(
        of window: ClosedRange<CivilDay>,
        _ zone: Zone
    ) -> API.Banking.SpendingSummaryResponse {
        let byAmount = categories.sorted { left, right in
            (right.value.amountMinor, left.key) < (left.value.amountMinor, right.key)
        }
        return API.Banking.SpendingSummaryResponse(
            totalSpent: DecimalAmount(minor: total.amountMinor),
            transactionCount: total.count,
            categoryBreakdown: byAmount.map { category, spent in
                API.Banking.CategorySpending(
                    category: category,
                    amount: DecimalAmount(minor: spent.amountMinor),
                    transactionCount: spent.count,
                    percentage: DecimalAmount(percentage: spent.amountMinor, of: total.amountMinor)
                )
            },
            dailySpending: days.sorted { $0.key < $1.key }.map { day, spent in
                API.Banking.DailySpending(
                    date: WireTimestamp(zone.start(of: day)),
                    amount: DecimalAmount(minor: spent.amountMinor),
                    transactionCount: spent.count
                )
            },
            startDate: WireDay(window.lowerBound),
            endDate: WireDay(window.upperBound)
        )
    }
}
