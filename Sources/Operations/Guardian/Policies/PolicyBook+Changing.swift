import Contract
import Guardian
import Kernel
import Store

extension PolicyBook {
    /// A policy that the caller may look at.
    ///
    /// Children see those for themselves and those for everybody.
    ///
    /// - Throws: ``Problem`` `notFound`.
    func policy(_ id: ID<Entity.Policy>, for reader: Membership) throws -> PolicyRecord {
        let record = try Policies.find(id, of: household, in: session).orNotFound()
        guard record.isVisible(to: reader) else { throw Problem(.notFound) }
        return record
    }

    /// Makes a policy.
    ///
    /// - Throws: ``Problem`` `conflict` for a name that is taken and one policy too many.
    mutating func create(_ policy: Policy, by author: ID<Entity.Member>) throws -> PolicyRecord {
        try requireName(policy.name, for: policy.id)
        try requireRoom(for: policy.id, in: policy.state)
        let record = PolicyRecord(policy, of: household, version: 0, createdBy: author)
        return try write(record, from: nil, .created, by: author)
    }

    /// Changes a policy: at once, or later where that may let purchases through.
    ///
    /// What is the same as before is no change. What takes effect at once takes the place of a
    /// change that waits; another name or message, which decide nothing, are carried into it. Of
    /// two changes that would have to wait, the later one does.
    ///
    /// - Throws: ``Problem`` `forbidden` for a child who would loosen it, `conflict` for a name
    ///   that is taken and one policy too many.
    mutating func change(
        _ record: PolicyRecord,
        to policy: Policy,
        by author: Membership
    ) throws -> PolicyRecord {
        guard policy != record.policy else { return record }
        let effect = record.policy.effect(of: policy)
        // What takes effect at once would give up what a parent asked for.
        if author.role != .parent, effect == .loosens || record.pending != nil {
            throw Problem(.forbidden)
        }
        if policy.name != record.policy.name { try requireName(policy.name, for: policy.id) }
        if policy.state != record.policy.state {
            try requireRoom(for: policy.id, in: policy.state)
        }
        if effect == .loosens {
            let friction = try PolicyFriction.find(of: household, in: session)
            let hours = friction.hours(at: call.now)
            if hours > 0 {
                return try postpone(record, to: policy, hours: hours, by: author.member)
            }
        }
        var changed = record.changed(to: policy, now: call.now)
        changed.pending = effect == .nothing ? record.pending?.renamed(record.policy, policy) : nil
        let what: PolicyNews.What = policy.state == record.policy.state ? .changed : .state
        return try write(changed, from: record, what, by: author.member)
    }

    /// Lets a change wait, unless the same one does already.
    private mutating func postpone(
        _ record: PolicyRecord,
        to policy: Policy,
        hours: Int64,
        by author: ID<Entity.Member>
    ) throws -> PolicyRecord {
        guard record.pending?.policy != policy else { return record }
        var waiting = record
        waiting.pending = PendingPolicyChange(
            policy,
            askedBy: author,
            takesEffectAt: call.now.adding(seconds: hours * 3_600)
        )
        return try write(waiting, from: record, .pending, by: author)
    }

    /// Refuses a name that another policy has, or will have when its change takes effect.
    private func requireName(_ name: String, for id: ID<Entity.Policy>) throws {
        let holder = try Policies.named(name, of: household, in: session)
        let isTaken =
            try holder.map { $0 != id }
            ?? waiting(but: id).contains { $0.policy.name == name }
        if isTaken { throw Problem(.conflict, "name is that of another policy") }
    }

    /// Refuses one policy of a state too many; those that will be of it are counted.
    private func requireRoom(for id: ID<Entity.Policy>, in state: Policy.State) throws {
        let most = Limits.policiesPerState
        let count = try Policies.count(of: household, state, in: session)
        let coming = try waiting(but: id).count { $0.policy.state == state && state != .live }
        guard count + coming < most else {
            throw Problem(.conflict, "A household has at most \(most) policies of one state")
        }
    }

    /// The changes that wait, of all policies but one; only what is live has any.
    private func waiting(but id: ID<Entity.Policy>) throws -> [PendingPolicyChange] {
        try Policies.waiting(of: household, in: session)
            .filter { $0.policy.id != id }
            .compactMap(\.pending)
    }
}

extension PolicyBook {
    /// Lets a change that waits take effect now.
    ///
    /// - Throws: ``Problem`` `forbidden` for a child and who asked for it, `conflict` when none
    ///   waits.
    mutating func confirm(_ record: PolicyRecord, by member: Membership) throws -> PolicyRecord {
        guard member.role == .parent else { throw Problem(.forbidden) }
        let pending = try Self.pending(of: record)
        guard pending.askedBy != member.member else {
            throw Problem(.forbidden, "Another parent must confirm this")
        }
        return try fulfil(pending, of: record, .confirmed, by: member.member)
    }

    /// Gives up a change that waits.
    ///
    /// - Throws: ``Problem`` `forbidden` for a child, `conflict` when none waits.
    mutating func cancel(_ record: PolicyRecord, by member: Membership) throws -> PolicyRecord {
        guard member.role == .parent else { throw Problem(.forbidden) }
        _ = try Self.pending(of: record)
        var kept = record
        kept.pending = nil
        return try write(kept, from: record, .cancelled, by: member.member)
    }

    private static func pending(of record: PolicyRecord) throws -> PendingPolicyChange {
        guard let pending = record.pending else {
            throw Problem(.conflict, "No change of this policy waits")
        }
        return pending
    }

    /// The policy after a change of it that is due took effect; as it is where none is due.
    mutating func settled(_ record: PolicyRecord) throws -> PolicyRecord {
        guard let pending = record.pending, pending.takesEffectAt <= call.now else { return record }
        return try fulfil(pending, of: record, .settled, by: pending.askedBy)
    }

    private mutating func fulfil(
        _ pending: PendingPolicyChange,
        of record: PolicyRecord,
        _ what: PolicyNews.What,
        by author: ID<Entity.Member>
    ) throws -> PolicyRecord {
        var changed = record.changed(to: pending.policy, now: call.now)
        changed.pending = nil
        return try write(changed, from: record, what, by: author)
    }
}

extension PolicyRecord {
    /// Whether a member may look at it.
    func isVisible(to reader: Membership) -> Bool {
        reader.role == .parent || policy.applies(to: reader.member)
    }

    /// The record of another policy in its place.
    ///
    /// What a policy in shadow answered says nothing about another condition: its span begins anew.
    fileprivate func changed(to policy: Policy, now: Timestamp) -> PolicyRecord {
        var changed = self
        changed.policy = policy
        let (former, state) = (self.policy.state, policy.state)
        if state != .live { changed.liveSince = nil }
        if state == .live, former != .live { changed.liveSince = now }
        if state == .shadow, former != .shadow || !policy.asksTheSame(as: self.policy) {
            changed.shadow = ShadowSpan(start: now)
        }
        if state != .shadow, former == .shadow { changed.shadow?.end = now }
        return changed
    }
}

extension PendingPolicyChange {
    /// The change with a new name and message, where it did not come with its own.
    fileprivate func renamed(_ former: Policy, _ now: Policy) -> PendingPolicyChange {
        let name = policy.name == former.name ? now.name : policy.name
        let message = policy.message == former.message ? now.message : policy.message
        return PendingPolicyChange(
            policy.with(name: name, message: message),
            askedBy: askedBy,
            takesEffectAt: takesEffectAt
        )
    }
}

extension Policy {
    /// Whether another policy is true for the same purchases and answers the same.
    fileprivate func asksTheSame(as other: Policy) -> Bool {
        member == other.member && condition == other.condition && action == other.action
    }

    fileprivate func with(name: String, message: String?) -> Policy {
        copy(name, message, state)
    }

    /// The policy in another state.
    func with(_ state: State) -> Policy { copy(name, message, state) }

    private func copy(_ name: String, _ message: String?, _ state: State) -> Policy {
        Policy(
            id: id,
            name: name,
            member: member,
            condition: condition,
            action: action,
            message: message,
            state: state,
            createdAt: createdAt
        )
    }
}
