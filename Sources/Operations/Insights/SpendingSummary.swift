public import Contract
import Guardian
import Kernel
import Ledger
import Store

extension InsightsOperations {
    /// Sums what a member spent and asked for.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func spendingSummary(
        _ input: API.Guardian.AnalyticsRequest,
        _ call: Call
    ) async throws -> API.Guardian.Summary {
        let (summary, household, lag) = try await analysing(input, call) { reader in
            let summary = API.Guardian.Summary(
                of: try reader.total(),
                try reader.decisions(),
                in: reader.window
            )
            return (summary, reader.membership.household, try reader.lag())
        }
        if lag > Limits.untalliedLinks {
            // The answer is known already; if this fails, whoever asks next counts instead.
            _ = try? await tallyPiece(of: household)
        }
        return summary
    }
}

extension API.Guardian.Summary {
    fileprivate init(
        of total: SpendTotal,
        _ decisions: DecisionCounts,
        in window: AnalyticsWindow
    ) {
        self.init(
            range: API.Guardian.SummaryRange(
                start: GuardianTimestamp(window.start),
                end: GuardianTimestamp(window.end)
            ),
            spendCents: total.amountMinor,
            chargeCount: total.count,
            authEvents: decisions.authorized,
            riskyRate: Ratio(decisions.risky, of: decisions.authorized),
            overrideRate: Ratio(decisions.overridden, of: decisions.authorized)
        )
    }
}
