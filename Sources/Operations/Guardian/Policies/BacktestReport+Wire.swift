import Contract
import Guardian
import Kernel

extension API.Guardian.BacktestReport {
    /// A report as it is answered.
    init(_ report: PolicyBacktestReport, took time: Duration) {
        let (seconds, attoseconds) = time.components
        self.init(
            purchases: report.purchases,
            sumCents: report.sumMinor,
            policies: report.policies.map { API.Guardian.BacktestOutcome($0) },
            overridesUsed: report.overridesUsed,
            milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        )
    }
}

extension API.Guardian.BacktestOutcome {
    fileprivate init(_ outcome: PolicyBacktestReport.PolicyOutcome) {
        self.init(
            name: outcome.name,
            stopped: outcome.stopped,
            asked: outcome.asked,
            warned: outcome.warned,
            stoppedCents: outcome.stoppedMinor,
            byMonth: outcome.byMonth.map { month in
                API.Guardian.BacktestMonth(
                    month: WireMonth(month.month),
                    stopped: month.stopped,
                    stoppedCents: month.stoppedMinor
                )
            },
            byMerchant: outcome.byMerchant.map { merchant in
                API.Guardian.BacktestMerchant(
                    merchant: merchant.merchant,
                    purchases: merchant.purchases,
                    sumCents: merchant.sumMinor
                )
            },
            alone: outcome.alone,
            examples: outcome.examples.map { example in
                API.Guardian.BacktestExample(
                    id: example.id,
                    merchant: example.merchant,
                    amountCents: example.amountMinor,
                    at: GuardianTimestamp(example.instant)
                )
            }
        )
    }
}
