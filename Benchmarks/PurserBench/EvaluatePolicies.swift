import ArgumentParser
import Guardian
import Kernel

/// Evaluates policies on one core, and tells how long that took.
struct EvaluatePolicies: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policies",
        abstract: "Evaluates policies on facts that are read, and tells how long that took."
    )

    @Option(help: "How many policies.") var policies = 200
    @Option(help: "How many distinct windows they ask for.") var windows = 50
    @Option(help: "How many evaluations.") var count = 20_000

    func validate() throws {
        guard policies >= windows, windows > 0, count > 0 else {
            throw ValidationError("--policies is at least --windows, and both are 1 or more")
        }
    }

    func run() throws {
        let now = Timestamp(seconds: 1_763_700_000)
        let prepared = PreparedPolicies(
            try BenchPolicies.policies(policies, windows: windows, moreThan: 50_000, at: now)
        )
        guard prepared.needs.windows.count == windows else {
            throw ValidationError("there are \(prepared.needs.windows.count) windows")
        }
        let clock = ContinuousClock()
        var isTrue = 0
        let time = clock.measure {
            for number in 0..<count {
                let values = (0..<windows).map { Int64(number * 7 + $0 * 101) % 60_000 }
                let facts = PolicyFacts(
                    for: prepared.needs,
                    amount: Money(minor: Int64(100 + number % 900), currency: .usd),
                    category: number % 2 == 0 ? "fun" : "travel",
                    merchant: "steam",
                    clock: PolicyClock(at: now.adding(seconds: Int64(number) * 997), in: .utc),
                    windowValues: values
                )
                isTrue += PolicyCase(prepared, facts).verdict(of: .live).isTrue.count
            }
        }
        guard isTrue > 0 else { throw ValidationError("no policy was true") }
        let microseconds = time / .microseconds(1) / Double(count)
        print(
            "\(count) evaluations of \(policies) policies over \(windows) windows, "
                + "\(microseconds) us each"
        )
    }
}
