import Kernel

/// A household's accounts while a batch of transfers is tried on them.
struct ModelBooks {
    /// Where a transfer of the batch ends.
    enum Slot {
        case new
        case known(ID<Entity.Transfer>)
        case same(Int)
    }

    /// What comes of a batch.
    struct Trial {
        var accounts: [ID<Entity.Account>: ModelAccount] = [:]
        var slots: [Slot] = []
        /// The rules that the first bad transfer breaks; any of them may be named.
        var broken: Set<String> = []
    }

    private let household: ModelHousehold
    private var accounts: [ID<Entity.Account>: ModelAccount]
    private var settled: Set<ID<Entity.Transfer>> = []
    private var reversed: Set<ID<Entity.Transfer>> = []
    private var records: [String: Int] = [:]

    private init(_ household: ModelHousehold) {
        self.household = household
        accounts = household.accounts
    }

    /// Tries a batch: all of it or nothing.
    static func tried(_ plans: [PlannedTransfer], on household: ModelHousehold) -> Trial {
        var books = ModelBooks(household)
        var trial = Trial()
        for (index, plan) in plans.enumerated() {
            let (slot, broken) = books.take(plan, at: index)
            trial.slots.append(slot)
            trial.broken = broken
            guard broken.isEmpty else { break }
        }
        trial.accounts = books.accounts
        return trial
    }

    /// Takes a transfer, or tells which rules speak against it.
    private mutating func take(
        _ plan: PlannedTransfer,
        at index: Int
    ) -> (slot: Slot, broken: Set<String>) {
        if let record = plan.record {
            if let known = household.records[record] { return (.known(known), []) }
            if let earlier = records[record] { return (.same(earlier), []) }
        }
        let broken = brokenRules(plan)
        guard broken.isEmpty else { return (.new, broken) }
        let reserved = reserved(by: plan)
        accounts[plan.debit]?.apply(plan, reserved: reserved, isDebit: true)
        accounts[plan.credit]?.apply(plan, reserved: reserved, isDebit: false)
        plan.pending.map { _ = settled.insert($0) }
        plan.reverses.map { _ = reversed.insert($0) }
        plan.record.map { records[$0] = index }
        return (.new, [])
    }

    private func reserved(by plan: PlannedTransfer) -> Int64 {
        plan.pending.flatMap { household.transfers[$0]?.plan.amountMinor } ?? 0
    }

    private func brokenRules(_ plan: PlannedTransfer) -> Set<String> {
        var broken: Set<String> = []
        let amounts: ClosedRange<Int64> = 1...1_000_000_000_000
        if !amounts.contains(plan.amountMinor) { broken.insert("amountOutOfRange") }
        if plan.debit == plan.credit { broken.insert("sameAccount") }
        if accounts[plan.debit] == nil || accounts[plan.credit] == nil {
            broken.insert("foreignAccount")
        }
        if plan.currency != "USD" { broken.insert("currencyMismatch") }
        if !settlesRightly(plan) { broken.insert("pendingMismatch") }
        if !reversesRightly(plan) { broken.insert("reversalMismatch") }
        if owes(plan) { broken.insert("insufficientFunds") }
        return broken
    }

    private func settlesRightly(_ plan: PlannedTransfer) -> Bool {
        guard plan.phase == "post" || plan.phase == "void" else { return plan.pending == nil }
        guard let id = plan.pending, let pending = household.transfers[id] else { return false }
        return pending.plan.phase == "pending" && pending.settledBy == nil && !settled.contains(id)
            && pending.plan.debit == plan.debit && pending.plan.credit == plan.credit
            && (plan.phase == "post" || pending.plan.amountMinor == plan.amountMinor)
    }

    private func reversesRightly(_ plan: PlannedTransfer) -> Bool {
        guard let id = plan.reverses else { return true }
        guard let original = household.transfers[id] else { return false }
        return original.plan.reverses == nil && original.isFinal && plan.phase == "posted"
            && original.plan.amountMinor == plan.amountMinor
            && original.plan.debit == plan.credit && original.plan.credit == plan.debit
            && original.reversedBy == nil && !reversed.contains(id)
    }

    /// Whether a wallet would pay what it does not hold.
    private func owes(_ plan: PlannedTransfer) -> Bool {
        guard var account = accounts[plan.debit], account.kind == "wallet" else { return false }
        account.apply(plan, reserved: reserved(by: plan), isDebit: true)
        return account.available < 0
    }
}
