import Banking
import Catalogue
public import Kernel
import Ledger
import Providers
import SQL
import Store

extension BankingOperations {
    /// Tells members who want it what they spent, once for each day or week.
    ///
    /// A summary is due at ``SpendingSummary/hour`` of the household's clock. Members are walked in
    /// pages, and only those are read further of whom one is due. Several processes may do this at
    /// once.
    ///
    /// - Parameters:
    ///   - earlier: Up to when summaries were looked for.
    ///   - call: Up to when they are looked for, and what surrounds the run.
    /// - Returns: How many notifications were added.
    /// - Throws: `DatabaseError`; `CancellationError`.
    @discardableResult
    public func sumUpSpending(after earlier: Timestamp, _ call: Call) async throws -> Int {
        var last: ID<Entity.Member>?
        var count = 0
        while true {
            let page = try await database.read { [last] session in
                try NoticeRecipients.page(
                    after: last,
                    withDevices: sender.needsDevice,
                    in: session
                )
            }
            let due = page.recipients.compactMap {
                DueSummary($0, after: earlier, through: call.now)
            }
            for first in stride(from: 0, to: due.count, by: Limits.summaryMembers) {
                try Task.checkCancellation()
                let some = Array(due[first...].prefix(Limits.summaryMembers))
                count += try await sumUp(some, call)
            }
            guard let next = page.last else { return count }
            last = next
        }
    }

    /// Sums up what some members spent, but for those who were told already.
    private func sumUp(_ due: [DueSummary], _ call: Call) async throws -> Int {
        let notices = try await database.read { session in
            let known = try Notifications.known(due.map(\.id), in: session)
            return try due.filter { !known.contains($0.id) }.map { due in
                let spent = try spent(by: due.member, in: due.currency, on: due.days, session)
                return due.notice(of: spent)
            }
        }
        guard !notices.isEmpty else { return 0 }
        return try await database.write { session in
            try self.notices.add(notices, isRare: true, call, in: session)
        }
    }

    /// What a member spent on some days, by primary category: as the summary of transactions has
    /// it.
    private func spent(
        by member: ID<Entity.Member>,
        in currency: Currency,
        on days: ClosedRange<CivilDay>,
        _ session: any Session
    ) throws -> [String: SpendTotal] {
        let listed = try ListedAccounts.list(of: member, in: session)
        let accounts = Set(
            listed.filter { $0.account.currency == currency }.map(\.account.id)
        )
        var spent: [String: SpendTotal] = [:]
        for sum in try EntryCounts.byDay(of: member, on: days, in: session)
        where sum.expenseCount > 0 && accounts.contains(sum.account) {
            let category = catalogue.bankingCategory(ofEntry: sum.category)
            guard category.isSpending else { continue }
            spent[category.primary, default: SpendTotal()] += SpendTotal(
                amountMinor: sum.expenseMinor,
                count: sum.expenseCount
            )
        }
        return spent
    }
}

/// A summary that is due to a member.
private struct DueSummary: Sendable {
    let member: ID<Entity.Member>
    let currency: Currency
    let period: SpendingSummary.Period

    var days: ClosedRange<CivilDay> { period.first...period.last }
    var event: String { period.first.text }

    /// The notification that tells of it.
    var id: ID<Entity.Notification> {
        let kind: NotificationKind = period.summary == .daily ? .dailySummary : .weeklySummary
        return ID(PushMessage.id(of: event, kind: kind.rawValue, to: member))
    }

    init?(_ recipient: NoticeRecipient, after earlier: Timestamp, through now: Timestamp) {
        let preferences = recipient.preferences
        guard preferences.isPushEnabled,
            let period = preferences.spendingSummary.due(
                after: earlier,
                through: now,
                in: recipient.zone
            )
        else { return nil }
        member = recipient.member
        currency = recipient.currency
        self.period = period
    }

    func notice(of spent: [String: SpendTotal]) -> Notice {
        let total = spent.values.reduce(into: SpendTotal()) { $0 += $1 }
        let most = spent.max { left, right in
            (left.value.amountMinor, right.key) < (right.value.amountMinor, left.key)
        }
        let fact = NotificationFact.summary(
            period,
            spent: Money(minor: total.amountMinor, currency: currency),
            count: Int(total.count),
            most: most.map { name, total in
                NotificationFact.SummaryCategory(
                    name: name,
                    spent: Money(minor: total.amountMinor, currency: currency)
                )
            }
        )
        return Notice(
            fact,
            of: event,
            to: member,
            data: ["start_date": period.first.text, "end_date": period.last.text]
        )
    }
}
