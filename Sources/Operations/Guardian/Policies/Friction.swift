public import Contract
import Kernel
import Store

extension GuardianOperations {
    /// Tells how long what loosens a live policy waits.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func getFriction(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Guardian.StandingFriction {
        try await reading(call) { session, membership in
            let friction = try PolicyFriction.find(of: membership.household, in: session)
            return API.Guardian.StandingFriction(friction, at: call.now)
        }
    }

    /// Sets how long what loosens a live policy waits: a longer time at once, a shorter one after
    /// the time that it shortens.
    ///
    /// - Returns: The hours in force, and those that wait.
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setFriction(
        _ input: API.Guardian.Friction,
        _ call: Call
    ) async throws -> API.Guardian.StandingFriction {
        let answer = try await writing(call) { session, membership in
            var book = PolicyBook(self, membership, call, in: session)
            let friction = try book.setFriction(input.looseningHours, by: membership.member)
            return API.Guardian.StandingFriction(friction, at: call.now)
        }
        wakePolicyReaders(of: call)
        return answer
    }
}

extension PolicyBook {
    /// Sets the hours, or lets lower ones wait; both take the place of lower ones that wait.
    ///
    /// - Returns: The hours in force, and those that wait.
    fileprivate mutating func setFriction(
        _ hours: Int64,
        by author: ID<Entity.Member>
    ) throws -> PolicyFriction {
        let former = try settledFriction()
        var friction = former
        if hours >= former.looseningHours {
            friction = PolicyFriction(looseningHours: hours)
        } else if hours != former.pending?.looseningHours {
            let wait = former.looseningHours * 3_600
            friction.pending = PolicyFriction.Pending(
                hours,
                askedBy: author,
                takesEffectAt: call.now.adding(seconds: wait)
            )
        }
        if friction != former { try write(friction, from: former, by: author) }
        return friction
    }

    /// The hours after lower ones that are due took effect.
    mutating func settledFriction() throws -> PolicyFriction {
        let stored = try PolicyFriction.find(of: household, in: session)
        guard let pending = stored.pending, pending.takesEffectAt <= call.now else { return stored }
        let friction = PolicyFriction(looseningHours: pending.looseningHours)
        try write(friction, from: stored, by: pending.askedBy, isSettled: true)
        return friction
    }
}

extension API.Guardian.StandingFriction {
    /// Hours as they are at an instant: lower ones that are due wait no more.
    fileprivate init(_ friction: PolicyFriction, at now: Timestamp) {
        let pending = friction.pending.flatMap { $0.takesEffectAt > now ? $0 : nil }
        self.init(
            looseningHours: friction.hours(at: now),
            pending: pending.map { pending in
                API.Guardian.PendingFriction(
                    looseningHours: pending.looseningHours,
                    takesEffectAt: GuardianTimestamp(pending.takesEffectAt),
                    askedBy: pending.askedBy
                )
            }
        )
    }
}
