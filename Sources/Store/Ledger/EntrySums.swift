public import Kernel
public import Ledger
import OrderedCollections
public import SQL

/// How many entries a day has, and what was spent, by account and category.
public struct EntrySum: Sendable, Equatable {
    /// The household's day.
    public let day: CivilDay
    /// The account.
    public let account: ID<Entity.Account>
    /// The category, as the entries have it.
    public let category: String
    /// How many entries are shown.
    public let count: Int64
    /// How many of them are expenses.
    public let expenseCount: Int64
    /// The expenses, in minor units of the account's currency.
    public let expenseMinor: Int64
}

/// Changes of the sums over entries, gathered before any is written.
public struct EntrySums {
    private struct Key: Hashable {
        let member: ID<Entity.Member>
        let day: CivilDay
        let account: ID<Entity.Account>
        let category: String
    }

    private struct Period: Hashable {
        let member: ID<Entity.Member>
        let number: Int64
        let account: ID<Entity.Account>
        let category: String
    }

    private struct Amounts: Equatable {
        var count: Int64 = 0
        var expenseCount: Int64 = 0
        var expenseMinor: Int64 = 0
    }

    private var days: OrderedDictionary<Key, Amounts> = [:]

    /// Begins with no change.
    public init() {}

    /// Adds an entry, or takes it away by `times` −1; one that is not shown counts nothing.
    public mutating func add(_ entry: Entry, times: Int64 = 1) {
        guard entry.isShown else { return }
        let key = Key(
            member: entry.member,
            day: entry.day,
            account: entry.account,
            category: entry.category
        )
        days[key, default: Amounts()].count += times
        guard entry.amountMinor > 0 else { return }
        days[key]?.expenseCount += times
        days[key]?.expenseMinor += times * entry.amountMinor
    }

    private static let dayUpsert = RowsStatement(
        [.text, .bigint, .text, .text, .bigint, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO entry_days
            (member_id, day, account_id, category, entry_count, expense_count, expense_minor)
        VALUES \(rows)
        ON CONFLICT (member_id, day, account_id, category) DO UPDATE SET
            entry_count = entry_days.entry_count + excluded.entry_count,
            expense_count = entry_days.expense_count + excluded.expense_count,
            expense_minor = entry_days.expense_minor + excluded.expense_minor
        """
    }
    private static let periodUpsert = RowsStatement(
        [.text, .bigint, .text, .text, .bigint]
    ) { rows in
        """
        INSERT INTO entry_periods (member_id, period, account_id, category, entry_count)
        VALUES \(rows)
        ON CONFLICT (member_id, period, account_id, category) DO UPDATE SET
            entry_count = entry_periods.entry_count + excluded.entry_count
        """
    }

    /// Writes the changes.
    public func write(in session: any Session) throws {
        let changes = days.filter { $0.value != Amounts() }
        try session.run(
            Self.dayUpsert,
            changes.map { key, amounts in
                [
                    .id(key.member), .day(key.day), .id(key.account), .text(key.category),
                    .integer(amounts.count), .integer(amounts.expenseCount),
                    .integer(amounts.expenseMinor),
                ]
            }
        )
        var periods: OrderedDictionary<Period, Int64> = [:]
        for (key, amounts) in changes {
            let period = Period(
                member: key.member,
                number: EntryCounts.period(of: key.day),
                account: key.account,
                category: key.category
            )
            periods[period, default: 0] += amounts.count
        }
        try session.run(
            Self.periodUpsert,
            periods.filter { $0.value != 0 }.map { key, count in
                [
                    .id(key.member), .integer(key.number), .id(key.account), .text(key.category),
                    .integer(count),
                ]
            }
        )
    }
}
