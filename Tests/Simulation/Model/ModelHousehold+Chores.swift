import Contract
import Kernel

extension ModelHousehold {
    mutating func settle(
        _ action: ChoreAction,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .assignChore(let input): try settleAssigned(input, bearer, nowMS, outcome, call)
        case .finishChore(let input):
            try settle(input.choreID, in: [.assigned, .rejected], bearer, outcome, call) { chore in
                chore.state = .done
                chore.doneAtMS = nowMS
                (chore.decidedAtMS, chore.reason) = (nil, nil)
            }
        case .approveChore(let input):
            try settleApproved(input.choreID, bearer, nowMS, outcome, call)
        case .rejectChore(let input):
            try settle(input.choreID, in: [.done], bearer, outcome, call) { chore in
                chore.state = .rejected
                (chore.decidedAtMS, chore.reason) = (nowMS, input.reason)
            }
        case .deleteChore(let input):
            guard let (child, place) = chore(input.choreID, seenBy: bearer) else {
                return try expectRefusal(.notFound, outcome, call)
            }
            guard members[child].chores[place].state != .approved else {
                return try expectRefusal(.conflict, outcome, call)
            }
            _ = try Self.answer(outcome, call)
            members[child].chores.remove(at: place)
            links += 1
        }
    }

    private func chore(
        _ id: ID<Entity.Chore>,
        seenBy bearer: Bearer
    ) -> (child: Int, chore: Int)? {
        for (index, member) in members.enumerated() {
            guard let chore = member.chores.firstIndex(where: { $0.id == id }),
                let own = member.child
            else { continue }
            return child(own, seenBy: bearer) == index ? (index, chore) : nil
        }
        return nil
    }

    private mutating func settleAssigned(
        _ input: API.Allowance.ChoreRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let child = child(input.childID, seenBy: bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard members[child].chores.count(where: { $0.state != .approved }) < 100 else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let told = try API.Allowance.assignChore.output(of: Self.answer(outcome, call))
        let chore = ModelChore(
            id: told.id,
            title: input.title,
            reward: input.reward.minor,
            assignedAtMS: nowMS
        )
        try require(told == chore.told(of: input.childID), "\(chore) was told as \(told)")
        members[child].chores.append(chore)
        links += 1
    }

    /// A chore that goes from one of some states to another.
    private mutating func settle(
        _ id: ID<Entity.Chore>,
        in states: [API.Allowance.ChoreState],
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall,
        _ change: (inout ModelChore) -> Void
    ) throws {
        guard let (child, place) = chore(id, seenBy: bearer), let owner = members[child].child
        else { return try expectRefusal(.notFound, outcome, call) }
        guard states.contains(members[child].chores[place].state) else {
            return try expectRefusal(.conflict, outcome, call)
        }
        change(&members[child].chores[place])
        // Every answer of these calls is a chore in the same shape.
        let told = try API.Allowance.finishChore.output(of: Self.answer(outcome, call))
        let expected = members[child].chores[place].told(of: owner)
        try require(told == expected, "\(expected) was told as \(told)")
        links += 1
    }

    /// A reward is paid once, from outside the household.
    private mutating func settleApproved(
        _ id: ID<Entity.Chore>,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        var paid: ID<Entity.Transfer>?
        if case .answered(_, let body) = outcome {
            paid = try API.Allowance.approveChore.output(of: Array(body.utf8)).transactionID
        }
        try settle(id, in: [.done], bearer, outcome, call) { chore in
            chore.state = .approved
            (chore.decidedAtMS, chore.transfer) = (nowMS, paid)
        }
        guard case .answered = outcome, let (child, place) = chore(id, seenBy: bearer) else {
            return
        }
        let chore = members[child].chores[place]
        try require(
            (paid != nil) == (chore.reward > 0),
            "\(chore) was paid by \(paid?.text ?? "-")"
        )
        try pay(chore.reward, as: "reward", to: members[child], paid, nowMS)
    }

    /// Money from outside the household for a child's wallet.
    mutating func pay(
        _ amount: Int64,
        as kind: String,
        to child: ModelMember,
        _ id: ID<Entity.Transfer>?,
        _ nowMS: Int64
    ) throws {
        guard let id, let wallet = child.wallet else { return }
        let plan = PlannedTransfer(
            debit: world,
            credit: wallet,
            amountMinor: amount,
            kind: kind,
            occurredAtMS: nowMS
        )
        try post(plan, id, at: nowMS)
    }
}

extension ModelChore {
    fileprivate func told(of child: ID<Entity.Child>) -> API.Allowance.ChoreResponse {
        let instant = { (milliseconds: Int64) in WireTimestamp(ModelHousehold.told(milliseconds)) }
        return API.Allowance.ChoreResponse(
            id: id,
            childID: child,
            title: title,
            reward: DecimalAmount(minor: reward),
            state: state,
            assignedAt: instant(assignedAtMS),
            doneAt: doneAtMS.map(instant),
            decidedAt: decidedAtMS.map(instant),
            reason: reason,
            transactionID: transfer
        )
    }
}
