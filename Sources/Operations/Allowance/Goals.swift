import Allowance
public import Contract
import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// Lists what a child saves for, and how far its savings reach.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see the child; `unauthenticated`;
    ///   `DatabaseError`.
    public func listGoals(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.GoalListResponse {
        try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            return try Self.goals(of: child.id, in: session)
        }
    }

    /// Sets something a child is to save for; the last of its goals to be filled.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see the child, `conflict` for one
    ///   goal too many; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func createGoal(
        _ input: API.Allowance.GoalRequest,
        _ call: Call
    ) async throws -> API.Allowance.GoalResponse {
        try await writing(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            let others = try Goals.list(of: child.id, in: session)
            guard others.count < Limits.goalsPerChild else {
                throw Problem(.conflict, "A child has at most \(Limits.goalsPerChild) goals")
            }
            let goal = GoalRecord(
                id: call.newID(),
                child: child.id,
                name: input.name,
                targetMinor: input.targetAmount.minor,
                createdAt: call.now
            )
            try Goals.insert(goal, by: membership.member, in: session)
            return try Self.progress(of: goal, in: session)
        }
    }

    /// Changes what a goal is or costs; its place among the others stays.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see it; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func updateGoal(
        _ input: API.Allowance.GoalUpdateRequest,
        _ call: Call
    ) async throws -> API.Allowance.GoalResponse {
        try await writing(call) { session, membership in
            let goal = try Self.goal(input.goalID, seenBy: membership, in: session)
            try Goals.update(
                goal.id,
                name: input.name,
                targetMinor: input.targetAmount.minor,
                in: session
            )
            return try Self.progress(of: goal, in: session)
        }
    }

    /// Removes a goal; what was saved stays saved.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see it; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func deleteGoal(
        _ input: API.Allowance.GoalReference,
        _ call: Call
    ) async throws -> Empty {
        try await writing(call) { session, membership in
            let goal = try Self.goal(input.goalID, seenBy: membership, in: session)
            try Goals.delete(goal.id, in: session)
            return Empty()
        }
    }

    private static func goal(
        _ id: ID<Entity.Goal>,
        seenBy membership: Membership,
        in session: any Session
    ) throws -> GoalRecord {
        let goal = try Goals.find(id, of: membership.household, in: session).orNotFound()
        _ = try profile(goal.child, seenBy: membership, in: session)
        return goal
    }

    /// A goal as it is now, with what of the savings counts for it.
    private static func progress(
        of goal: GoalRecord,
        in session: any Session
    ) throws -> API.Allowance.GoalResponse {
        try goals(of: goal.child, in: session).goals.first { $0.id == goal.id }
            .orCorrupt("a goal was stored and is not there")
    }

    private static func goals(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> API.Allowance.GoalListResponse {
        let goals = try Goals.list(of: child, in: session)
        let jars = try Jars.list(of: child, in: session)
        let saved = jars.first { $0.kind == .save }?.balanceMinor ?? 0
        let parts = GoalProgress.spread(saved, over: goals.map(\.targetMinor))
        return API.Allowance.GoalListResponse(
            childID: child,
            saved: DecimalAmount(minor: saved),
            goals: zip(goals, parts).map { goal, part in
                API.Allowance.GoalResponse(
                    id: goal.id,
                    name: goal.name,
                    targetAmount: DecimalAmount(minor: goal.targetMinor),
                    savedAmount: DecimalAmount(minor: part),
                    createdAt: WireTimestamp(goal.createdAt)
                )
            }
        )
    }
}
