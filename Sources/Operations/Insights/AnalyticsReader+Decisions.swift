import Guardian
import Kernel
import Ledger
import SQL
import Store

extension AnalyticsReader {
    /// How many links of the household's chain are not counted yet.
    func lag() throws -> Int64 {
        try membership.head.sequence
            - DecisionTallies.sequence(of: membership.household, in: session)
    }

    /// The member's decisions within the window: days that are counted, the rest of the first day,
    /// and what nobody counted yet.
    ///
    /// - Complexity: O(days), and what the household decided on the first day and since the tally.
    func decisions() throws -> DecisionCounts {
        var counts = try DecisionDays.counts(of: member, on: window.wholeDays, in: session)
        if let day = window.partialDay,
            let counted = try DecisionDays.find(of: member, on: day, in: session)
        {
            // Between the first and the last of a day there may be others, which count as theirs.
            counts += try decisions(at: counted.positions) { $1 == day && $0 >= window.start }
        }
        let tallied = try DecisionTallies.sequence(of: membership.household, in: session)
        if membership.head.sequence > tallied {
            counts += try decisions(
                at: tallied + 1...membership.head.sequence,
                where: window.contains
            )
        }
        return counts
    }

    /// Counts the member's decisions at positions of the chain, page by page.
    private func decisions(
        at positions: ClosedRange<Int64>,
        where isCounted: (_ instant: Timestamp, _ day: CivilDay) -> Bool
    ) throws -> DecisionCounts {
        var counts = DecisionCounts()
        var first = positions.lowerBound
        while first <= positions.upperBound {
            let page = try Decisions.outcomes(
                of: membership.household,
                at: first...positions.upperBound,
                in: session
            )
            for outcome in page where outcome.member == member {
                let day = membership.zone.day(of: outcome.decidedAt)
                if isCounted(outcome.decidedAt, day) { counts.count(reason: outcome.reason) }
            }
            guard page.count == Limits.walkRows, let last = page.last else { break }
            first = last.sequence + 1
        }
        return counts
    }
}
