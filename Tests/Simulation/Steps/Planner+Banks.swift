import Kernel

extension Planner {
    /// The bank lives on and is read, a purchase of it is edited, or the account is given up or
    /// linked again.
    mutating func bank() -> [[PlannedCall]] {
        guard let bank = home.bank else { preconditionFailure("the household may link a bank") }
        looks = true
        let day = home.almanac.day(nowMS)
        probes.insert(Probe(member: home.members[0].id, guardian: "fast_food", day: day))
        guard bank.isLinked, let number = bank.number else { return [[link()], [sync()]] }
        switch chance.below(20) {
        case 0:
            // What happens meanwhile is never told as it happened.
            let unlink = banking(.unlink(account: number))
            return [[sync(isHealthy: true)], [unlink]]
        case 1...5:
            if let edit = edit(bank) { return [[edit]] }
        case 6: return [[sync()]]
        case 7, 8: return askingInsights(bank)
        case 9 where chance.oneIn(4):
            let reset = call(bearer(of: home.members[0]), .insights(.reset), mayFail: false)
            return [[sync(isHealthy: true)], [reset]]
        default: break
        }
        let life = BankAction.live(events: 1 + chance.below(16), day: day.number)
        return [[banking(life)], [sync()]]
    }

    /// A step that reads the bank to its end, so that it is known what must be shown.
    mutating func readingBank() -> PlannedStep {
        looks = true
        let sync = sync(isHealthy: true)
        return planned(.bank, [[sync]])
    }

    private mutating func banking(_ action: BankAction) -> PlannedCall {
        call(bearer(of: home.members[0]), .banking(action), mayFail: false)
    }

    private mutating func link() -> PlannedCall {
        let token = String(chance.next(), radix: 36)
        return banking(.link(publicToken: "public-sandbox-\(token)"))
    }

    private mutating func sync() -> PlannedCall {
        var call = sync(isHealthy: !hasFaults || chance.oneIn(2))
        if hasFaults, chance.oneIn(3) { call.faults = (0...chance.below(2)).map { _ in death() } }
        return call
    }

    private mutating func sync(isHealthy: Bool) -> PlannedCall {
        banking(.sync(isHealthy: isHealthy))
    }

    /// A failure somewhere in a sync, or the end of who reads.
    private mutating func death() -> Fault {
        let code = chance.pick(Fault.passing)
        let fault: Fault =
            switch chance.below(4) {
            case 0: .dead(code)
            case 1: .answerLost(code)
            case 2: .beforeWork(code)
            default: .atStatement(1 + chance.below(20), code)
            }
        let before = chance.below(7)
        return before > 0 ? .later(before, fault) : fault
    }

    /// A member's own words for a purchase that its bank told of.
    private mutating func edit(_ bank: ModelBank) -> PlannedCall? {
        let known = bank.rows?.compactMap { bank.known[$0.place] } ?? []
        guard let row = chance.pickAny(known) else { return nil }
        if chance.oneIn(2) { return update(row) }
        let action = Action.annotateTransfer(
            row.transfer,
            category: chance.pick(Menu.ledger).text,
            notes: chance.oneIn(2) ? nil : "note \(chance.below(1_000))"
        )
        return call(bearer(of: home.members[0]), action)
    }
}
