import Allowance
public import Contract
public import Kernel
import Ledger
import SQL
import Store

extension SyncOperations {
    /// Children's tasks.
    public var chores: CopiedRecords<Entity.Chore, API.Sync.ChoreValue> {
        CopiedRecords(
            endpoints: API.Sync.chore,
            kind: .chore,
            list: { ids, desk in
                try Chores.list(ids, of: desk.household, in: desk.session)
                    .map { ($0.id, API.Sync.ChoreValue($0)) }
            },
            permit: { _, standing, wanted, desk in
                try desk.requireSame("childId", standing?.childID, wanted?.childID)
                guard desk.membership.role != .parent else { return }
                // A child says that its own is done, and nothing else.
                guard let standing, let wanted else { throw Problem(.forbidden) }
                var said = standing
                said.state = .done
                said.reason = nil
                guard wanted == said || wanted == standing else { throw Problem(.forbidden) }
            },
            create: { id, value, desk in
                guard value.state == .assigned, value.reason == nil else {
                    let rule = "must be Assigned for a new chore"
                    throw Problem.invalid([Fault(field: "state", rule: rule)])
                }
                guard try !Chores.isThere(id, in: desk.session) else { throw Problem(.notFound) }
                try AllowanceOperations.assignChore(
                    id,
                    value.title,
                    value.reward.minor,
                    to: value.childID,
                    desk.membership,
                    desk.call,
                    in: desk.session
                )
            },
            change: { id, standing, wanted, desk in
                try allowance.changeChore(id, from: standing, to: wanted, desk)
            },
            remove: { id, _, desk in
                let (membership, call) = (desk.membership, desk.call)
                try AllowanceOperations.removeChore(id, membership, call, in: desk.session)
            }
        )
    }

    /// What children save for.
    public static let goals: CopiedRecords<Entity.Goal, API.Sync.GoalValue> = CopiedRecords(
        endpoints: API.Sync.goal,
        kind: .goal,
        list: { ids, desk in
            try Goals.list(ids, of: desk.household, in: desk.session).map { goal in
                let value = API.Sync.GoalValue(
                    childID: goal.child,
                    name: goal.name,
                    targetAmount: DecimalAmount(minor: goal.targetMinor)
                )
                return (goal.id, value)
            }
        },
        permit: { _, standing, wanted, desk in
            try desk.requireSame("childId", standing?.childID, wanted?.childID)
        },
        create: { id, value, desk in
            guard try !Goals.isThere(id, in: desk.session) else { throw Problem(.notFound) }
            _ = try AllowanceOperations.setGoal(
                id,
                value.name,
                value.targetAmount.minor,
                of: value.childID,
                desk.membership,
                desk.call,
                in: desk.session
            )
        },
        change: { id, _, value, desk in
            _ = try AllowanceOperations.changeGoal(
                id,
                value.name,
                value.targetAmount.minor,
                desk.membership,
                desk.call,
                in: desk.session
            )
        },
        remove: { id, _, desk in
            let (membership, call) = (desk.membership, desk.call)
            try AllowanceOperations.removeGoal(id, membership, call, in: desk.session)
        }
    )
}

extension API.Sync.ChoreValue {
    /// What devices copy of a chore.
    fileprivate init(_ chore: ChoreRecord) {
        let shown = API.Allowance.ChoreResponse(chore)
        self.init(
            childID: shown.childID,
            title: shown.title,
            reward: shown.reward,
            state: shown.state,
            reason: shown.reason
        )
    }
}

extension AllowanceOperations {
    /// Changes what a chore is, and lets it take the step to the state that it is to have.
    ///
    /// - Throws: ``Problem`` `conflict` for a step that chores do not take, and for another title
    ///   or reward of one that was approved.
    fileprivate func changeChore(
        _ id: ID<Entity.Chore>,
        from standing: API.Sync.ChoreValue,
        to wanted: API.Sync.ChoreValue,
        _ desk: CopyDesk
    ) throws {
        let (call, session) = (desk.call, desk.session)
        if wanted.title != standing.title || wanted.reward != standing.reward {
            let (title, reward) = (wanted.title, wanted.reward.minor)
            try Self.rewriteChore(id, title, reward, desk.membership, call, in: session)
        }
        guard wanted.state != standing.state || wanted.reason != standing.reason else { return }
        let membership = try desk.moved()
        switch wanted.state {
        case .assigned:
            throw Problem(.conflict, "A chore that was done is not assigned again")
        case .done: _ = try Self.finishChore(id, membership, call, in: session)
        case .approved: _ = try approveChore(id, membership, call, in: session)
        case .rejected:
            guard let reason = wanted.reason else {
                throw Problem.invalid([Fault(field: "reason", rule: "is required")])
            }
            _ = try Self.rejectChore(id, reason, membership, call, in: session)
        }
    }
}
