import Foundation
import Guardian
import Kernel
import Operations
import SQL
import Store

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
        let span = window % 4 == 0 ? #""month""# : #"{"hours":\#(1 + window * 14)}"#
        let over = window / 4 % 3 == 0 ? #"["category"]"# : #"["member"]"#
        let subject = window % 2 == 0 ? "purchases" : "approvals"
        let leaf = window % 5 == 0 ? "count" : "spent"
        let most = window % 5 == 0 ? min(bound / 100, Limits.policyCount) : bound
        return #"{"all":[{"\#(leaf)":{"window":\#(span),"over":\#(over),"of":"\#(subject)","#
            + #""more_than":\#(most)}},{"any":[{"amount":{"at_least":\#(100 + number)}},"#
            + #"{"category":["fun","food"]},"#
            + #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}]}]}"#
    }

    /// Makes policies live in a household, which no purchase of a load makes true.
    static func install(_ count: Int, for member: ID<Entity.Member>, _ bench: Bench) async throws {
        let now = bench.call().now
        let policies = try policies(count, windows: 50, moreThan: 1_000_000_000, at: now)
        let ids = policies.map { _ in bench.call().ids.next(Entity.Policy.self, at: now) }
        try await bench.database.write { session in
            guard let member = try Members.find(member, in: session) else { return }
            for (policy, id) in zip(policies, ids) {
                let kept = Policy(
                    id: id,
                    name: policy.name,
                    condition: policy.condition,
                    action: policy.action,
                    state: .live,
                    createdAt: now
                )
                let record = PolicyRecord(
                    kept,
                    of: member.household,
                    version: 1,
                    createdBy: member.id,
                    liveSince: now
                )
                try Policies.save(record, in: session)
            }
            try Policies.setVersion(1, of: member.household, in: session)
        }
    }
}
