import Kernel

extension Planner {
    private enum TransferKind {
        case purchase
        case walletPurchase
        case income
        case allowance
        case pending
        case settle
        case settleWrongly
        case reverse
        case reverseWrongly
        case sameRecord
        case batch
        case broken
    }

    private static let kinds: [(weight: Int, thing: TransferKind)] = [
        (30, .purchase), (14, .walletPurchase), (6, .income), (10, .allowance), (14, .pending),
        (14, .settle), (4, .settleWrongly), (9, .reverse), (3, .reverseWrongly), (9, .sameRecord),
        (6, .batch), (6, .broken),
    ]

    mutating func transfer() -> [[PlannedCall]] {
        switch chance.pick(Self.kinds) {
        case .purchase: recording([purchaseEntry()])
        case .walletPurchase: recording([walletEntry() ?? purchaseEntry()])
        case .income: recording([incomeEntry()])
        case .allowance: recording([allowanceEntry() ?? incomeEntry()])
        case .pending: recording([pendingEntry()])
        case .settle: recording([settlingEntry() ?? pendingEntry()])
        case .settleWrongly: recording([wrongSettlingEntry() ?? pendingEntry()])
        case .reverse: recording([reversingEntry() ?? purchaseEntry()])
        case .reverseWrongly: recording([wrongReversingEntry() ?? purchaseEntry()])
        case .sameRecord: sameRecord()
        case .batch: recording(batch())
        case .broken: recording([brokenEntry()])
        }
    }

    /// A call that records transfers, and the sums it moves.
    mutating func recording(_ plans: [PlannedTransfer]) -> [[PlannedCall]] {
        for plan in plans { probe(plan) }
        return [[call(nil, .recordTransfers(plans, of: home.id))]]
    }

    private mutating func probe(_ plan: PlannedTransfer) {
        guard let member = plan.member, let guardian = Menu.guardian(ofLedger: plan.category) else {
            return
        }
        let day = home.almanac.day(plan.occurredAtMS)
        probes.insert(Probe(member: member, guardian: guardian, day: day))
    }

    mutating func newRecord() -> String { "record-" + String(chance.next(), radix: 36) }

    private mutating func maybeRecord() -> String? { chance.oneIn(5) ? nil : newRecord() }

    /// When it happened: now, a while ago, or on the edge of a month.
    private mutating func instant() -> Int64 {
        switch chance.below(5) {
        case 0: nowMS - chance.within(0...40 * 86_400_000)
        case 1: home.almanac.endOfMonth(after: nowMS) + chance.pick([-1, 0])
        case 2: nowMS + chance.within(0...3 * 86_400_000)
        default: nowMS - chance.within(0...86_400_000)
        }
    }

    private mutating func amount() -> Int64 {
        chance.oneIn(60) ? 1_000_000_000_000 : chance.within(1...6_000)
    }

    private func accounts(_ kinds: String...) -> [ID<Entity.Account>] {
        home.accountOrder.filter { kinds.contains(home.accounts[$0]?.kind ?? "") }
    }

    /// A purchase from an account that may owe.
    mutating func purchaseEntry() -> PlannedTransfer {
        let account = chance.pick(accounts("bank", "card", "funding"))
        let isAnonymous = chance.oneIn(20)
        return PlannedTransfer(
            debit: account,
            credit: home.world,
            amountMinor: amount(),
            member: isAnonymous ? nil : home.accounts[account]?.member,
            merchant: chance.oneIn(12) ? nil : spelling(),
            category: chance.pick(Menu.ledger).text,
            record: maybeRecord(),
            occurredAtMS: instant()
        )
    }

    /// A purchase from a wallet: as much as it holds, one more, or less.
    private mutating func walletEntry() -> PlannedTransfer? {
        guard let wallet = chance.pickAny(accounts("wallet")), let held = home.accounts[wallet]
        else { return nil }
        let most = max(held.available, 1)
        var plan = purchaseEntry()
        plan.debit = wallet
        plan.member = held.member
        plan.amountMinor = min(
            chance.pick([most, most + 1, chance.within(1...most), most / 2 + 1]),
            1_000_000_000_000
        )
        if chance.oneIn(3) { plan.phase = "pending" }
        return plan
    }

    private mutating func incomeEntry() -> PlannedTransfer {
        PlannedTransfer(
            debit: home.world,
            credit: chance.pick(accounts("bank")),
            amountMinor: amount(),
            kind: "income",
            category: "INCOME_WAGES",
            record: maybeRecord(),
            occurredAtMS: instant()
        )
    }

    mutating func allowanceEntry() -> PlannedTransfer? {
        guard let wallet = chance.pickAny(accounts("wallet")) else { return nil }
        return PlannedTransfer(
            debit: chance.pick(accounts("bank")),
            credit: wallet,
            amountMinor: amount(),
            kind: "own",
            record: maybeRecord(),
            occurredAtMS: instant()
        )
    }

    private mutating func pendingEntry() -> PlannedTransfer {
        var plan = purchaseEntry()
        plan.phase = "pending"
        return plan
    }

    /// The end of a pending entry, with its amount or another one.
    private mutating func settlingEntry() -> PlannedTransfer? {
        guard let id = chance.pickAny(home.recent.pending) else { return nil }
        return settling(id, isVoid: chance.oneIn(3))
    }

    private mutating func settling(
        _ id: ID<Entity.Transfer>,
        isVoid: Bool
    ) -> PlannedTransfer? {
        guard var plan = home.transfers[id]?.plan else { return nil }
        plan.phase = isVoid ? "void" : "post"
        plan.pending = id
        plan.record = maybeRecord()
        plan.occurredAtMS = instant()
        if !isVoid, chance.oneIn(2) {
            plan.amountMinor = max(1, plan.amountMinor + chance.within(-200...200))
        }
        return plan
    }

    /// A settlement that must be refused: of one that is settled, of another amount, of nothing.
    private mutating func wrongSettlingEntry() -> PlannedTransfer? {
        guard let id = chance.pickAny(home.recent.edited.things),
            var plan = settling(id, isVoid: true)
        else { return nil }
        switch chance.below(4) {
        case 0: plan.amountMinor += 1
        case 1: swap(&plan.debit, &plan.credit)
        case 2: plan.pending = nil
        default: plan.phase = "posted"
        }
        return plan
    }

    /// The same money back the way it came.
    private mutating func reversingEntry() -> PlannedTransfer? {
        guard let id = chance.pickAny(home.recent.final.things),
            let original = home.transfers[id]?.plan
        else { return nil }
        probe(original)
        if let counted = home.transfers[id]?.counted { probe(counted, as: counted.guardian) }
        return PlannedTransfer(
            debit: original.credit,
            credit: original.debit,
            amountMinor: original.amountMinor,
            kind: original.kind,
            reverses: id,
            member: original.member,
            record: maybeRecord(),
            occurredAtMS: instant()
        )
    }

    private mutating func wrongReversingEntry() -> PlannedTransfer? {
        guard var plan = reversingEntry() else { return nil }
        switch chance.below(3) {
        case 0: plan.amountMinor += 1
        case 1: swap(&plan.debit, &plan.credit)
        default: plan.phase = "pending"
        }
        return plan
    }

    /// A record that a provider sends again, now and then with other figures.
    private mutating func sameRecord() -> [[PlannedCall]] {
        guard let earlier = chance.pickAny(home.recent.recorded.things),
            case .recordTransfers(var plans, _) = earlier.action
        else { return recording([purchaseEntry()]) }
        if chance.oneIn(2) { plans[0].amountMinor += 1 }
        return recording(plans)
    }

    private mutating func batch() -> [PlannedTransfer] {
        var plans = (0...(1 + chance.below(4))).map { _ in purchaseEntry() }
        if let wallet = walletEntry(), chance.oneIn(2) { plans.append(wallet) }
        if chance.oneIn(5) { plans[1].record = plans[0].record }
        return plans
    }

    private mutating func brokenEntry() -> PlannedTransfer {
        var plan = purchaseEntry()
        switch chance.below(5) {
        case 0: plan.currency = chance.pick(["EUR", "JPY"])
        case 1: plan.amountMinor = 0
        case 2: plan.amountMinor = chance.pick([-1, 1_000_000_000_001, .max])
        case 3: plan.credit = plan.debit
        default: plan.pending = chance.pickAny(home.recent.final.things) ?? ID(.zero)
        }
        return plan
    }

    // MARK: Edits

    mutating func annotate() -> [[PlannedCall]] {
        guard let id = chance.pickAny(home.recent.edited.things),
            let transfer = home.transfers[id], let owner = transfer.plan.member,
            let index = home.index(of: owner)
        else { return transfer() }
        // Somebody else's purchase is not there.
        let isOwn = !chance.oneIn(8) && !home.members[index].isRemoved
        let author = isOwn ? home.members[index] : anyMember()
        let category = chance.pick(Menu.ledger).text
        for touched in [transfer, transfer.settledBy.flatMap { home.transfers[$0] } ?? transfer] {
            let counted = touched.counted
            counted.map { probe($0, as: $0.guardian) }
            let word = Menu.guardian(ofLedger: category ?? touched.plan.category)
            if let counted, let word { probe(counted, as: word) }
        }
        let action = Action.annotateTransfer(
            id,
            category: category,
            notes: chance.oneIn(2) ? nil : "note \(chance.below(1_000)) “quoted” \\ \u{1F4B8}"
        )
        return [[call(bearer(of: author), action)]]
    }

    private mutating func probe(_ spend: ModelSpend, as guardian: String) {
        probes.insert(Probe(member: spend.member, guardian: guardian, day: spend.day))
    }
}
