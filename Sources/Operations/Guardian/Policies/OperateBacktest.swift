public import Contract
public import Guardian
public import Kernel
import SQL
import Store

/// What came of a trial that the operator made.
public struct OperatedBacktest: Sendable {
    /// The report as a request would be answered.
    public let answer: API.Guardian.BacktestReport
    /// The report with the sums by member.
    public let report: PolicyBacktestReport
    /// The members' e-mail addresses.
    public let members: [ID<Entity.Member>: String]
    /// The household's currency.
    public let currency: Currency
}

extension GuardianOperations {
    /// Tries policies on the past purchases of a household for the operator, whatever their number.
    ///
    /// - Parameters:
    ///   - input: What to try; its members may be anybody of the household.
    ///   - email: The address of a member of the household; may be left out where there is one
    ///     household.
    ///   - call: What surrounds it.
    ///   - progress: Told now and then how many purchases were looked at, and about how many there
    ///     are; on a thread of the database.
    /// - Returns: The report, and what a table needs beside it.
    /// - Throws: ``Problem`` `notFound`, `invalid`; `CancellationError`; `DatabaseError`.
    public func backtestPolicies(
        _ input: API.Guardian.BacktestRequest,
        ofHouseholdOf email: String?,
        _ call: Call,
        progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> OperatedBacktest {
        let started = ContinuousClock.now
        let (report, members, currency) = try await watching(BacktestWatch(progress: progress)) {
            watch in
            try await database.read { session in
                let membership = try Self.operatedMembership(email, in: session)
                let order = try BacktestOrder(
                    input,
                    membership,
                    isOperator: true,
                    call,
                    in: session
                )
                var run = BacktestRun(order, self, within: .none, watch, in: session)
                let report = try run.report()
                let members = try Members.list(of: membership.household, in: session)
                return (report, members, membership.currency)
            }
        }
        return OperatedBacktest(
            answer: API.Guardian.BacktestReport(report, took: ContinuousClock.now - started),
            report: report,
            members: Dictionary(uniqueKeysWithValues: members.map { ($0.id, $0.email) }),
            currency: currency
        )
    }

    private static func operatedMembership(
        _ email: String?,
        in session: any Session
    ) throws -> Membership {
        if let email {
            let (member, head) = try IdentityOperations.operated(email, in: session)
            return try Membership(member, head, in: session)
        }
        let households = try Households.list(after: nil, in: session)
        guard let household = households.first, households.count == 1,
            let member = try Members.list(of: household.id, in: session).first,
            let head = try Households.head(of: household.id, in: session)
        else { throw Problem(.notFound, "It must be said which household is meant") }
        return try Membership(member, head, in: session)
    }
}
