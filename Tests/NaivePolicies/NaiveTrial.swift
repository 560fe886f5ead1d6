/// A trial of policies on the past as the contract has it, by reading all history each time.
struct NaiveTrial {
    /// A policy that is tried, or is live beside those that are.
    struct Policy {
        let condition: NaiveCondition
        /// The member it is for; everybody's when `nil`.
        let member: Int?
        /// Whether it declines or asks, and does not only warn.
        let stops: Bool
    }

    /// What is counted of one policy.
    struct Count: Equatable {
        var stopped = 0
        var warned = 0
        var minor: Int64 = 0
        var alone = 0
    }

    /// What came of it.
    struct Outcome {
        /// Of each policy that was tried.
        var counts: [Count]
        /// The places in the history of what each of them was true for.
        var hits: [[Int]]
        var overrides = 0
        var judged = 0
    }

    let policies: [Policy]
    /// How many of the policies are tried; the others are live beside them.
    let tried: Int
    let isCounterfactual: Bool
    /// The first millisecond at which purchases are judged.
    let from: Int64
    /// The member whose purchases are judged; everybody's when `nil`.
    let judged: Int?

    /// Goes over a history in its order.
    func outcome(of history: [NaiveHappening]) -> Outcome {
        var outcome = Outcome(
            counts: Array(repeating: Count(), count: tried),
            hits: Array(repeating: [], count: tried)
        )
        var past: [NaiveHappening] = []
        for (number, now) in history.enumerated() {
            guard now.kind == .purchase else {
                past.append(now)
                continue
            }
            var isStopped = false
            if now.milliseconds >= from, judged == nil || judged == now.member {
                isStopped = judge(now, number, after: past, &outcome)
            }
            var decision = now
            if isStopped, isCounterfactual {
                decision.kind = .decline
                past.append(decision)
            } else {
                past.append(now)
                decision.kind = .approval
                if now.wasApproved { past.append(decision) }
            }
        }
        return outcome
    }

    /// Counts one purchase, and tells whether it is stopped.
    private func judge(
        _ now: NaiveHappening,
        _ number: Int,
        after past: [NaiveHappening],
        _ outcome: inout Outcome
    ) -> Bool {
        outcome.judged += 1
        let isTrue = policies.indices.filter { place in
            (policies[place].member == nil || policies[place].member == now.member)
                && policies[place].condition.isTrue(now, after: past)
        }
        let stopping = isTrue.filter { policies[$0].stops }
        guard !now.wasOverridden else {
            if stopping.contains(where: { $0 < tried }) { outcome.overrides += 1 }
            return false
        }
        for place in isTrue where place < tried {
            outcome.hits[place].append(number)
            guard stopping.contains(place) else {
                outcome.counts[place].warned += 1
                continue
            }
            outcome.counts[place].stopped += 1
            outcome.counts[place].minor += now.minor
            if stopping.count == 1 { outcome.counts[place].alone += 1 }
        }
        return !stopping.isEmpty
    }
}
