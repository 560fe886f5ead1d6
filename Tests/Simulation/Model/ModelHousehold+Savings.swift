import Contract
import Kernel

extension ModelHousehold {
    /// The place of a child that the caller may see: a parent every one, a child itself.
    func child(_ id: ID<Entity.Child>, seenBy bearer: Bearer) -> Int? {
        members.firstIndex {
            $0.child == id && !$0.isRemoved
                && (bearer.role == "Parent" || $0.id == bearer.member)
        }
    }

    mutating func settle(
        _ action: SavingAction,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .moveBetweenJars(let input): try settleMove(input, bearer, nowMS, outcome, call)
        case .createGoal(let input): try settleGoal(input, bearer, nowMS, outcome, call)
        case .updateGoal(let input):
            guard let (child, goal) = goal(input.goalID, seenBy: bearer) else {
                return try expectRefusal(.notFound, outcome, call)
            }
            members[child].goals[goal].name = input.name
            members[child].goals[goal].target = input.targetAmount.minor
            let told = try API.Allowance.updateGoal.output(of: Self.answer(outcome, call))
            try require(
                told == goals(of: members[child])[goal],
                "\(told) is not \(goals(of: members[child])[goal])"
            )
            links += 1
        case .deleteGoal(let input):
            guard let (child, goal) = goal(input.goalID, seenBy: bearer) else {
                return try expectRefusal(.notFound, outcome, call)
            }
            _ = try Self.answer(outcome, call)
            members[child].goals.remove(at: goal)
            links += 1
        case .listGoals(let input):
            guard let child = child(input.childID, seenBy: bearer) else {
                return try expectRefusal(.notFound, outcome, call)
            }
            let body = try Self.answer(outcome, call)
            guard Self.isTold(saved(by: members[child])) else { return }
            let told = try API.Allowance.listGoals.output(of: body)
            try require(
                told.goals == goals(of: members[child])
                    && told.saved.minor == saved(by: members[child]),
                "the goals are \(told), not \(goals(of: members[child]))"
            )
        }
    }

    private func goal(
        _ id: ID<Entity.Goal>,
        seenBy bearer: Bearer
    ) -> (child: Int, goal: Int)? {
        for (index, member) in members.enumerated() {
            guard let goal = member.goals.firstIndex(where: { $0.id == id }), let own = member.child
            else { continue }
            return child(own, seenBy: bearer) == index ? (index, goal) : nil
        }
        return nil
    }

    private mutating func settleGoal(
        _ input: API.Allowance.GoalRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let child = child(input.childID, seenBy: bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard members[child].goals.count < 20 else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let told = try API.Allowance.createGoal.output(of: Self.answer(outcome, call))
        members[child].goals.append(
            ModelGoal(
                id: told.id,
                name: input.name,
                target: input.targetAmount.minor,
                createdAtMS: nowMS
            )
        )
        let expected = goals(of: members[child]).last
        try require(told == expected, "\(told) is not \(expected.map { "\($0)" } ?? "there")")
        links += 1
    }

    /// Whether an amount is one that clients read; families of a simulation may have more.
    private static func isTold(_ amount: Int64) -> Bool { amount <= 1_000_000_000_000 }

    private func saved(by child: ModelMember) -> Int64 {
        child.jars.flatMap { accounts[$0.save] }?.balance ?? 0
    }

    /// The goals as they are told: the older one is filled first.
    private func goals(of child: ModelMember) -> [API.Allowance.GoalResponse] {
        var left = saved(by: child)
        return child.goals.map { goal in
            let part = min(left, goal.target)
            left -= part
            return API.Allowance.GoalResponse(
                id: goal.id,
                name: goal.name,
                targetAmount: DecimalAmount(minor: goal.target),
                savedAmount: DecimalAmount(minor: part),
                createdAt: WireTimestamp(Self.told(goal.createdAtMS))
            )
        }
    }

    private mutating func settleMove(
        _ input: API.Allowance.JarMoveRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let child = child(input.childID, seenBy: bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard bearer.role == "Parent" || input.from == .spend else {
            return try expectRefusal(.forbidden, outcome, call)
        }
        let held = account(input.from, of: members[child]).flatMap { accounts[$0] }?.available ?? 0
        guard held >= input.amount.minor else {
            return try expectRefusal(.insufficientFunds, outcome, call)
        }
        if members[child].jars == nil {
            // The first move opens both jars, which is an edit.
            links += 1
            let member = members[child].id
            members[child].jars = ModelJars(
                save: open("wallet", of: member, named: "Savings"),
                give: open("wallet", of: member, named: "Giving")
            )
        }
        guard let source = account(input.from, of: members[child]),
            let target = account(input.to, of: members[child])
        else { preconditionFailure("a child has a wallet and jars") }
        try post(
            PlannedTransfer(
                debit: source,
                credit: target,
                amountMinor: input.amount.minor,
                kind: "own",
                occurredAtMS: nowMS
            ),
            at: nowMS
        )
        let body = try Self.answer(outcome, call)
        let balances = [API.Allowance.Jar.spend, .save, .give].map { jar in
            account(jar, of: members[child]).flatMap { accounts[$0] }?.balance ?? 0
        }
        guard Self.isTold(balances.reduce(0, +)) else { return }
        let told = try API.Allowance.moveBetweenJars.output(of: body)
        try require(
            [told.spend.minor, told.save.minor, told.give.minor] == balances
                && told.total.minor == balances.reduce(0, +) && told.split.spend == 100,
            .balanceIsSumOfTransfers,
            "the jars hold \(balances), and were told as \(told)"
        )
    }

    private func account(
        _ jar: API.Allowance.Jar,
        of child: ModelMember
    ) -> ID<Entity.Account>? {
        switch jar {
        case .spend: child.wallet
        case .save: child.jars?.save
        case .give: child.jars?.give
        }
    }
}
