import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Assigns a task with a reward to a child.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child, `conflict` for one open
    ///   chore too many; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func assignChore(
        _ input: API.Allowance.ChoreRequest,
        _ call: Call
    ) async throws -> API.Allowance.ChoreResponse {
        try await writing(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            guard try Chores.openCount(of: child.id, in: session) < Limits.openChoresPerChild else {
                let most = Limits.openChoresPerChild
                throw Problem(.conflict, "A child has at most \(most) chores that are not approved")
            }
            let chore = ChoreRecord(
                id: call.newID(),
                child: child.id,
                title: input.title,
                rewardMinor: input.reward.minor,
                assignedAt: call.now
            )
            try Chores.insert(chore, by: membership.member, in: session)
            return API.Allowance.ChoreResponse(chore)
        }
    }

    /// Lists the newest hundred tasks of a child, newest first.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see the child; `unauthenticated`;
    ///   `DatabaseError`.
    public func listChores(
        _ input: API.Allowance.ChoresRequest,
        _ call: Call
    ) async throws -> API.Allowance.ChoreListResponse {
        try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            let state = input.state?.stored
            let chores = try Chores.newest(of: child.id, state: state, in: session)
            return API.Allowance.ChoreListResponse(
                childID: child.id,
                chores: chores.map { API.Allowance.ChoreResponse($0) }
            )
        }
    }

    /// Says that a task is done, also after it was rejected.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not the caller's, `conflict` when it is done
    ///   already; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func finishChore(
        _ input: API.Allowance.ChoreReference,
        _ call: Call
    ) async throws -> API.Allowance.ChoreResponse {
        try await writing(call) { session, membership in
            var (chore, _) = try Self.chore(input.choreID, seenBy: membership, in: session)
            let state = chore.state
            guard state.mayBecome(.done) else {
                throw Problem(.conflict, "This chore is done already")
            }
            chore.state = .done
            chore.doneAt = call.now
            chore.decidedBy = nil
            chore.decidedAt = nil
            chore.reason = nil
            try Chores.save(chore, from: state, in: session)
            return API.Allowance.ChoreResponse(chore)
        }
    }

    /// Takes a task back that was not approved.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not the family's, `conflict` when it was
    ///   approved; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteChore(
        _ input: API.Allowance.ChoreReference,
        _ call: Call
    ) async throws -> Empty {
        try await writing(call) { session, membership in
            let (chore, _) = try Self.chore(input.choreID, seenBy: membership, in: session)
            guard chore.state.mayBeDeleted else {
                throw Problem(.conflict, "This chore was approved; its reward is paid")
            }
            try Chores.delete(chore, in: session)
            return Empty()
        }
    }

    /// A chore with its child, as the caller may see them.
    ///
    /// - Throws: ``Problem`` `notFound` for every other chore, whether or not it exists.
    static func chore(
        _ id: ID<Entity.Chore>,
        seenBy membership: Membership,
        in session: any Session
    ) throws -> (chore: ChoreRecord, child: ChildProfile) {
        let chore = try Chores.find(id, of: membership.household, in: session).orNotFound()
        return (chore, try profile(chore.child, seenBy: membership, in: session))
    }
}

extension API.Allowance.ChoreState {
    /// The store's word.
    fileprivate var stored: ChoreState {
        switch self {
        case .assigned: .assigned
        case .done: .done
        case .approved: .approved
        case .rejected: .rejected
        }
    }
}

extension ChoreState {
    /// The contract's word.
    fileprivate var wire: API.Allowance.ChoreState {
        switch self {
        case .assigned: .assigned
        case .done: .done
        case .approved: .approved
        case .rejected: .rejected
        }
    }
}

extension API.Allowance.ChoreResponse {
    /// A chore as it is kept.
    init(_ chore: ChoreRecord) {
        self.init(
            id: chore.id,
            childID: chore.child,
            title: chore.title,
            reward: DecimalAmount(minor: chore.rewardMinor),
            state: chore.state.wire,
            assignedAt: WireTimestamp(chore.assignedAt),
            doneAt: chore.doneAt.map { WireTimestamp($0) },
            decidedAt: chore.decidedAt.map { WireTimestamp($0) },
            reason: chore.reason,
            transactionID: chore.transfer
        )
    }
}
