import Contract
import Foundation
import Guardian
import Kernel
import Operations

/// Policies of benchmarks: each asks about a window, and about amount, category and time.
enum BenchPolicies {
    /// So many policies over so many distinct windows.
    ///
    /// `bound`: What a window must have more of, in minor units; as a count, a hundredth of it.
    static func policies(
        _ count: Int,
        windows: Int,
        moreThan bound: Int64,
        at now: Timestamp
    ) throws -> [Policy] {
        try (0..<count).map { number in
            Policy(
                id: ID(RawID(high: 0x018F_0000_0000_7000, low: 1 << 63 | UInt64(number))),
                name: "Policy \(number)",
                condition: try JSONDecoder().decode(
                    PolicyCondition.self,
                    from: Data(condition(number, windows, bound).utf8)
                ),
                action: .decline,
                state: .live,
                createdAt: now
            )
        }
    }

    private static func condition(_ number: Int, _ windows: Int, _ bound: Int64) -> String {
        let window = number % windows
        // No two of them are the same: six of the calendar, and others of so many hours.
        let calendar = ["day", "week", "month"][window % 3]
        let span = window < 6 ? #""\#(calendar)""# : #"{"hours":\#(1 + window * 14)}"#
        let over = window / 3 % 4 == 1 ? #"["category"]"# : #"["member"]"#
        let subject = window % 2 == 0 ? "purchases" : "approvals"
        let leaf = window % 5 == 0 ? "count" : "spent"
        let most = window % 5 == 0 ? min(bound / 100, Limits.policyCount) : bound
        return #"{"all":[{"\#(leaf)":{"window":\#(span),"over":\#(over),"of":"\#(subject)","#
            + #""more_than":\#(most)}},{"any":[{"amount":{"at_least":\#(100 + number)}},"#
            + #"{"category":["fun","food"]},"#
            + #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}]}]}"#
    }

    /// Makes policies live in the caller's household, which no purchase of a load makes true.
    static func install(_ count: Int, _ bench: Bench, _ call: Call) async throws {
        let guardian = bench.operations.guardian
        for number in 0..<count {
            let made = try await guardian.createPolicy(
                API.Guardian.PolicyInput(
                    name: "Policy \(number)",
                    when: try API.Guardian.Condition(condition(number, 50, 1_000_000_000)),
                    then: .decline
                ),
                call
            )
            let step = API.Guardian.PolicyStepRequest(made.id, state: .live)
            _ = try await guardian.setPolicyState(step, call)
        }
    }
}
