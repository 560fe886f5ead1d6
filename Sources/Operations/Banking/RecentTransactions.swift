public import Contract
import Kernel
import Ledger
import SQL
import Store

extension BankingOperations {
    /// Lists what changed since an instant; without one, the last seven days.
    ///
    /// Whoever passes `lastUpdated` back misses nothing, though it has whole seconds: what changed
    /// in the same second comes again, and does not count to the rows of the answer, so that a
    /// second with any number of changes is passed.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func recentTransactions(
        _ input: API.Banking.RecentTransactionsRequest,
        _ call: Call
    ) async throws -> API.Banking.RecentTransactionsResponse {
        try await reading(call) { session, membership in
            let book = try AccountBook(membership, catalogue, in: session)
            guard let since = input.since?.instant else {
                let entries = try lastDays(call.now, membership, in: session)
                return API.Banking.RecentTransactionsResponse(
                    try entries.map { try book.transaction($0) },
                    lastUpdated: WireTimestamp(call.now),
                    hasMore: false
                )
            }
            let (entries, hasMore) = try Self.changes(
                since: since,
                of: membership.member,
                in: session
            )
            let newest = hasMore ? entries.last?.entry.changedAt : nil
            let shown = entries.sorted { left, right in
                (left.entry.day, left.number) > (right.entry.day, right.number)
            }
            return API.Banking.RecentTransactionsResponse(
                try shown.map { try book.transaction($0) },
                lastUpdated: WireTimestamp(newest ?? call.now),
                hasMore: hasMore
            )
        }
    }

    private func lastDays(
        _ now: Timestamp,
        _ membership: Membership,
        in session: any Session
    ) throws -> [EntryRecord] {
        let today = membership.zone.day(of: now)
        let window = EntryWindow(
            member: membership.member,
            days: today.adding(days: 1 - Limits.recentDays)...today,
            account: nil,
            category: nil
        )
        return try window.page(
            limit: Limits.recentRows,
            offset: 0,
            catalogue,
            in: session
        ).entries
    }

    /// What changed after an instant, the earliest change first: the rest of its second, and as
    /// many more as an answer shows.
    private static func changes(
        since instant: Timestamp,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> (entries: [EntryRecord], hasMore: Bool) {
        let nextSecond = Timestamp(seconds: instant.seconds + 1)
        var entries: [EntryRecord] = []
        var later = 0
        while true {
            let last = entries.last
            let page = try Entries.changed(
                of: member,
                after: last?.entry.changedAt ?? instant,
                last?.number.value ?? .max,
                limit: Limits.changedRows,
                in: session
            )
            for record in page {
                if record.entry.changedAt >= nextSecond {
                    guard later < Limits.changedRows else { return (entries, true) }
                    later += 1
                }
                entries.append(record)
            }
            guard page.count == Limits.changedRows else { return (entries, false) }
        }
    }
}
