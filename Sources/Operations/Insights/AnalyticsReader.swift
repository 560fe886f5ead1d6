import Catalogue
import Contract
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// One member's purchases and decisions within a window, read in one transaction.
///
/// Whole days come from sums that are kept by day, the rest of the first day from its own rows: the
/// cost does not grow with the history.
struct AnalyticsReader {
    let session: any Session
    let catalogue: Catalogue
    let membership: Membership
    let member: ID<Entity.Member>
    let window: AnalyticsWindow
}

extension InsightsOperations {
    /// Runs an operation's reads about the member and the range that a caller names.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; what `work` throws.
    func analysing<Output: Sendable>(
        _ input: API.Guardian.AnalyticsRequest,
        _ call: Call,
        _ work: @escaping @Sendable (AnalyticsReader) throws -> Output
    ) async throws -> Output {
        try await reading(call) { session, membership in
            let reader = AnalyticsReader(
                session: session,
                catalogue: catalogue,
                membership: membership,
                member: try GuardianOperations.subject(input.userID, membership, in: session),
                window: (input.range ?? .month).window(until: call.now, in: membership.zone)
            )
            return try work(reader)
        }
    }
}

extension API.Guardian.AnalyticsRange {
    /// The range as a window that ends now.
    fileprivate func window(until now: Timestamp, in zone: Zone) -> AnalyticsWindow {
        switch self {
        case .week: .last(days: 7, until: now, in: zone)
        case .month: .last(days: 30, until: now, in: zone)
        case .quarter: .last(days: 90, until: now, in: zone)
        case .monthToDate: .monthToDate(until: now, in: zone)
        }
    }
}
