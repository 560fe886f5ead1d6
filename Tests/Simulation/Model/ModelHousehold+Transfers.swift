import Contract
import Kernel

extension ModelHousehold {
    mutating func settleRecord(
        _ plans: [PlannedTransfer],
        _ nowMS: Int64,
        _ outcome: Outcome
    ) throws {
        let trial = ModelBooks.tried(plans, on: self)
        guard trial.broken.isEmpty else {
            guard case .notPosted(let refusal) = outcome, trial.broken.contains(refusal) else {
                throw Discrepancy("\(plans) break \(trial.broken.sorted()), gave \(outcome)")
            }
            return
        }
        guard case .posted(let ids) = outcome, ids.count == plans.count else {
            throw Discrepancy("\(plans) must be posted, gave \(outcome)")
        }
        accounts = trial.accounts
        for (index, slot) in trial.slots.enumerated() {
            switch slot {
            case .new: try take(plans[index], ids[index], nowMS)
            case .known(let id): try requireSame(id, ids[index])
            case .same(let earlier): try requireSame(ids[earlier], ids[index])
            }
        }
    }

    private func requireSame(_ id: ID<Entity.Transfer>, _ other: ID<Entity.Transfer>) throws {
        let reason = "one record of a provider became the transfers \(id) and \(other)"
        try require(id == other, .oneEffectPerKey, reason)
    }

    mutating func take(
        _ plan: PlannedTransfer,
        _ id: ID<Entity.Transfer>,
        _ nowMS: Int64
    ) throws {
        try require(transfers[id] == nil, .oneEffectPerKey, "two transfers have the id \(id)")
        transfers[id] = ModelTransfer(
            plan: plan,
            day: almanac.day(plan.occurredAtMS),
            recordedAtMS: nowMS
        )
        plan.record.map { records[$0] = id }
        plan.pending.map { transfers[$0]?.settledBy = id }
        plan.reverses.map { transfers[$0]?.reversedBy = id }
        links += 1
        recount(plan.reverses ?? id)
    }

    mutating func settleAnnotation(
        _ annotation: ModelAnnotation,
        of id: ID<Entity.Transfer>,
        _ call: PlannedCall,
        _ outcome: Outcome
    ) throws {
        guard let bearer = call.bearer, isLive(bearer) else {
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        guard let transfer = transfers[id], transfer.plan.member == bearer.member else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard outcome == .done else { throw Self.surprise("a note", outcome, call) }
        // A pending entry and what it became are one purchase to whoever edits it.
        annotations[transfer.plan.pending ?? id] = annotation
        links += 1
        recount(id)
        transfer.settledBy.map { recount($0) }
    }

    /// What a transfer counts as, by what is known of it now.
    func spend(of id: ID<Entity.Transfer>) -> ModelSpend? {
        guard let transfer = transfers[id], transfer.reversedBy == nil else { return nil }
        let edited = annotations[transfer.plan.pending ?? id]?.category
        return spend(on: transfer.plan, transfer.day, editedTo: edited)
    }

    /// What a transfer counts as; a charge is a purchase in a word of Guardian's own.
    func spend(
        on plan: PlannedTransfer,
        _ day: LocalDay,
        editedTo edited: String?
    ) -> ModelSpend? {
        guard plan.phase == "posted" || plan.phase == "post", plan.reverses == nil,
            let member = plan.member, plan.kind == "purchase" || plan.kind == "charge"
        else { return nil }
        let category = edited ?? plan.category
        let isOwnWord = plan.kind == "charge" && edited == nil
        guard let guardian = isOwnWord ? category : Menu.guardian(ofLedger: category) else {
            return nil
        }
        return ModelSpend(
            member: member,
            day: day,
            category: category ?? "uncategorized",
            guardian: guardian,
            merchantKey: plan.merchant.map { Menu.merchant($0).key } ?? "unknown",
            amount: plan.amountMinor
        )
    }

    mutating func recount(_ id: ID<Entity.Transfer>) {
        let before = transfers[id]?.counted
        let after = spend(of: id)
        guard before != after else { return }
        before.map { move($0, by: -$0.amount) }
        after.map { move($0, by: $0.amount) }
        transfers[id]?.counted = after
    }

    mutating func move(_ spend: ModelSpend, by amount: Int64) {
        guard let index = index(of: spend.member) else { preconditionFailure("members are known") }
        members[index].spent[spend.guardian, default: [:]][spend.day.number, default: 0] += amount
    }
}
