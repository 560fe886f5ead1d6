import Guardian
import Kernel
import SQL
import Store

/// How windows are read for a purchase that is asked about.
extension PolicyWindows {
    /// What each window of policies has, without the purchase itself.
    ///
    /// Whole days are read from sums, at most one range of days for each of the eight keys that a
    /// window may be of; the part of a day with which a rolling window begins from the moments in
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
        return zip(needs.windows, parts).map { reading.value(of: $0, $1) }
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
        /// A part of the last day that does not count.
        var rest: Range<Timestamp>?
    }

    private typealias DaySums = (day: CivilDay, sums: PolicySums.Sums)

    private let purchase: PolicyWindows.Purchase
    private let session: any Session
    private let today: CivilDay
    private let tomorrowStart: Timestamp

    /// By the place of a scope.
    private var wantedDays: [ClosedRange<CivilDay>?]
    private var sums: [[DaySums]]
    /// For each day that parts are wanted of, what of it is.
    private var wantedSpans: [CivilDay: Range<Timestamp>] = [:]
    private var moments: [CivilDay: [SeenMoment]] = [:]

    init(of purchase: PolicyWindows.Purchase, in session: any Session) {
        self.purchase = purchase
        self.session = session
        today = purchase.zone.day(of: purchase.now)
        tomorrowStart = purchase.zone.start(of: today.adding(days: 1))
        wantedDays = Array(repeating: nil, count: PolicyWindow.Scope.all.count)
        sums = Array(repeating: [], count: PolicyWindow.Scope.all.count)
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
        let rest = purchase.now..<max(purchase.now, tomorrowStart)
        return Parts(place: place, days: next...today, begin: begin, rest: rest)
    }

    mutating func want(_ parts: Parts) {
        if let days = parts.days {
            let known = wantedDays[parts.place] ?? days
            wantedDays[parts.place] =
                min(known.lowerBound, days.lowerBound)...max(known.upperBound, days.upperBound)
        }
        if let begin = parts.begin { want(begin) }
        if let rest = parts.rest { want(rest) }
    }

    private mutating func want(_ span: Range<Timestamp>) {
        guard !span.isEmpty else { return }
        let day = purchase.zone.day(of: span.lowerBound)
        let known = wantedSpans[day] ?? span
        wantedSpans[day] =
            min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound)
    }

    mutating func read() throws {
        let places = wantedDays.indices.filter { wantedDays[$0] != nil }
        let keys = places.compactMap { place in
            wantedDays[place].map { days in
                (PolicySums.Key(PolicyWindow.Scope.all[place], of: purchase), days)
            }
        }
        let household = purchase.household
        for found in try PolicySums.find(keys, of: household, in: session) {
            sums[places[found.place]].append((found.day, found.sums))
        }
        let seen = try PolicyMoments.seen(
            by: purchase.member,
            inCategory: purchase.category,
            atMerchant: purchase.merchantKey,
            of: household,
            Array(wantedSpans.values),
            in: session
        )
        for moment in seen {
            moments[purchase.zone.day(of: moment.at), default: []].append(moment)
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
        if let rest = parts.rest { value -= sum(of: window, rest) }
        return value
    }

    private func sum(of window: PolicyWindow, _ span: Range<Timestamp>) -> Int64 {
        guard !span.isEmpty, let moments = moments[purchase.zone.day(of: span.lowerBound)] else {
            return 0
        }
        return moments.reduce(0) { sum, moment in
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

extension PolicySums.Key {
    /// The key of a scope for a purchase.
    fileprivate init(_ scope: PolicyWindow.Scope, of purchase: PolicyWindows.Purchase) {
        self.init(
            member: scope.isOfHousehold ? nil : purchase.member,
            category: scope.isOfCategory ? purchase.category : nil,
            merchantKey: scope.isOfMerchant ? purchase.merchantKey : nil
        )
    }
}
