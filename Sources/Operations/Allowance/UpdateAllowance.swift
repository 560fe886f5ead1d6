import Allowance
public import Contract
import Kernel
import Ledger
import Store

extension AllowanceOperations {
    /// Changes how much a child is paid; what is owed up to today is paid as it was.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func updateAllowance(
        _ input: API.Allowance.UpdateAllowanceRequest,
        _ call: Call
    ) async throws -> API.Allowance.UpdateAllowanceResponse {
        let minor = input.weeklyAllowance.minor
        return try await writing(call) { session, membership in
            _ = try changeTerms(
                of: input.childID,
                as: .allowanceSet,
                membership,
                call,
                in: session
            ) { child, today in
                child.schedule.setAmount(minor, today: today)
                return Self.recorded(child.schedule)
            }
            let amount = Money(minor: minor, currency: membership.currency)
            return API.Allowance.UpdateAllowanceResponse(
                childID: input.childID,
                weeklyAllowance: input.weeklyAllowance,
                message: "The allowance is \(amount.display) from now on"
            )
        }
    }
}
