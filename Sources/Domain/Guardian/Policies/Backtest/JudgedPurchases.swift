import Kernel

/// What is remembered of judged purchases for the report: 38 bytes each, and a bit for each policy.
struct JudgedPurchases: Sendable {
    private var ids: [ID<Entity.Transfer>] = []
    private var instants: [Timestamp] = []
    private var amounts: [Int64] = []
    private var merchants: [Int32] = []
    private var members: [UInt16] = []
    /// Where a new month begins.
    private var months: [(first: Int, month: CivilMonth)] = []
    /// The merchants' names by their numbers.
    private var names: [String] = []
    /// The members' ids by their numbers.
    private var memberIDs: [ID<Entity.Member>?] = []
    private var hits: HitTable
    private(set) var sumMinor: Int64 = 0

    init(policies: Int) { hits = HitTable(policies: policies) }

    var count: Int { ids.count }

    mutating func append(
        _ purchase: PastPurchase,
        member: Int32,
        merchant: Int32,
        month: CivilMonth
    ) {
        hits.begin(ids.count)
        if months.last?.month != month { months.append((ids.count, month)) }
        ids.append(purchase.id)
        instants.append(purchase.instant)
        amounts.append(purchase.amountMinor)
        merchants.append(merchant)
        members.append(UInt16(member))
        memberIDs.grow(toHold: Int(member), nil)
        memberIDs[Int(member)] = purchase.member
        names.grow(toHold: Int(merchant), "")
        names[Int(merchant)] = purchase.merchant
        sumMinor += purchase.amountMinor
    }

    /// Says that a policy was true for the last purchase.
    mutating func hit(_ policy: Int) { hits.set(policy, ids.count - 1) }

    /// What a policy would have done.
    ///
    /// `room`: A place for each merchant that sums may be gathered in; it is left as it was.
    func outcome(
        of policy: Int,
        _ action: Policy.Action,
        name: String,
        _ room: inout [BoughtSum]
    ) -> PolicyBacktestReport.PolicyOutcome {
        typealias Month = PolicyBacktestReport.MonthOutcome
        var outcome = PolicyBacktestReport.PolicyOutcome(name: name)
        var seen: [Int] = []
        // The last ones in turn.
        var examples = Array(repeating: 0, count: Limits.backtestExamples)
        var (count, month, byMonth) = (0, 0, [Month]())
        var byMember = Array(repeating: BoughtSum(), count: memberIDs.count)
        hits.forEach(of: policy) { purchase in
            let (amount, merchant) = (amounts[purchase], Int(merchants[purchase]))
            if room[merchant].purchases == 0 { seen.append(merchant) }
            room[merchant].purchases += 1
            room[merchant].minor += amount
            byMember[Int(members[purchase])].purchases += 1
            byMember[Int(members[purchase])].minor += amount
            examples[count % Limits.backtestExamples] = purchase
            count += 1
            while month + 1 < months.count, months[month + 1].first <= purchase { month += 1 }
            if byMonth.last?.month != months[month].month {
                byMonth.append(Month(month: months[month].month, stopped: 0, stoppedMinor: 0))
            }
            byMonth[byMonth.count - 1].stopped += 1
            byMonth[byMonth.count - 1].stoppedMinor += amount
        }
        switch action {
        case .warn: outcome.warned = count
        case .decline, .ask:
            outcome.stopped = count
            outcome.asked = action == .ask ? count : 0
            outcome.stoppedMinor = byMonth.reduce(0) { $0 + $1.stoppedMinor }
            outcome.byMonth = Self.joined(byMonth)
        }
        outcome.byMerchant = largest(seen, room)
        outcome.byMember = memberSums(byMember)
        outcome.examples = (0..<min(count, examples.count)).map { place in
            example(examples[(count - 1 - place) % examples.count])
        }
        for merchant in seen { room[merchant] = BoughtSum() }
        return outcome
    }

    /// Months in order, each once: a clock that is put back over midnight shows one twice.
    private static func joined(
        _ months: [PolicyBacktestReport.MonthOutcome]
    ) -> [PolicyBacktestReport.MonthOutcome] {
        months.sorted { $0.month < $1.month }.reduce(into: []) { joined, month in
            guard joined.last?.month == month.month else { return joined.append(month) }
            joined[joined.count - 1].stopped += month.stopped
            joined[joined.count - 1].stoppedMinor += month.stoppedMinor
        }
    }

    /// Room for the sums of all merchants.
    var room: [BoughtSum] { Array(repeating: BoughtSum(), count: names.count) }

    /// What was bought at a merchant, or by a member.
    struct BoughtSum {
        var purchases = 0
        var minor: Int64 = 0
    }

    private func example(_ purchase: Int) -> PolicyBacktestReport.Example {
        PolicyBacktestReport.Example(
            id: ids[purchase],
            instant: instants[purchase],
            merchant: names[Int(merchants[purchase])],
            amountMinor: amounts[purchase]
        )
    }

    private func memberSums(_ sums: [BoughtSum]) -> [PolicyBacktestReport.MemberOutcome] {
        let outcomes = zip(memberIDs, sums).compactMap { id, sum in
            id.flatMap { id in
                sum.purchases == 0
                    ? nil
                    : PolicyBacktestReport.MemberOutcome(
                        member: id,
                        purchases: sum.purchases,
                        sumMinor: sum.minor
                    )
            }
        }
        return outcomes.sorted { ($1.sumMinor, $0.member) < ($0.sumMinor, $1.member) }
    }

    private func largest(
        _ merchants: [Int],
        _ sums: [BoughtSum]
    ) -> [PolicyBacktestReport.MerchantOutcome] {
        let sorted = merchants.sorted { one, other in
            (sums[other].minor, names[one], one) < (sums[one].minor, names[other], other)
        }
        return sorted.prefix(Limits.backtestMerchants).map { merchant in
            PolicyBacktestReport.MerchantOutcome(
                merchant: names[merchant],
                purchases: sums[merchant].purchases,
                sumMinor: sums[merchant].minor
            )
        }
    }
}
