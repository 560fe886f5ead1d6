public import Kernel

/// Tries policies on the past: purchases are told one after another, and each is judged as if the
/// policies had been live.
///
/// All policies share one world. In the counterfactual one a purchase that any of them stops was
/// not spent, and is a decline instead; in the observed one it was, and decisions are as they were.
/// A purchase that a parent had allowed is never stopped.
///
/// What is told before ``init(_:beside:mode:from:of:in:)``'s first instant fills windows and is
/// judged by nobody. The cost of a purchase is that of its policies and of their windows, however
/// long the history is. In memory are: 38 bytes for each judged purchase and a bit for each policy
/// that is tried on it; the sums of ``WindowTallies``; and each name once.
public struct PolicyBacktest: Sendable {
    /// What becomes of a purchase that is stopped.
    public enum Mode: String, Sendable, CaseIterable {
        /// It was not spent, and windows go on without it.
        case counterfactual
        /// It was spent.
        case observed
    }

    private let policies: [Policy]
    /// How many of the policies are tried; the others only stop.
    private let tried: Int
    private let mode: Mode
    private let from: Timestamp
    private let member: ID<Entity.Member>?
    private let zone: Zone

    private var windows: WindowTallies
    private let reads: [PolicyWindow: WindowTallies.Read]
    private var plans: [ID<Entity.Member>?: BacktestPlan] = [:]
    private let withPolicies: Set<ID<Entity.Member>>
    private var members = NameTable<ID<Entity.Member>>()
    private var categories = NameTable<String>()
    private var merchants = NameTable<String>()
    /// Where the member bought, by the keys of two scopes.
    private let firstScopes: (merchant: Int, category: Int)
    private var bought: (merchant: [Bool], category: [Bool]) = ([], [])

    private var judged: JudgedPurchases
    private var alone: [Int]
    private var overridesUsed = 0
    private var last = Timestamp(milliseconds: .min)
    private var measures: [Int64] = []
    private var hits: [Int] = []

    /// Prepares a trial.
    ///
    /// - Parameters:
    ///   - tried: The policies to be reported on, whatever their state is.
    ///   - live: Policies that stop purchases beside them.
    ///   - mode: What becomes of a purchase that is stopped.
    ///   - from: The first instant at which purchases are judged.
    ///   - member: The member whose purchases are judged; everybody's when `nil`.
    ///   - zone: The household's time zone.
    public init(
        _ tried: [Policy],
        beside live: [Policy] = [],
        mode: Mode,
        from: Timestamp,
        of member: ID<Entity.Member>? = nil,
        in zone: Zone
    ) {
        policies = tried + live
        self.tried = tried.count
        self.mode = mode
        self.from = from
        self.member = member
        self.zone = zone
        let needs = PolicyNeeds(of: policies.map(\.condition))
        windows = WindowTallies(needs.windows)
        reads = Dictionary(uniqueKeysWithValues: zip(needs.windows, windows.reads))
        withPolicies = Set(policies.compactMap(\.member))
        firstScopes = (
            windows.place(of: PolicyWindow.Scope(isOfMerchant: true)),
            windows.place(of: PolicyWindow.Scope(isOfCategory: true))
        )
        judged = JudgedPurchases(policies: tried.count)
        alone = Array(repeating: 0, count: tried.count)
    }

    /// Takes the next purchase.
    ///
    /// - Precondition: It is not earlier than what was told before; of one instant, what the ledger
    ///   learned of first comes first.
    public mutating func take(_ purchase: PastPurchase) {
        let merchant = merchants.number(of: purchase.merchantKey, upTo: 1 << 24)
        let (moment, day) = moment(
            at: purchase.instant,
            purchase.member,
            purchase.category,
            merchant
        )
        let isJudged =
            purchase.instant >= from && (member == nil || member == purchase.member)
        if isJudged {
            judged.append(
                purchase,
                member: members.number(of: purchase.member, upTo: 1 << 16),
                merchant: merchant,
                month: day.month
            )
            let isStopped = judge(purchase, moment, day)
            if isStopped, mode == .counterfactual {
                windows.count(.declines, purchase.amountMinor, moment)
                return
            }
        }
        windows.count(.purchases, purchase.amountMinor, moment)
        if purchase.wasApproved { windows.count(.approvals, purchase.amountMinor, moment) }
        Self.remember(&bought.merchant, moment.key(firstScopes.merchant))
        Self.remember(&bought.category, moment.key(firstScopes.category))
    }

    /// Takes the next decision that no purchase followed.
    ///
    /// - Precondition: It is not earlier than what was told before.
    public mutating func take(_ decision: PastDecision) {
        let merchant = merchants.number(of: decision.merchantKey, upTo: 1 << 24)
        let (moment, _) = moment(
            at: decision.instant,
            decision.member,
            decision.category,
            merchant
        )
        let subject: PolicyWindow.Subject =
            decision.answer == .approve ? .approvals : .declines
        windows.count(subject, decision.amountMinor, moment)
    }

    /// What the policies would have done to what was told so far.
    public var report: PolicyBacktestReport {
        var room = judged.room
        return PolicyBacktestReport(
            purchases: judged.count,
            sumMinor: judged.sumMinor,
            policies: policies.prefix(tried).enumerated().map { place, policy in
                var outcome = judged.outcome(
                    of: place,
                    policy.action,
                    name: policy.name,
                    &room
                )
                outcome.alone = alone[place]
                return outcome
            },
            overridesUsed: overridesUsed
        )
    }

    private mutating func moment(
        at instant: Timestamp,
        _ member: ID<Entity.Member>,
        _ category: String,
        _ merchant: Int32
    ) -> (WindowTallies.Moment, CivilDay) {
        precondition(instant >= last, "purchases are told in the order of their instants")
        last = instant
        let day = zone.day(of: instant)
        let month = day.month
        let periods = Periods(
            day: Int32(day.dayNumber),
            week: Int32(day.dayNumber - day.weekday),
            month: Int32(month.year * 12 + month.month)
        )
        let moment = windows.moment(
            at: instant,
            periods,
            member: members.number(of: member, upTo: 1 << 16),
            category: categories.number(of: category, upTo: 1 << 24),
            merchant: merchant
        )
        return (moment, day)
    }

    /// Judges a purchase and remembers which policies are true.
    ///
    /// - Returns: Whether it is stopped.
    private mutating func judge(
        _ purchase: PastPurchase,
        _ moment: WindowTallies.Moment,
        _ day: CivilDay
    ) -> Bool {
        let plan = plan(for: purchase.member)
        let clock = day.weekday * 1_440 + zone.time(of: purchase.instant).minuteOfDay
        let isFirst = { (known: Bool, bought: [Bool], scope: Int) in
            let key = moment.key(scope)
            return !known && !(key < bought.count && bought[key])
        }
        plan.measures(
            of: purchase,
            clock: Int64(clock),
            isFirstAtMerchant: isFirst(
                purchase.isKnownMerchant,
                bought.merchant,
                firstScopes.merchant
            ),
            isFirstInCategory: isFirst(
                purchase.isKnownCategory,
                bought.category,
                firstScopes.category
            ),
            windows,
            moment,
            into: &measures
        )
        hits.removeAll(keepingCapacity: true)
        plan.program.evaluate(measures, into: &hits)
        return count(hits.map { plan.places[$0] }, wasOverridden: purchase.wasOverridden)
    }

    /// Counts the policies that are true for the last purchase.
    private mutating func count(_ places: [Int], wasOverridden: Bool) -> Bool {
        if wasOverridden {
            let stops = places.contains { $0 < tried && policies[$0].action.stops }
            overridesUsed += stops ? 1 : 0
            return false
        }
        var (stopping, first) = (0, 0)
        for place in places {
            if place < tried { judged.hit(place) }
            guard policies[place].action.stops else { continue }
            if stopping == 0 { first = place }
            stopping += 1
        }
        if stopping == 1, first < tried { alone[first] += 1 }
        return stopping > 0
    }

    private mutating func plan(for member: ID<Entity.Member>) -> BacktestPlan {
        let key = withPolicies.contains(member) ? member : nil
        if let plan = plans[key] { return plan }
        let own = policies.enumerated().filter { $0.element.applies(to: member) }
        let plan = BacktestPlan(own.map { ($0.offset, $0.element.condition) }, reads)
        plans[key] = plan
        return plan
    }

    private static func remember(_ bought: inout [Bool], _ key: Int) {
        bought.grow(toHold: key, false)
        bought[key] = true
    }
}

extension WindowTallies.Moment {
    /// The key of a scope.
    func key(_ scope: Int) -> Int { Int(keys[scope]) }
}
