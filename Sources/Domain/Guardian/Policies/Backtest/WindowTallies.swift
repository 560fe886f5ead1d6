import Kernel

/// The windows of a set of policies, kept up to date purchase by purchase.
///
/// What is kept of the past: two sums for each calendar window's kind and each member, category or
/// merchant that it tells apart; and for windows of hours what lies within the longest of them,
/// 16 bytes for each thing counted and each scope.
struct WindowTallies: Sendable {
    /// How one window is read.
    struct Read: Sendable {
        /// Which sums: those of one scope and subject.
        let tally: Int
        let kind: Kind
        let isSum: Bool
        /// How far a window of hours reaches back.
        let milliseconds: Int64
    }

    /// Windows of one kind and of the same sums, which are read together.
    struct Group: Sendable {
        let tally: Int
        let kind: Kind
        /// Where each goes, the shortest first.
        let windows: [(slot: Int, isSum: Bool, milliseconds: Int64)]
    }

    enum Kind: Int, Sendable {
        case day
        case week
        case month
        case hours
    }

    /// What happens now: when, and to which sums of each scope it belongs.
    struct Moment: Sendable {
        let instant: Int64
        let periods: Periods
        /// A key for each scope.
        fileprivate(set) var keys: [Int32]
    }

    private struct Tally: Sendable {
        let scope: Int
        let subject: PolicyWindow.Subject
        var longest: Int64 = 0
        var kinds: Set<Kind> = []
        var periods: [[PeriodTally]] = [[], [], []]
        var logs: [RollingLog] = []
    }

    /// How each window is read, in their order.
    private(set) var reads: [Read] = []
    private var scopes: [ScopeKeys] = []
    private var tallies: [Tally] = []

    init(_ windows: [PolicyWindow]) {
        for window in windows { add(window) }
    }

    /// The place of a scope among the keys of a moment.
    mutating func place(of scope: PolicyWindow.Scope) -> Int {
        if let place = scopes.firstIndex(where: { $0.scope == scope }) { return place }
        scopes.append(ScopeKeys(scope))
        return scopes.count - 1
    }

    private mutating func add(_ window: PolicyWindow) {
        let scope = place(of: window.scope)
        let known = tallies.firstIndex { $0.scope == scope && $0.subject == window.subject }
        let tally = known ?? tallies.count
        if known == nil { tallies.append(Tally(scope: scope, subject: window.subject)) }
        let (kind, milliseconds): (Kind, Int64) =
            switch window.span {
            case .day: (.day, 0)
            case .week: (.week, 0)
            case .month: (.month, 0)
            case .hours(let hours): (.hours, hours * 3_600_000)
            }
        tallies[tally].longest = max(tallies[tally].longest, milliseconds)
        tallies[tally].kinds.insert(kind)
        reads.append(
            Read(
                tally: tally,
                kind: kind,
                isSum: window.measure == .sum,
                milliseconds: milliseconds
            )
        )
    }

    /// Finds the keys of what happens now, and makes room for new ones.
    mutating func moment(
        at instant: Timestamp,
        _ periods: Periods,
        member: Int32,
        category: Int32,
        merchant: Int32
    ) -> Moment {
        var keys: [Int32] = []
        keys.reserveCapacity(scopes.count)
        for place in scopes.indices {
            keys.append(
                scopes[place].key(member: member, category: category, merchant: merchant)
            )
        }
        return Moment(instant: instant.milliseconds, periods: periods, keys: keys)
    }

    /// Counts something that happens now.
    mutating func count(_ subject: PolicyWindow.Subject, _ amount: Int64, _ moment: Moment) {
        for place in tallies.indices where tallies[place].subject == subject {
            let key = Int(moment.keys[tallies[place].scope])
            let periods = [moment.periods.day, moment.periods.week, moment.periods.month]
            for kind in tallies[place].kinds {
                if kind == .hours {
                    tallies[place].logs.grow(toHold: key, RollingLog())
                    tallies[place].logs[key]
                        .append(amount, at: moment.instant, longest: tallies[place].longest)
                } else {
                    tallies[place].periods[kind.rawValue].grow(toHold: key, PeriodTally())
                    tallies[place].periods[kind.rawValue][key]
                        .add(amount, to: periods[kind.rawValue])
                }
            }
        }
    }

    /// Puts what windows have, with a purchase that happens now, in their slots.
    func read(
        _ group: Group,
        _ moment: Moment,
        adding amount: Int64,
        into measures: inout [Int64]
    ) {
        let key = Int(moment.keys[tallies[group.tally].scope])
        let period: Int32
        switch group.kind {
        case .day: period = moment.periods.day
        case .week: period = moment.periods.week
        case .month: period = moment.periods.month
        case .hours:
            let isKnown = key < tallies[group.tally].logs.count
            let log = isKnown ? tallies[group.tally].logs[key] : RollingLog()
            let end = log.end(before: moment.instant)
            var start = end
            for window in group.windows {
                start = log.start(from: moment.instant - window.milliseconds, upTo: start)
                measures[window.slot] =
                    window.isSum
                    ? PolicyProgram.sum(log.sum(from: start, upTo: end), amount)
                    : Int64(end - start + 1)
            }
            return
        }
        let kind = group.kind.rawValue
        let isKnown = key < tallies[group.tally].periods[kind].count
        let sums = isKnown ? tallies[group.tally].periods[kind][key] : PeriodTally()
        for window in group.windows {
            measures[window.slot] =
                window.isSum
                ? PolicyProgram.sum(sums.sum(of: period), amount) : sums.count(of: period) + 1
        }
    }
}
