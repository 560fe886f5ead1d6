import ArgumentParser
import Guardian
import Kernel

/// Tries policies on purchases that are in no database, on one core, and tells how long that took.
struct TryPolicies: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trial",
        abstract: "Tries policies on many purchases, and tells how long that took."
    )

    @Option(help: "How many policies.") var policies = 10
    @Option(help: "How many purchases.") var purchases = 1_000_000

    func run() throws {
        let start = Timestamp(seconds: 1_700_000_000)
        var trial = PolicyBacktest(
            try BenchPolicies.policies(
                policies,
                windows: min(policies, 50),
                moreThan: 50_000,
                at: start
            ),
            mode: .counterfactual,
            from: start,
            in: .utc
        )
        let member = ID<Entity.Member>(RawID(high: 0x018F_0000_0000_7000, low: 1 << 63))
        let clock = ContinuousClock()
        var report: PolicyBacktestReport?
        let time = clock.measure {
            for number in 0..<purchases {
                let merchant = Self.merchants[number % Self.merchants.count]
                trial.take(
                    PastPurchase(
                        id: ID(RawID(high: 0x018F_0000_0000_7000, low: 1 << 63 | UInt64(number))),
                        instant: start.adding(seconds: Int64(number) * 60),
                        member: member,
                        amountMinor: Int64(100 + number % 900),
                        merchant: merchant,
                        merchantKey: merchant,
                        category: Self.categories[number % Self.categories.count],
                        wasApproved: number % 2 == 0
                    )
                )
            }
            report = trial.report
        }
        guard report?.purchases == purchases else { throw ValidationError("not all were judged") }
        let seconds = time / .seconds(1)
        print("\(policies) policies over \(purchases) purchases in \(seconds) s")
    }

    private static let merchants = ["steam", "starbucks", "shell", "whole foods", "amazon"]
    private static let categories = ["fun", "food", "travel"]
}
