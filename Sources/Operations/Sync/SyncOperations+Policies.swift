public import Contract
import Guardian
public import Kernel
import Ledger
import SQL
import Store

extension SyncOperations {
    /// Policies.
    public var policies: CopiedRecords<Entity.Policy, API.Sync.PolicyValue> {
        CopiedRecords(
            endpoints: API.Sync.policy,
            kind: .policy,
            telling: { wanted, standing in wanted.telling(standing.pending) },
            list: { ids, desk in
                try Policies.list(ids, of: desk.household, in: desk.session)
                    .map { ($0.policy.id, API.Sync.PolicyValue($0)) }
            },
            permit: { id, standing, wanted, desk in
                let (membership, session) = (desk.membership, desk.session)
                guard let standing else {
                    let member = wanted?.userID.map { MemberReference($0.text) }
                    _ = try GuardianOperations.policySubject(member, membership, in: session)
                    return
                }
                guard let wanted else { throw Problem(.forbidden) }
                let stored = try Policies.find(id, of: desk.household, in: session).orNotFound()
                try GuardianOperations.requireRight(to: stored, membership)
                guard wanted.userID == standing.userID else {
                    throw Problem.invalid([Fault(field: "userId", rule: "cannot be changed")])
                }
                let isRetired = wanted.state == .retired && standing.state != .retired
                if isRetired, membership.role != .parent { throw Problem(.forbidden) }
            },
            create: { id, value, desk in
                guard try !Policies.isThere(id, in: desk.session) else { throw Problem(.notFound) }
                try guardian.createPolicy(id, value, desk)
            },
            change: { id, _, value, desk in try guardian.changePolicy(id, to: value, desk) },
            wake: { guardian.wakePolicyReaders(of: $0) }
        )
    }
}

extension GuardianOperations {
    fileprivate func createPolicy(
        _ id: ID<Entity.Policy>,
        _ value: API.Sync.PolicyValue,
        _ desk: CopyDesk
    ) throws {
        let (membership, call) = (desk.membership, desk.call)
        let draft = try policy(id, value, .draft, createdAt: call.now, desk)
        guard value.state != .retired || membership.role == .parent else {
            throw Problem(.forbidden)
        }
        var book = PolicyBook(self, membership, call, in: desk.session)
        let made = try book.create(draft, by: membership.member)
        guard value.state != .draft else { return }
        let state = value.state.state
        _ = try book.change(made, to: draft.with(state), by: membership)
    }

    /// Changes a policy as its document does: what loosens a live one waits, and is told.
    fileprivate func changePolicy(
        _ id: ID<Entity.Policy>,
        to value: API.Sync.PolicyValue,
        _ desk: CopyDesk
    ) throws {
        var book = PolicyBook(self, desk.membership, desk.call, in: desk.session)
        let stored = try book.policy(id, for: desk.membership)
        let record = try book.settled(stored)
        let (state, birth) = (value.state.state, record.policy.createdAt)
        let wanted = try policy(id, value, state, createdAt: birth, desk)
        _ = try book.change(record, to: wanted, by: desk.membership)
    }

    private func policy(
        _ id: ID<Entity.Policy>,
        _ value: API.Sync.PolicyValue,
        _ state: Policy.State,
        createdAt: Timestamp,
        _ desk: CopyDesk
    ) throws -> Policy {
        let condition = try PolicyCondition(value.when)
        try Self.requireOwn(condition, desk.membership, in: desk.session)
        return Policy(
            id,
            API.Guardian.PolicyInput(value),
            condition,
            for: value.userID,
            state,
            createdAt: createdAt
        )
    }
}

extension API.Sync.PolicyValue {
    /// What devices copy of a policy.
    fileprivate init(_ record: PolicyRecord) {
        let pending = record.pending.map { pending in
            API.Sync.PendingPolicy(
                Self(pending.policy, pending: nil),
                takesEffectAt: WireTimestamp(pending.takesEffectAt),
                askedBy: pending.askedBy
            )
        }
        self.init(record.policy, pending: pending)
    }

    private init(_ policy: Policy, pending: API.Sync.PendingPolicy?) {
        let terms = API.Guardian.PolicyTerms(policy)
        self.init(
            name: terms.name,
            userID: terms.userID,
            when: terms.when,
            then: terms.then,
            message: terms.message,
            state: policy.state.wire,
            pending: pending
        )
    }
}
