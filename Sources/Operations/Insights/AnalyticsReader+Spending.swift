import Guardian
import Kernel
import Ledger
import Store

extension AnalyticsReader {
    /// The purchases of one category or merchant.
    typealias NamedTotal = (name: String, total: SpendTotal)

    /// The purchases of the window.
    func total() throws -> SpendTotal {
        var total = try SpendRollups.total(by: member, on: window.wholeDays, in: session)
        for spending in try restOfFirstDay() { total += spending }
        return total
    }

    /// The purchases of the window in one Guardian category.
    func total(in category: String) throws -> SpendTotal {
        var total = try SpendRollups.total(
            by: member,
            guardianCategory: category,
            on: window.wholeDays,
            in: session
        )
        for spending in try restOfFirstDay() where spending.guardianCategory == category {
            total += spending
        }
        return total
    }

    /// The purchases of the window by Guardian category, the largest total first.
    func byCategory() throws -> [NamedTotal] {
        let days = window.wholeDays
        var totals = try SpendRollups.totalsByCategory(by: member, on: days, in: session)
        for spending in try restOfFirstDay() {
            totals[spending.guardianCategory, default: SpendTotal()] += spending
        }
        return totals.map { ($0.key, $0.value) }.sorted(by: Self.isListed)
    }

    /// The purchases of the window by merchant, in its newest spelling, the largest total first.
    func byMerchant() throws -> [NamedTotal] {
        let days = window.wholeDays
        var totals = try SpendRollups.totalsByMerchant(by: member, on: days, in: session)
            .mapValues { (name: $0.merchant, total: $0.total) }
        // From the newest on: the first spelling stays, and one of a whole day is newer than all.
        for spending in try restOfFirstDay().reversed() {
            var known = totals[spending.merchantKey] ?? (spending.merchant, SpendTotal())
            known.total += spending
            totals[spending.merchantKey] = known
        }
        return totals.values.sorted(by: Self.isListed)
    }

    /// The purchases of the window by day, for the days that have any, in their order.
    func byDay() throws -> [(day: CivilDay, total: SpendTotal)] {
        let days = try SpendRollups.totalsByDay(by: member, on: window.wholeDays, in: session)
        guard let first = window.partialDay else { return days }
        var total = SpendTotal()
        for spending in try restOfFirstDay() { total += spending }
        return total.count == 0 ? days : [(first, total)] + days
    }

    /// Descending by total, then ascending by name.
    private static func isListed(_ left: NamedTotal, before right: NamedTotal) -> Bool {
        left.total.amountMinor == right.total.amountMinor
            ? left.name < right.name : left.total.amountMinor > right.total.amountMinor
    }

    /// The purchases of the day that counts in part, oldest first, as the sums would have them.
    private func restOfFirstDay() throws -> [Spending] {
        guard let day = window.partialDay else { return [] }
        return try Transfers.list(of: member, on: day, from: window.start, in: session)
            .filter { $0.transfer.reverses == nil }
            .filter { $0.transfer.isFinalPurchase(householdCurrency: membership.currency) }
            .sorted { $0.transfer.occurredAt < $1.transfer.occurredAt }
            .compactMap {
                catalogue.spending(of: $0.transfer, by: member, edited: $0.annotation?.category)
            }
    }
}
