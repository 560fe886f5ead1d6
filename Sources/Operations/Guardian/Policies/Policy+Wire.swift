import Contract
import Guardian
import Kernel
import Store

extension API.Guardian.Policy {
    /// A policy as it is kept.
    init(_ record: PolicyRecord) {
        self.init(
            id: record.policy.id,
            terms: API.Guardian.PolicyTerms(record.policy),
            state: record.policy.state.wire,
            version: record.version,
            createdBy: record.createdBy,
            createdAt: GuardianTimestamp(record.policy.createdAt),
            liveSince: record.liveSince.map { GuardianTimestamp($0) },
            pending: record.pending.map { API.Guardian.PendingChange($0, of: record.policy) }
        )
    }
}

extension Policy {
    /// A policy that says what a request does; its condition was read, and its member found.
    init(
        _ id: ID<Entity.Policy>,
        _ input: API.Guardian.PolicyInput,
        _ condition: PolicyCondition,
        for member: ID<Entity.Member>?,
        _ state: State,
        createdAt: Timestamp
    ) {
        self.init(
            id: id,
            name: input.name,
            member: member,
            condition: condition,
            action: input.then.action,
            message: input.message,
            state: state,
            createdAt: createdAt
        )
    }
}

extension API.Guardian.PolicyTerms {
    /// What a policy says.
    init(_ policy: Policy) {
        self.init(
            name: policy.name,
            userID: policy.member,
            when: policy.condition.wire,
            then: policy.action.wire,
            message: policy.message
        )
    }
}

extension API.Guardian.PendingChange {
    /// A change that waits, of a policy as it is now.
    fileprivate init(_ pending: PendingPolicyChange, of policy: Policy) {
        let state = pending.policy.state
        let terms = API.Guardian.PolicyTerms(pending.policy)
        self.init(
            change: API.Guardian.PolicyChange(
                state: state == policy.state ? nil : state.wire,
                policy: terms == API.Guardian.PolicyTerms(policy) ? nil : terms
            ),
            takesEffectAt: GuardianTimestamp(pending.takesEffectAt),
            askedBy: pending.askedBy
        )
    }
}

extension Policy.State {
    /// The contract's word.
    var wire: API.Guardian.PolicyState {
        switch self {
        case .draft: .draft
        case .shadow: .shadow
        case .live: .live
        case .retired: .retired
        }
    }
}

extension API.Guardian.PolicyState {
    /// The domain's word.
    var state: Policy.State {
        switch self {
        case .draft: .draft
        case .shadow: .shadow
        case .live: .live
        case .retired: .retired
        }
    }
}

extension Policy.Action {
    /// The contract's word.
    fileprivate var wire: API.Guardian.PolicyAction {
        switch self {
        case .decline: .decline
        case .ask: .ask
        case .warn: .warn
        }
    }
}

extension API.Guardian.PolicyAction {
    /// The domain's word.
    fileprivate var action: Policy.Action {
        switch self {
        case .decline: .decline
        case .ask: .ask
        case .warn: .warn
        }
    }
}
