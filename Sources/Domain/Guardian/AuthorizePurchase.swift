import Kernel

extension PurchaseFacts {
    /// Decides whether the purchase may go ahead.
    ///
    /// The checks run in the contract's order, and the first that says approve or decline decides.
    /// What is approved must also be in the wallet, where that is what the member pays with.
    /// Pure: no clock, no chance, nothing read.
    public func decide() -> PurchaseDecision {
        let decision = decideByTerms()
        guard decision.answer == .approve, let wallet else { return decision }
        return decision.paid(amount, from: wallet)
    }

    /// Decides by what the member may do, whatever there is to pay with.
    private func decideByTerms() -> PurchaseDecision {
        var trace: [CheckResult] = []
        trace.reserveCapacity(CheckResult.Check.allCases.count)
        for check in CheckResult.Check.allCases {
            if check == .policy {
                guard let decision = decideByPolicies(&trace) else { continue }
                return decision
            }
            guard let result = result(of: check) else { continue }
            trace.append(result)
            switch result.outcome {
            case .pass, .skip: continue
            case .approve: return approval(by: check, trace)
            case .decline: return refusal(by: check, trace)
            }
        }
        return PurchaseDecision(.approve, .ok, trace: trace)
    }

    /// Decides by the strictest of the live policies that are true; `nil` where none is.
    private func decideByPolicies(_ trace: inout [CheckResult]) -> PurchaseDecision? {
        guard let policies, policies.policies.hasLive else { return nil }
        let (strictest, entries) = policies.check()
        trace += entries
        guard let policy = strictest else { return nil }
        return PurchaseDecision(
            policy.action.stops ? .decline : .approve,
            policy.action.stops ? .policy : .policyWarn,
            message: policy.message ?? policy.sentence(in: amount.currency),
            policy: policy,
            trace: trace
        )
    }

    /// What a check of the terms finds; `nil` for policies, which have entries of their own, and
    /// for the wallet, which is looked at after all.
    private func result(of check: CheckResult.Check) -> CheckResult? {
        let (outcome, detail): (CheckResult.Outcome, String)
        switch check {
        case .override: (outcome, detail) = overrideCheck()
        case .geofenceBlock:
            (outcome, detail) = fenceCheck(location?.blocking, "blocking", onHit: .decline)
        case .ruleLimit: (outcome, detail) = ruleLimitCheck()
        case .geofenceWarn:
            (outcome, detail) = fenceCheck(location?.warning, "warning", onHit: .approve)
        case .policy, .wallet: return nil
        }
        return CheckResult(check: check, outcome: outcome, detail: detail)
    }

    private func approval(
        by check: CheckResult.Check,
        _ trace: [CheckResult]
    ) -> PurchaseDecision {
        if check == .override {
            return PurchaseDecision(.approve, .override, usedOverride: override, trace: trace)
        }
        guard check == .geofenceWarn, let fence = location?.warning.hit else {
            preconditionFailure("only an override or a warning fence approves by itself")
        }
        let message = "You are at \(fence.name), where you wanted to be warned."
        return PurchaseDecision(.approve, .locationWarn, message: message, trace: trace)
    }

    private func refusal(by check: CheckResult.Check, _ trace: [CheckResult]) -> PurchaseDecision {
        if check == .ruleLimit {
            let message = "This looks risky based on your rule."
            return PurchaseDecision(.decline, .risky, message: message, trace: trace)
        }
        guard check == .geofenceBlock, let fence = location?.blocking.hit else {
            preconditionFailure("only a limit or a blocking fence declines by itself")
        }
        let message = "Purchases are blocked at \(fence.name), where you are."
        return PurchaseDecision(.decline, .locationBlock, message: message, trace: trace)
    }

    private func overrideCheck() -> (CheckResult.Outcome, String) {
        guard override != nil else {
            return (.pass, "No unused override for this merchant and amount.")
        }
        return (.approve, "A parent allowed \(amount.display) at this merchant.")
    }

    /// Inside a fence that applies; skipped where there is no fence or nobody knows where to look.
    private func fenceCheck(
        _ fences: FenceFacts?,
        _ kind: String,
        onHit outcome: CheckResult.Outcome
    ) -> (CheckResult.Outcome, String) {
        guard let location, let fences else { return (.skip, "No geofence is set.") }
        guard fences.count > 0 else { return (.skip, "No \(kind) geofence is set.") }
        guard location.isPositionKnown else {
            return (.skip, "No position of the last 30 minutes is known.")
        }
        guard fences.applying > 0 else {
            return (.pass, "No \(kind) geofence applies to \(category).")
        }
        guard let hit = fences.hit else {
            let every = "every \(kind) geofence that applies to \(category)"
            return (.pass, "Outside of \(every) (\(fences.applying)).")
        }
        let place = "\(hit.distance) from the centre of \(hit.name)"
        return (outcome, "\(place), which reaches \(hit.radiusMetres) m.")
    }

    /// Limit 0, spending above the limit, or one purchase above half of it.
    private func ruleLimitCheck() -> (CheckResult.Outcome, String) {
        guard let limit, let spent = spentThisMonth else {
            return (.skip, "No limit is set for \(category).")
        }
        let sentence = { (relation: String) in
            // Of its whole length from the beginning: interpolation would make room three times.
            var text = ""
            text.reserveCapacity(128)
            text += amount.display
            text += " on top of "
            text += spent.display
            text += relation
            text += limit.display
            text += " limit for "
            text += category
            text += "."
            return text
        }
        if limit.minor == 0 {
            return (.decline, "The limit for \(category) is \(limit.display), which blocks it.")
        }
        // Amounts are bounded, but spending is a sum over a month: what does not fit is too much.
        let (total, overflow) = spent.minor.addingReportingOverflow(amount.minor)
        if overflow || total > limit.minor {
            return (.decline, sentence(" spent this month is more than the "))
        }
        if amount.minor > limit.minor / 2, 2 * amount.minor > limit.minor {
            let half = "more than half of the \(limit.display) limit for \(category)"
            return (.decline, "\(amount.display) is \(half).")
        }
        return (.pass, sentence(" spent this month is within the "))
    }
}

extension PurchaseDecision {
    /// The approval once it was held against the wallet that is to pay: a parent's permission makes
    /// no money.
    fileprivate func paid(_ amount: Money, from wallet: Money) -> PurchaseDecision {
        precondition(wallet.currency == amount.currency, "a wallet is in its household's currency")
        let check = { (outcome: CheckResult.Outcome, detail: String) in
            trace + [CheckResult(check: .wallet, outcome: outcome, detail: detail)]
        }
        guard amount.minor > wallet.minor else {
            let detail = "\(amount.display) is within the \(wallet.display) left in the wallet."
            return PurchaseDecision(self, trace: check(.pass, detail))
        }
        let detail = "\(amount.display) is more than the \(wallet.display) left in the wallet."
        return PurchaseDecision(
            .decline,
            .insufficientFunds,
            message: "There is \(wallet.display) left in your wallet, not enough for "
                + "\(amount.display).",
            trace: check(.decline, detail)
        )
    }
}
