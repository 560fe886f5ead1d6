public import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Tries policies on past purchases, as if they had been live; reads one state of the books and
    /// stores nothing.
    ///
    /// A parent tries them on everybody's purchases or on those of one whom it may speak for, a
    /// child on its own.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for, or a
    ///   policy is none that the caller may see; `invalid` with the place of what is wrong with a
    ///   condition; `payloadTooLarge` above ``Limits/backtestPurchases`` purchases;
    ///   `rateLimited` while another trial of the household runs; `unauthenticated`;
    ///   `DatabaseError`.
    public func backtestPolicies(
        _ input: API.Guardian.BacktestRequest,
        _ call: Call
    ) async throws -> API.Guardian.BacktestReport {
        try await backtestPolicies(input, call, within: BacktestBounds())
    }

    /// The same within other bounds.
    func backtestPolicies(
        _ input: API.Guardian.BacktestRequest,
        _ call: Call,
        within bounds: BacktestBounds
    ) async throws -> API.Guardian.BacktestReport {
        let household = try await reading(call) { $1.household }
        let started = ContinuousClock.now
        let report = try await backtests.with(household) {
            try await watching(BacktestWatch()) { watch in
                try await reading(call) { session, membership in
                    let order = try BacktestOrder(input, membership, call, in: session)
                    var run = BacktestRun(order, self, within: bounds, watch, in: session)
                    return try run.report()
                }
            }
        }
        return API.Guardian.BacktestReport(report, took: ContinuousClock.now - started)
    }

    /// Ends a trial when nobody waits for it any more: it runs on a thread of the database, which
    /// does not hear that by itself.
    func watching<R: Sendable>(
        _ watch: BacktestWatch,
        _ work: (BacktestWatch) async throws -> R
    ) async throws -> R {
        try await withTaskCancellationHandler {
            try await work(watch)
        } onCancel: {
            watch.end()
        }
    }
}
