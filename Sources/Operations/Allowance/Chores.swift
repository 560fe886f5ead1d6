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
            let chore = try Self.assignChore(
                call.newID(),
                input.title,
                input.reward.minor,
                to: input.childID,
                membership,
                call,
                in: session
            )
            return API.Allowance.ChoreResponse(chore)
        }
    }

    /// Assigns a task and records who did.
    ///
    /// - Throws: ``Problem`` as ``assignChore(_:_:)`` does.
    @discardableResult
    static func assignChore(
        _ id: ID<Entity.Chore>,
        _ title: String,
        _ rewardMinor: Int64,
        to child: ID<Entity.Child>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChoreRecord {
        let child = try profile(child, seenBy: membership, in: session)
        guard try Chores.openCount(of: child.id, in: session) < Limits.openChoresPerChild else {
            let most = Limits.openChoresPerChild
            throw Problem(.conflict, "A child has at most \(most) chores that are not approved")
        }
        let chore = ChoreRecord(
            id: id,
            child: child.id,
            title: title,
            rewardMinor: rewardMinor,
            assignedAt: call.now
        )
        try Chores.insert(chore, by: membership.member, in: session)
        try record(chore, of: child, after: membership.head, membership, call, in: session)
        return chore
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
            let id = input.choreID
            let chore = try Self.finishChore(id, membership, call, in: session)
            return API.Allowance.ChoreResponse(chore)
        }
    }

    /// Says that a task is done, and records who did.
    ///
    /// - Throws: ``Problem`` as ``finishChore(_:_:)`` does.
    static func finishChore(
        _ id: ID<Entity.Chore>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChoreRecord {
        var (chore, child) = try chore(id, seenBy: membership, in: session)
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
        try record(chore, of: child, after: membership.head, membership, call, in: session)
        return chore
    }

    /// Gives a task that was not approved another title and reward, and records who did.
    ///
    /// - Throws: ``Problem`` `notFound`; `conflict` when it was approved.
    static func rewriteChore(
        _ id: ID<Entity.Chore>,
        _ title: String,
        _ rewardMinor: Int64,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        var (chore, child) = try chore(id, seenBy: membership, in: session)
        guard chore.state.mayBeDeleted else {
            throw Problem(.conflict, "This chore was approved; its reward is paid")
        }
        chore.title = title
        chore.rewardMinor = rewardMinor
        try Chores.rewrite(chore, in: session)
        try record(chore, of: child, after: membership.head, membership, call, in: session)
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
            try Self.removeChore(input.choreID, membership, call, in: session)
            return Empty()
        }
    }

    /// Takes a task back, and records who did.
    ///
    /// - Throws: ``Problem`` as ``deleteChore(_:_:)`` does.
    static func removeChore(
        _ id: ID<Entity.Chore>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let (chore, child) = try chore(id, seenBy: membership, in: session)
        guard chore.state.mayBeDeleted else {
            throw Problem(.conflict, "This chore was approved; its reward is paid")
        }
        try Chores.delete(chore, in: session)
        try recordEdit(
            .choreDeleted,
            of: chore.id.text,
            [JSON.Member("child", .string(child.id.text))],
            owner: child.member,
            membership,
            call,
            in: session
        )
    }

    /// Records a chore as it is now.
    static func record(
        _ chore: ChoreRecord,
        of child: ChildProfile,
        after head: ChainHead,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let body = chore.linkBody
        let edit = Edit(.choreSet, of: chore.id.text, body, owner: child.member, membership, call)
        try Edits.append(edit, to: head, in: session)
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

extension ChoreRecord {
    /// What its link holds; what is to be done is the family's own.
    var linkBody: [JSON.Member] {
        [
            JSON.Member("child", .string(child.text)),
            JSON.Member("state", .string(state.rawValue)),
            JSON.Member("reward_minor", .number(String(rewardMinor))),
        ]
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
