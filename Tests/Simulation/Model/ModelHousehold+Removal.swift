import Contract
import Kernel

extension ModelHousehold {
    /// A child that is taken out: what its accounts hold returns, and what is known of it goes.
    mutating func settleRemoval(
        _ input: API.Allowance.ChildRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = child(input.childID, seenBy: bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        _ = try Self.answer(outcome, call)
        let member = members[index]
        let held = [member.jars?.give, member.jars?.save, member.wallet].compactMap(\.self)
        for account in held {
            while let left = accounts[account]?.available, left > 0 {
                try post(
                    PlannedTransfer(
                        debit: account,
                        credit: world,
                        amountMinor: min(left, 1_000_000_000_000),
                        kind: "closing",
                        occurredAtMS: nowMS
                    ),
                    at: nowMS
                )
            }
        }
        links += 1
        accountOrder.removeAll { held.contains($0) }
        approvals.removeAll { $0.member == member.id }
        policies.removeAll { $0.terms.member == member.id }
        approvalsByPurchase = Dictionary(
            grouping: approvals.indices,
            by: { AskedPurchase(member: approvals[$0].member, key: approvals[$0].key) }
        )
        answers = answers.filter { $0.key.caller != member.id }
        var rest = ModelMember(id: member.id, isParent: false, email: member.email)
        rest.child = member.child
        rest.isRemoved = true
        rest.number = member.number
        rest.wallet = member.wallet
        rest.jars = member.jars
        rest.sources = member.sources
        rest.spent = member.spent
        rest.ended = member.sessions.last
        members[index] = rest
    }

    /// Every day is that of the new zone; the bank's stay the bank's.
    mutating func settleTimeZone(
        _ name: String,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard name != timeZone else { return try expectRefusal(.conflict, outcome, call) }
        guard outcome == .done else { throw Self.surprise("a new zone", outcome, call) }
        timeZone = name
        almanac = Almanac(name)
        links += 1
        for index in members.indices { members[index].spent = [:] }
        for id in transfers.keys {
            guard let occurredAtMS = transfers[id]?.plan.occurredAtMS else { continue }
            if !isOfBank(id) { transfers[id]?.day = almanac.day(occurredAtMS) }
            let counted = spend(of: id)
            transfers[id]?.counted = counted
            counted.map { move($0, by: $0.amount) }
        }
    }

    private func isOfBank(_ id: ID<Entity.Transfer>) -> Bool {
        guard let account = bank?.account, let plan = transfers[id]?.plan else { return false }
        return plan.debit == account || plan.credit == account
    }
}
