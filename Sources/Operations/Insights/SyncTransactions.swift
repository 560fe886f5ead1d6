public import Contract
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Reads the caller's linked accounts at their banks, now; from their beginning if asked.
    ///
    /// What takes longer than a call should follows soon after. Other items than those that failed
    /// are read to their end.
    ///
    /// With `demoSeed` it is the demo household instead, and nothing is read.
    ///
    /// - Throws: ``Problem`` `invalid`, `bankFailure` when every item fails, `unauthenticated`,
    ///   `conflict`; ``ReplayedAnswer``; `DatabaseError`.
    public func syncTransactions(
        _ input: API.Insights.TransactionsSyncRequest,
        _ call: Call
    ) async throws -> API.Insights.TransactionsSyncResponse {
        if input.demoSeed ?? false { return try await seedDemo(call) }
        let (items, scope) = try await recalling(call) { session, membership in
            let today = membership.zone.day(of: call.now)
            let items = try BankItems.list(of: membership.member, in: session).map(\.id)
            return (items, try input.scope(until: today))
        }
        let outcomes = try await banking.sync(items, scope, call)
        let codes = items.compactMap { outcomes[$0]?.reason }
        if let code = codes.first, codes.count == items.count { throw Problem(bankCode: code) }
        let counts = outcomes.values.map(\.counts)
        let isUnfinished = outcomes.values.contains(where: \.isUnfinished)
        return try await writing(call) { _, _ in
            API.Insights.TransactionsSyncResponse(
                status: isUnfinished ? .started : .completed,
                syncedCount: Int64(counts.reduce(0) { $0 + $1.added + $1.updated }),
                traceID: call.trace
            )
        }
    }
}

extension API.Insights.TransactionsSyncRequest {
    /// What is to be read.
    ///
    /// - Throws: ``Problem`` `invalid` for a month that has not begun.
    fileprivate func scope(until today: CivilDay) throws -> SyncScope {
        let months = [("startMonth", startMonth), ("startDate", startDate)]
        let late = months.filter { $1.map { $0.month > today.month } ?? false }
        guard late.isEmpty else {
            throw Problem.invalid(late.map { Fault(field: $0.0, rule: "is in the future") })
        }
        let start = startMonth ?? startDate
        return SyncScope(
            isWhole: forceFullSync ?? false || start != nil,
            firstDay: start?.month.firstDay,
            milliseconds: Limits.syncAnswerMilliseconds
        )
    }
}

extension SyncOutcome {
    /// Why nothing can be read, in the provider's word.
    fileprivate var reason: String? {
        switch self {
        case .failed(let code), .loginRequired(let code): code
        case .synced, .unfinished, .gone: nil
        }
    }

    fileprivate var isUnfinished: Bool {
        if case .unfinished = self { true } else { false }
    }
}
