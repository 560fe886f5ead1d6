import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Agrees that a task is done, and pays its reward into the child's wallet.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not the family's, `conflict` unless it is done
    ///   and not decided, `insufficientFunds` when the pool holds less than the reward;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func approveChore(
        _ input: API.Allowance.ChoreReference,
        _ call: Call
    ) async throws -> API.Allowance.ChoreResponse {
        try await writing(call) { session, membership in
            var (chore, child) = try Self.chore(input.choreID, seenBy: membership, in: session)
            try Self.require(.approved, of: chore)
            if chore.rewardMinor > 0 {
                var ledger = try LedgerWriter(membership.head, catalogue, in: session)
                chore.transfer = try ledger.reward(
                    child,
                    chore.rewardMinor,
                    as: .reward,
                    "Chore - \(chore.title)",
                    by: membership.member,
                    call
                )
            }
            return try Self.decide(&chore, as: .approved, membership, call, in: session)
        }
    }

    /// Does not agree that a task is done; the child may do it again.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not the family's, `conflict` unless it is done
    ///   and not decided; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func rejectChore(
        _ input: API.Allowance.ChoreRejection,
        _ call: Call
    ) async throws -> API.Allowance.ChoreResponse {
        try await writing(call) { session, membership in
            var (chore, _) = try Self.chore(input.choreID, seenBy: membership, in: session)
            try Self.require(.rejected, of: chore)
            chore.reason = input.reason
            return try Self.decide(&chore, as: .rejected, membership, call, in: session)
        }
    }

    private static func decide(
        _ chore: inout ChoreRecord,
        as state: ChoreState,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Allowance.ChoreResponse {
        chore.state = state
        chore.decidedBy = membership.member
        chore.decidedAt = call.now
        try Chores.save(chore, from: .done, in: session)
        return API.Allowance.ChoreResponse(chore)
    }

    private static func require(_ next: ChoreState, of chore: ChoreRecord) throws {
        guard !chore.state.mayBecome(next) else { return }
        switch chore.state {
        case .done, .assigned: throw Problem(.conflict, "This chore is not done yet")
        case .approved: throw Problem(.conflict, "This chore was approved already")
        case .rejected: throw Problem(.conflict, "This chore was rejected and is not done again")
        }
    }
}
