import Kernel

extension PurchaseFacts {
    /// Decides whether the purchase may go ahead.
    ///
    /// The checks run in the contract's order, and the first that says approve or decline decides.
    /// Pure: no clock, no chance, nothing read.
    public func decide() -> PurchaseDecision {
        var trace: [CheckResult] = []
        trace.reserveCapacity(CheckResult.Check.allCases.count)
        for check in CheckResult.Check.allCases {
            let result = result(of: check)
            trace.append(result)
            switch result.outcome {
            case .pass, .skip: continue
            case .approve: return approval(by: check, trace)
            case .decline: return refusal(by: check, trace)
            }
        }
        return PurchaseDecision(.approve, .ok, trace: trace)
    }

    private func result(of check: CheckResult.Check) -> CheckResult {
        let (outcome, detail) =
            switch check {
            case .override: overrideCheck()
            case .geofenceBlock, .geofenceWarn: (.skip, "No geofence is set.")
            case .ruleLimit: ruleLimitCheck()
            }
        return CheckResult(check: check, outcome: outcome, detail: detail)
    }

    private func approval(
        by check: CheckResult.Check,
        _ trace: [CheckResult]
    ) -> PurchaseDecision {
        precondition(check == .override, "only an override approves by itself")
        return PurchaseDecision(.approve, .override, usedOverride: override, trace: trace)
    }

    private func refusal(by check: CheckResult.Check, _ trace: [CheckResult]) -> PurchaseDecision {
        precondition(check == .ruleLimit, "only a limit declines by itself")
        return PurchaseDecision(
            .decline,
            .risky,
            message: "This looks risky based on your rule.",
            trace: trace
        )
    }

    private func overrideCheck() -> (CheckResult.Outcome, String) {
        guard override != nil else {
            return (.pass, "No unused override for this merchant and amount.")
        }
        return (.approve, "A parent allowed \(amount.display) at this merchant.")
    }

    /// Limit 0, spending above the limit, or one purchase above half of it.
    private func ruleLimitCheck() -> (CheckResult.Outcome, String) {
        guard let limit, let spent = spentThisMonth else {
            return (.skip, "No limit is set for \(category).")
        }
        let figures = "\(amount.display) on top of \(spent.display) spent this month"
        if limit.minor == 0 {
            return (.decline, "The limit for \(category) is \(limit.display), which blocks it.")
        }
        // Amounts are bounded, but spending is a sum over a month: what does not fit is too much.
        let (total, overflow) = spent.minor.addingReportingOverflow(amount.minor)
        if overflow || total > limit.minor {
            return (.decline, "\(figures) is more than the \(limit.display) limit for \(category).")
        }
        if amount.minor > limit.minor / 2, 2 * amount.minor > limit.minor {
            let half = "more than half of the \(limit.display) limit for \(category)"
            return (.decline, "\(amount.display) is \(half).")
        }
        return (.pass, "\(figures) is within the \(limit.display) limit for \(category).")
    }
}
