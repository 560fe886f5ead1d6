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
            try approveChore(input.choreID, membership, call, in: session)
        }
    }

    /// Agrees that a task is done, pays its reward, and records who did.
    ///
    /// - Throws: ``Problem`` as ``approveChore(_:_:)`` does.
    func approveChore(
        _ id: ID<Entity.Chore>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Allowance.ChoreResponse {
        var (chore, child) = try Self.chore(id, seenBy: membership, in: session)
        try Self.require(.approved, of: chore)
        var ledger = try LedgerWriter(membership.head, catalogue, in: session)
        if chore.rewardMinor > 0 {
            chore.transfer = try ledger.reward(
                child,
                chore.rewardMinor,
                as: .reward,
                "Chore - \(chore.title)",
                by: membership.member,
                call
            )
        }
        let end = ledger.head
        return try Self.decide(&chore, of: child, as: .approved, end, membership, call, session)
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
            let (id, reason) = (input.choreID, input.reason)
            return try Self.rejectChore(id, reason, membership, call, in: session)
        }
    }

    /// Does not agree that a task is done, and records who did not.
    ///
    /// - Throws: ``Problem`` as ``rejectChore(_:_:)`` does.
    static func rejectChore(
        _ id: ID<Entity.Chore>,
        _ reason: String,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Allowance.ChoreResponse {
        var (chore, child) = try chore(id, seenBy: membership, in: session)
        try require(.rejected, of: chore)
        chore.reason = reason
        let end = membership.head
        return try decide(&chore, of: child, as: .rejected, end, membership, call, session)
    }

    private static func decide(
        _ chore: inout ChoreRecord,
        of child: ChildProfile,
        as state: ChoreState,
        _ head: ChainHead,
        _ membership: Membership,
        _ call: Call,
        _ session: any Session
    ) throws -> API.Allowance.ChoreResponse {
        chore.state = state
        chore.decidedBy = membership.member
        chore.decidedAt = call.now
        try Chores.save(chore, from: .done, in: session)
        try record(chore, of: child, after: head, membership, call, in: session)
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
