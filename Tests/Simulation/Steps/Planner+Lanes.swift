import Contract
import Kernel

extension Planner {
    /// Calls one after the other, each of which may be made again without harm.
    mutating func lane() -> [PlannedCall] {
        (0..<(4 + chance.below(12))).map { _ in repeatable() }
    }

    private mutating func repeatable() -> PlannedCall {
        let calls: [[PlannedCall]]
        switch chance.below(14) {
        case 0...4: calls = authorize()
        case 5: calls = setRule()
        case 6: calls = Array(permit().prefix(1))
        case 7: calls = [[decided()]]
        default: calls = transfer()
        }
        var call = calls[0][0]
        if case .recordTransfers(var plans, let household) = call.action {
            for index in plans.indices where plans[index].record == nil {
                plans[index].record = newRecord()
            }
            return self.call(nil, .recordTransfers(plans, of: household))
        }
        if call.key == nil { call.key = newKey() }
        return call
    }

    /// What a parent decides of what a child did or asked for, and pays once.
    private mutating func decided() -> PlannedCall {
        let chores = home.children.flatMap(\.chores).filter { $0.state == .done }
        let requests = home.children.flatMap(\.moneyRequests).filter { $0.state == .pending }
        let known = home.approvals.filter { $0.state == "pending" }.compactMap(\.number)
        var actions: [Action] = chores.suffix(4).map { chore in
            .doing(.approveChore(.init(choreID: chore.id)))
        }
        actions += requests.suffix(4).map { .asking(.approveMoneyRequest(.init(requestID: $0.id))) }
        actions += known.suffix(4).map { number in
            .guarding(.decideApproval(.init(id: number, decision: .approve)))
        }
        guard let action = chance.pickAny(actions) else { return authorize()[0][0] }
        return call(bearer(of: parent()), action, key: newKey())
    }
}
