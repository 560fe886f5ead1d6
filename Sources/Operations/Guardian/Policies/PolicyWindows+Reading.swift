import Guardian
import Kernel
import SQL
import Store

/// How windows are read for a purchase that is asked about.
extension PolicyWindows {
    /// What each window of policies has, without the purchase itself.
    ///
    /// Whole days are read from sums, at most one range of days for each of the eight scopes that a
    /// window may have; the part of a day with which a rolling window begins from the moments in
    /// it, each range once. Of today the sums are taken, without what is dated later than now.
    ///
    /// - Complexity: O(days that windows reach back, and moments of the days at their ends).
    static func values(
        of needs: PolicyNeeds,
        for purchase: Purchase,
        in session: any Session
    ) throws -> [Int64] {
        guard !needs.windows.isEmpty else { return [] }
        var reading = WindowReading(of: purchase, in: session)
        let parts = needs.windows.map { reading.parts(of: $0) }
        for part in parts { reading.want(part) }
        try reading.read()
        let read = reading
        return zip(needs.windows, parts).map { read.value(of: $0, $1) }
    }

    /// Whether the member never bought at the merchant.
    static func isFirst(atMerchant purchase: Purchase, in session: any Session) throws -> Bool {
        try !FirstPurchases.hasBought(
            atMerchant: purchase.merchantKey,
            purchase.member,
            of: purchase.household,
            until: purchase.zone.day(of: purchase.now),
            in: session
        )
    }

    /// Whether the member never bought in the category.
    static func isFirst(inCategory purchase: Purchase, in session: any Session) throws -> Bool {
        try !FirstPurchases.hasBought(
            inCategory: purchase.category,
            purchase.member,
            of: purchase.household,
            until: purchase.zone.day(of: purchase.now),
            in: session
        )
    }
}

/// What is read for the windows of one purchase: sums of days by scope, moments of parts of days.
private struct WindowReading {
    /// What a window takes together.
    struct Parts {
        /// The place of the window's scope among all eight.
        let place: Int
        /// Whole days.
        let days: ClosedRange<CivilDay>?
        /// A part of a day that counts besides.
        var begin: Range<Timestamp>?
        /// Whether what is dated later today does not count.
        var isUntilNow = false
    }

    private typealias DaySums = (day: CivilDay, sums: PolicySums.Sums)

    private let purchase: PolicyWindows.Purchase
    private let session: any Session
    private let today: CivilDay
    /// What of today is yet to come.
    private let rest: Range<Timestamp>

    /// By the place of a scope.
    private var wantedDays: [ClosedRange<CivilDay>?]
    private var sums: [[DaySums]]
    /// By how many days ago a day is: what of it is wanted.
    private var wantedSpans: [Range<Timestamp>?]
    private var wantsRest = false
    private var moments: [[SeenMoment]]

    init(of purchase: PolicyWindows.Purchase, in session: any Session) {
        self.purchase = purchase
        self.session = session
        today = purchase.zone.day(of: purchase.now)
        let tomorrow = purchase.zone.start(of: today.adding(days: 1))
        rest = purchase.now..<max(purchase.now, tomorrow)
        wantedDays = Array(repeating: nil, count: PolicyWindow.Scope.all.count)
        sums = Array(repeating: [], count: PolicyWindow.Scope.all.count)
        wantedSpans = Array(repeating: nil, count: Limits.policyWindowDays + 1)
        moments = Array(repeating: [], count: Limits.policyWindowDays + 1)
    }

    private func daysAgo(_ instant: Timestamp) -> Int {
        today.dayNumber - purchase.zone.day(of: instant).dayNumber
    }

    func parts(of window: PolicyWindow) -> Parts {
        let place = window.scope.place
        switch window.extent(until: purchase.now, in: purchase.zone) {
        case .days(let days): return Parts(place: place, days: days)
        case .instants(let instants): return parts(of: place, instants)
        }
    }

    /// A rolling window as whole days, with the part of the day before them and without what of
    /// today is yet to come.
    private func parts(of place: Int, _ instants: Range<Timestamp>) -> Parts {
        let first = purchase.zone.day(of: instants.lowerBound)
        guard first < today else { return Parts(place: place, days: nil, begin: instants) }
        let next = first.adding(days: 1)
        let end = max(instants.lowerBound, purchase.zone.start(of: next))
        let begin = instants.lowerBound..<end
        return Parts(place: place, days: next...today, begin: begin, isUntilNow: true)
    }

    mutating func want(_ parts: Parts) {
        if let days = parts.days {
            let known = wantedDays[parts.place] ?? days
            wantedDays[parts.place] =
                min(known.lowerBound, days.lowerBound)...max(known.upperBound, days.upperBound)
        }
        if let begin = parts.begin { want(begin) }
        if parts.isUntilNow, !wantsRest {
            wantsRest = true
            want(rest)
        }
    }

    private mutating func want(_ span: Range<Timestamp>) {
        guard !span.isEmpty else { return }
        let place = daysAgo(span.lowerBound)
        let known = wantedSpans[place] ?? span
        wantedSpans[place] =
            min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound)
    }

    mutating func read() throws {
        let household = purchase.household
        let own = wanted(where: { !$0.isOfHousehold })
        for (place, day, found) in try PolicySums.find(
            of: purchase.member,
            own.map { ($0.name, $0.days) },
            of: household,
            in: session
        ) {
            sums[own[place].place].append((day, found))
        }
        let common = wanted(where: \.isOfHousehold)
        for (place, day, found) in try PolicySums.find(
            ofEverybody: common.map { ($0.name, $0.days) },
            of: household,
            in: session
        ) {
            sums[common[place].place].append((day, found))
        }
        let seen = try PolicyMoments.seen(
            by: purchase.member,
            inCategory: purchase.category,
            atMerchant: purchase.merchantKey,
            of: household,
            wantedSpans.compactMap(\.self),
            in: session
        )
        for moment in seen { moments[daysAgo(moment.at)].append(moment) }
    }

    /// The sums that are wanted of some scopes, each with the scope's place.
    private func wanted(
        where isIncluded: (PolicyWindow.Scope) -> Bool
    ) -> [(place: Int, name: PolicySums.Name, days: ClosedRange<CivilDay>)] {
        zip(PolicyWindow.Scope.all, wantedDays).enumerated().compactMap { place, wanted in
            let (scope, days) = wanted
            guard let days, isIncluded(scope) else { return nil }
            let name = PolicySums.Name(
                category: scope.isOfCategory ? purchase.category : nil,
                merchantKey: scope.isOfMerchant ? purchase.merchantKey : nil
            )
            return (place, name, days)
        }
    }

    func value(of window: PolicyWindow, _ parts: Parts) -> Int64 {
        let isSum = window.measure == .sum
        var value: Int64 = 0
        if let days = parts.days {
            for (day, sums) in sums[parts.place] where days.contains(day) {
                value += isSum ? sums.minor(window.subject) : sums.count(window.subject)
            }
        }
        if let begin = parts.begin { value += sum(of: window, begin) }
        if parts.isUntilNow { value -= sum(of: window, rest) }
        return value
    }

    private func sum(of window: PolicyWindow, _ span: Range<Timestamp>) -> Int64 {
        guard !span.isEmpty else { return 0 }
        return moments[daysAgo(span.lowerBound)].reduce(0) { sum, moment in
            guard span.contains(moment.at), moment.subject == window.subject,
                moment.isIn(window.scope)
            else { return sum }
            return sum + (window.measure == .sum ? moment.amountMinor : 1)
        }
    }
}

extension PolicyWindow.Scope {
    /// All eight, in the order of their places.
    fileprivate static let all = (0..<8).map { place in
        Self(
            isOfHousehold: place & 1 != 0,
            isOfCategory: place & 2 != 0,
            isOfMerchant: place & 4 != 0
        )
    }

    fileprivate var place: Int {
        (isOfHousehold ? 1 : 0) | (isOfCategory ? 2 : 0) | (isOfMerchant ? 4 : 0)
    }
}
