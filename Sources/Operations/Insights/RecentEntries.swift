import Insights
import Kernel
import Ledger
import SQL
import Store
import Synchronization

/// The entries of the last months of the members who asked last, as sums take them.
///
/// What is kept of a member belongs to a place in the household's chain, as a search index does, so
/// whoever knows where the chain ends knows whether it is of now. It is made, and brought up to
/// date, within the transaction of whoever asks; so every figure of an answer is of one state.
final class RecentEntries: Sendable {
    /// An entry, and the row of it; without one in another currency than the household's.
    struct Known: Sendable {
        let entry: AnalysedEntry
        let row: AnalysedRow?
    }

    fileprivate struct Held {
        let household: ID<Entity.Household>
        var sequence: Int64
        /// All entries of this day and later ones are there.
        let first: CivilDay
        /// The earliest first, and those of a day in the order of their posting.
        var entries: [Known]
        /// What each day adds to what tells how much is safe to spend.
        var spending: [CivilDay: SpendingDay]
        var lastUse: UInt64 = 0
    }

    private struct State {
        var held: [ID<Entity.Member>: Held] = [:]
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    private let entriesMost: Int

    /// Begins without entries.
    init(entriesMost: Int = Limits.summedEntries) {
        self.entriesMost = entriesMost
    }

    /// How many entries are kept, of all members.
    var count: Int { state.withLock { $0.held.values.reduce(0) { $0 + $1.entries.count } } }

    /// The entries of some days, the earliest first.
    ///
    /// - Parameters:
    ///   - membership: Whose, and where the chain ends for the caller.
    ///   - days: Which.
    ///   - today: From which is counted what is recent.
    ///   - session: The caller's transaction.
    ///   - row: An entry as sums take it.
    /// - Returns: The entries; `nil` when some of the days are not recent, or a later state is
    ///   kept.
    /// - Throws: `DatabaseError`.
    func entries(
        of membership: Membership,
        on days: ClosedRange<CivilDay>,
        today: CivilDay,
        in session: any Session,
        _ row: (AnalysedEntry) -> AnalysedRow?
    ) throws -> ArraySlice<Known>? {
        try held(membership, days, today, in: session, row)?[days]
    }

    /// What each of some days with entries adds to what tells how much is safe to spend.
    ///
    /// The parameters are those of ``entries(of:on:today:in:_:)``, and so is what makes it `nil`.
    ///
    /// - Throws: `DatabaseError`.
    func spending(
        of membership: Membership,
        on days: ClosedRange<CivilDay>,
        today: CivilDay,
        in session: any Session,
        _ row: (AnalysedEntry) -> AnalysedRow?
    ) throws -> [SpendingDay]? {
        guard let held = try held(membership, days, today, in: session, row) else { return nil }
        return (days.lowerBound.dayNumber...days.upperBound.dayNumber).compactMap { number in
            held.spending[CivilDay(dayNumber: number)]
        }
    }

    /// All that is kept of a member, as it is where the chain ends for the caller.
    private func held(
        _ membership: Membership,
        _ days: ClosedRange<CivilDay>,
        _ today: CivilDay,
        in session: any Session,
        _ row: (AnalysedEntry) -> AnalysedRow?
    ) throws -> Held? {
        guard days.lowerBound >= today.adding(days: -Limits.summedDays) else { return nil }
        let known = state.withLock { state in state.held[membership.member] }
        guard let known, known.household == membership.household, known.isRecent(on: today),
            membership.head.sequence - known.sequence <= Limits.searchChangesFollowed
        else {
            return try whole(membership, today, in: session, row)
        }
        guard known.sequence <= membership.head.sequence else { return nil }
        var held = known
        guard try held.follow(membership, in: session, row) else {
            return try whole(membership, today, in: session, row)
        }
        keep(held, of: membership.member)
        return held
    }

    private func whole(
        _ membership: Membership,
        _ today: CivilDay,
        in session: any Session,
        _ row: (AnalysedEntry) -> AnalysedRow?
    ) throws -> Held {
        let first = today.adding(days: -Limits.summedDays)
        var entries: [Known] = []
        var spending: [CivilDay: SpendingDay] = [:]
        if let all = try EntryCounts.window(of: membership.member, in: session),
            first <= all.upperBound
        {
            let days = max(first, all.lowerBound)...all.upperBound
            try AnalysedEntries.visit(of: membership.member, on: days, in: session) { entry in
                let known = Known(entry, row(entry))
                entries.append(known)
                if let row = known.row {
                    spending[row.day, default: SpendingDay(row.day)].add(row)
                }
            }
        }
        let held = Held(
            household: membership.household,
            sequence: membership.head.sequence,
            first: first,
            entries: entries.reversed(),
            spending: spending
        )
        keep(held, of: membership.member)
        return held
    }

    /// Keeps what is of a later state than what is there, and forgets those used longest ago until
    /// the rest is few enough; one is kept in any case.
    private func keep(_ held: Held, of member: ID<Entity.Member>) {
        state.withLock { state in
            state.uses += 1
            if let there = state.held[member], there.household == held.household,
                there.sequence > held.sequence
            {
                return
            }
            state.held[member] = held
            state.held[member]?.lastUse = state.uses
            var count = state.held.values.reduce(0) { $0 + $1.entries.count }
            while count > entriesMost {
                let others = state.held.filter { $0.key != member }
                guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
                    return
                }
                count -= oldest.value.entries.count
                state.held[oldest.key] = nil
            }
        }
    }
}

extension RecentEntries.Known {
    /// Works out once what is asked of the row whenever it is summed.
    fileprivate init(_ entry: AnalysedEntry, _ row: AnalysedRow?) {
        self.init(entry: entry, row: row?.withKind())
    }
}

extension RecentEntries.Held {
    /// Whether it begins early enough, and not so early that most of it is of no use.
    fileprivate func isRecent(on today: CivilDay) -> Bool {
        let age = today.dayNumber - first.dayNumber
        return age >= Limits.summedDays && age <= 2 * Limits.summedDays
    }

    /// The entries of some days.
    fileprivate subscript(days: ClosedRange<CivilDay>) -> ArraySlice<RecentEntries.Known> {
        let begin = place(of: days.lowerBound)
        return entries[begin..<max(begin, place(of: days.upperBound.adding(days: 1)))]
    }

    /// Where the entries of a day begin, or of later ones.
    private func place(of day: CivilDay) -> Int {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                entries[middle].entry.day < day
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Reads what changed up to where the chain ends for the caller.
    ///
    /// - Returns: `false` when all has to be read anew, because entries moved to other days.
    /// - Complexity: O(entries kept), where anything changed.
    fileprivate mutating func follow(
        _ membership: Membership,
        in session: any Session,
        _ row: (AnalysedEntry) -> AnalysedRow?
    ) throws -> Bool {
        guard sequence < membership.head.sequence else { return true }
        let changes = try BookChanges(of: household, after: sequence, in: session)
        guard !changes.movedDays else { return false }
        sequence = membership.head.sequence
        let listed = try AnalysedEntries.list(of: changes.transfers, in: session)
            .filter { $0.member == membership.member }
        guard !listed.isEmpty else { return true }
        let changed = Set(listed.map(\.entry.id))
        var days: Set<CivilDay> = []
        entries.removeAll { known in
            guard changed.contains(known.entry.id) else { return false }
            days.insert(known.entry.day)
            return true
        }
        for found in listed where !found.isRemoved && found.entry.day >= first {
            entries.append(RecentEntries.Known(found.entry, row(found.entry)))
            days.insert(found.entry.day)
        }
        entries.sort {
            ($0.entry.day, $0.entry.number) < ($1.entry.day, $1.entry.number)
        }
        for day in days { sum(day) }
        return true
    }

    /// Sums the rows of a day anew.
    private mutating func sum(_ day: CivilDay) {
        var sums = SpendingDay(day)
        for known in self[day...day] {
            if let row = known.row { sums.add(row) }
        }
        spending[day] = sums
    }
}
