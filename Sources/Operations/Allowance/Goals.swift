import Allowance
public import Contract
import Kernel
import Ledger
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
            let goal = try Self.setGoal(
                call.newID(),
                input.name,
                input.targetAmount.minor,
                of: input.childID,
                membership,
                call,
                in: session
            )
            return try Self.progress(of: goal, in: session)
        }
    }

    /// Sets a goal, and records who did.
    ///
    /// - Throws: ``Problem`` as ``createGoal(_:_:)`` does.
    static func setGoal(
        _ id: ID<Entity.Goal>,
        _ name: String,
        _ targetMinor: Int64,
        of child: ID<Entity.Child>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> GoalRecord {
        let child = try profile(child, seenBy: membership, in: session)
        guard try Goals.list(of: child.id, in: session).count < Limits.goalsPerChild else {
            throw Problem(.conflict, "A child has at most \(Limits.goalsPerChild) goals")
        }
        let goal = GoalRecord(
            id: id,
            child: child.id,
            name: name,
            targetMinor: targetMinor,
            createdAt: call.now
        )
        try Goals.insert(goal, by: membership.member, in: session)
        try record(goal, of: child, membership, call, in: session)
        return goal
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
            let goal = try Self.changeGoal(
                input.goalID,
                input.name,
                input.targetAmount.minor,
                membership,
                call,
                in: session
            )
            return try Self.progress(of: goal, in: session)
        }
    }

    /// Changes what a goal is or costs, and records who did.
    ///
    /// - Throws: ``Problem`` `notFound`.
    static func changeGoal(
        _ id: ID<Entity.Goal>,
        _ name: String,
        _ targetMinor: Int64,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> GoalRecord {
        var (goal, child) = try goal(id, seenBy: membership, in: session)
        goal.name = name
        goal.targetMinor = targetMinor
        try Goals.update(goal, in: session)
        try record(goal, of: child, membership, call, in: session)
        return goal
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
            try Self.removeGoal(input.goalID, membership, call, in: session)
            return Empty()
        }
    }

    /// Removes a goal, and records who did.
    ///
    /// - Throws: ``Problem`` `notFound`.
    static func removeGoal(
        _ id: ID<Entity.Goal>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let (goal, child) = try goal(id, seenBy: membership, in: session)
        try Goals.delete(goal.id, in: session)
        try recordEdit(
            .goalDeleted,
            of: goal.id.text,
            [JSON.Member("child", .string(child.id.text))],
            owner: child.member,
            membership,
            call,
            in: session
        )
    }

    private static func goal(
        _ id: ID<Entity.Goal>,
        seenBy membership: Membership,
        in session: any Session
    ) throws -> (goal: GoalRecord, child: ChildProfile) {
        let goal = try Goals.find(id, of: membership.household, in: session).orNotFound()
        return (goal, try profile(goal.child, seenBy: membership, in: session))
    }

    /// Records a goal as it is now.
    private static func record(
        _ goal: GoalRecord,
        of child: ChildProfile,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let (id, body) = (goal.id.text, goal.linkBody)
        let owner = child.member
        try recordEdit(.goalSet, of: id, body, owner: owner, membership, call, in: session)
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

extension GoalRecord {
    /// What its link holds; what is saved for is the child's own.
    var linkBody: [JSON.Member] {
        [
            JSON.Member("child", .string(child.text)),
            JSON.Member("target_minor", .number(String(targetMinor))),
        ]
    }
}
