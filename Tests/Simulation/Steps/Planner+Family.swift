import Contract
import Kernel

extension Planner {
    /// Tasks: assigned, done, approved and paid once, rejected, taken back.
    mutating func chore() -> [[PlannedCall]] {
        guard let child = chance.pickAny(home.children), let id = child.child else {
            return authorize()
        }
        guard let chore = chance.pickAny(child.chores), !chance.oneIn(3) else {
            let input = API.Allowance.ChoreRequest(
                childID: id,
                title: "Chore \(chance.below(1_000))",
                reward: DecimalAmount(minor: chance.oneIn(8) ? 0 : chance.within(1...5_000))
            )
            return [[call(bearer(of: parent()), .doing(.assignChore(input)), key: maybeKey())]]
        }
        let reference = API.Allowance.ChoreReference(choreID: chore.id)
        let done = { (planner: inout Planner) in
            planner.call(planner.bearer(of: child), .doing(.finishChore(reference)), key: nil)
        }
        switch chance.below(8) {
        case 0, 1:
            return [[call(bearer(of: child), .doing(.finishChore(reference)), key: maybeKey())]]
        case 2: return [[done(&self)], [decision(of: chore.id)]]
        case 3:
            // Two parents, or one twice, at the same time: one of them pays.
            isRace = true
            let approval = Action.doing(.approveChore(reference))
            let calls = (0...(1 + chance.below(3))).map { _ in
                call(bearer(of: parent()), approval, mayFail: false)
            }
            return [[done(&self)], calls]
        case 4:
            let deletion = Action.doing(.deleteChore(reference))
            return [[call(bearer(of: parent()), deletion, key: maybeKey())]]
        case 5:
            let sibling = chance.pick(home.children)
            return [[call(bearer(of: sibling), .doing(.finishChore(reference)), key: maybeKey())]]
        default: return [[decision(of: chore.id)]]
        }
    }

    private mutating func decision(of chore: ID<Entity.Chore>) -> PlannedCall {
        let rejection = API.Allowance.ChoreRejection(choreID: chore, reason: "Not clean")
        let action: ChoreAction =
            chance.oneIn(4)
            ? .rejectChore(rejection)
            : .approveChore(API.Allowance.ChoreReference(choreID: chore))
        return call(bearer(of: parent()), .doing(action), key: maybeKey())
    }

    /// Jars and goals.
    mutating func save() -> [[PlannedCall]] {
        guard let child = chance.pickAny(home.children), let id = child.child else {
            return authorize()
        }
        let author = chance.oneIn(2) ? child : chance.oneIn(6) ? anyMember() : parent()
        let bearer = bearer(of: author)
        let target = DecimalAmount(minor: chance.within(1...20_000))
        let goal = chance.pickAny(child.goals).map { $0.id }
        switch chance.below(8) {
        case 0:
            let input = API.Allowance.GoalRequest(
                childID: id,
                name: "Goal \(chance.below(1_000))",
                targetAmount: target
            )
            return [[call(bearer, .saving(.createGoal(input)), key: maybeKey())]]
        case 1:
            guard let goal else { fallthrough }
            let input = API.Allowance.GoalUpdateRequest(
                goalID: goal,
                name: "Other goal",
                targetAmount: target
            )
            return [[call(bearer, .saving(.updateGoal(input)), key: maybeKey())]]
        case 2:
            guard let goal, chance.oneIn(2) else { fallthrough }
            let input = API.Allowance.GoalReference(goalID: goal)
            return [[call(bearer, .saving(.deleteGoal(input)), key: maybeKey())]]
        case 3:
            let list = SavingAction.listGoals(API.Allowance.ChildRequest(childID: id))
            return [[call(bearer, .saving(list))]]
        default:
            looks = true
            return [[call(bearer, .saving(move(of: child, id)), key: maybeKey())]]
        }
    }

    /// A move between jars: as much as there is, one more, or less.
    private mutating func move(of child: ModelMember, _ id: ID<Entity.Child>) -> SavingAction {
        let jars: [API.Allowance.Jar] = chance.shuffled([.spend, .spend, .save, .give])
        let from = jars[0]
        let source = [.spend: child.wallet, .save: child.jars?.save, .give: child.jars?.give][from]
        let held = (source ?? nil).flatMap { home.accounts[$0] }?.available ?? 0
        let most = min(max(held, 1), 1_000_000_000_000 - 1)
        let amounts = [most, most + 1, chance.within(1...most), most / 3 + 1]
        return .moveBetweenJars(
            API.Allowance.JarMoveRequest(
                childID: id,
                from: from,
                to: jars.first { $0 != from } ?? .save,
                amount: DecimalAmount(minor: chance.pick(amounts))
            )
        )
    }

    /// Money that children ask for: approved and paid once, or declined.
    mutating func ask() -> [[PlannedCall]] {
        guard let child = chance.pickAny(home.children) else { return authorize() }
        let waiting = child.moneyRequests.filter { $0.state == .pending }
        let known = chance.oneIn(4) ? child.moneyRequests : waiting
        guard let request = chance.pickAny(known), !chance.oneIn(3) else {
            let input = API.Allowance.MoneyRequest(
                amount: DecimalAmount(minor: chance.within(1...9_000)),
                purpose: "Something \(chance.below(1_000))"
            )
            return [[call(bearer(of: child), .asking(.requestMoney(input)), key: maybeKey())]]
        }
        let decision = API.Allowance.MoneyRequestDecision(
            requestID: request.id,
            message: chance.oneIn(2) ? nil : "As you wish"
        )
        let approval = Action.asking(.approveMoneyRequest(decision))
        let refusal = Action.asking(.declineMoneyRequest(decision))
        guard chance.oneIn(4) else {
            let action = chance.oneIn(3) ? refusal : approval
            return [[call(bearer(of: parent()), action, key: maybeKey())]]
        }
        // Approved several times at once: paid once.
        isRace = true
        let calls = (0...(1 + chance.below(3))).map { _ in
            call(bearer(of: parent()), approval, mayFail: false)
        }
        return [calls]
    }
}
