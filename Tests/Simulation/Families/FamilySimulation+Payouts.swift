import Kernel
import Operations
import SQL

extension FamilySimulation {
    private enum Payout {
        case plain
        case pair
        case failing
    }

    /// Lets somebody pay: mostly as it should be, now and then not.
    func pay() async throws {
        let hadMuch = hasMuchToPay
        hasMuchToPay = false
        if hadMuch, options.worker != nil, chance.oneIn(2) { return try await payKilled() }
        let payouts: [(weight: Int, thing: Payout)] = [
            (12, .plain), (2, .pair), (options.hasFaults ? 4 : 0, .failing),
        ]
        switch chance.pick(payouts) {
        case .plain: try await payPlainly()
        case .pair: try await payTwice()
        case .failing: try await payFailing()
        }
    }

    /// One run that meets nothing.
    func payPlainly() async throws {
        let call = payoutCall(tick())
        note("everybody is paid")
        report.payouts += 1
        let paid = try await keys.operations(on: database).allowance.payAllowances(call)
        try require(paid.failed == 0, "payments failed: \(paid.failures)")
        try await settlePaid(at: call.now.milliseconds)
    }

    /// Two runs at the same time, as of two processes.
    private func payTwice() async throws {
        let nowMS = tick()
        let calls = [payoutCall(nowMS), payoutCall(nowMS)]
        note("two pay everybody at once")
        report.payouts += 2
        report.pairs += 1
        let operations = keys.operations(on: database)
        try await withThrowingTaskGroup(of: PayoutReport.self) { group in
            for call in calls {
                group.addTask { try await operations.allowance.payAllowances(call) }
            }
            for try await paid in group {
                try require(paid.failed == 0, "payments of two at once failed: \(paid.failures)")
            }
        }
        try await settlePaid(at: nowMS)
    }

    /// A run in which the engine fails for one family.
    private func payFailing() async throws {
        let call = payoutCall(tick())
        let nowMS = call.now.milliseconds
        let fault = payoutFault(nowMS)
        note("everybody is paid with \(fault)")
        report.payouts += 1
        let failing = PayoutDatabase(database, fault)
        _ = try await keys.operations(on: failing).allowance.payAllowances(call)
        if failing.hasFailed { report.faults += 1 }
        try await settleUnfinished(at: nowMS, andPay: chance.oneIn(2))
    }

    private func payoutFault(_ nowMS: Int64) -> PayoutFault {
        let place = chance.below(families.count)
        // What lasts may stop one child alone, and then its sister may get the last of a pool: so
        // only where there is enough for all.
        let mayLast = paid(families[place], nowMS).owesNothing
        let codes = mayLast && chance.oneIn(3) ? Fault.lasting : Fault.passing
        return PayoutFault(
            household: families[place].id,
            statement: chance.oneIn(5) ? nil : 1 + chance.below(80),
            code: chance.pick(codes)
        )
    }

    func payoutCall(_ nowMS: Int64) -> Call {
        Call(
            caller: .anonymous(address: "192.0.2.1"),
            now: Timestamp(milliseconds: nowMS),
            ids: SeededIDs(seed: chance.next()),
            trace: "payout-\(report.payouts)"
        )
    }

    // MARK: What came of it

    private func paid(_ family: ModelFamily, _ nowMS: Int64) -> ModelFamily {
        var family = family
        family.pay(nowMS: nowMS)
        return family
    }

    /// Everybody is paid, and it shows.
    private func settlePaid(at nowMS: Int64) async throws {
        for (place, snapshot) in try await lookAtAll().enumerated() {
            families[place].pay(nowMS: nowMS)
            try families[place].compare(snapshot)
        }
    }

    /// Each family was paid or was not; where only some children were, another run does the rest.
    ///
    /// `andPay`: Whether another run follows in any case.
    func settleUnfinished(at nowMS: Int64, andPay mustFinish: Bool) async throws {
        var isBetween = false
        for (place, snapshot) in try await lookAtAll().enumerated() {
            let after = paid(families[place], nowMS)
            if after.fits(snapshot) {
                families[place] = after
            } else if !families[place].fits(snapshot) {
                isBetween = true
            }
        }
        guard isBetween || mustFinish else { return }
        note("the rest is paid")
        report.payouts += 1
        let rest = try await keys.operations(on: database).allowance.payAllowances(
            payoutCall(nowMS)
        )
        try require(rest.failed == 0, "payments failed: \(rest.failures)")
        try await settlePaid(at: nowMS)
    }
}

extension ModelFamily {
    /// Whether all due days are paid.
    fileprivate var owesNothing: Bool { children.allSatisfy { $0.owed.isEmpty } }
}
