import Guardian
import Kernel
import SQL
import Store

/// How windows are read for a purchase that is asked about.
extension PolicyWindows {
    /// What each window of policies has, without the purchase itself.
    ///
    /// Whole days are read from sums, at most one range of days for each of the eight keys that a
    /// window may be of; the parts of days at both ends of a rolling window from the moments in
    /// them, each range once.
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

/// What is read for the windows of one purchase: sums of days by scope, and moments of parts of days.
private struct WindowReading {
    /// What a window takes together.
    struct Parts {
        /// The place of the window's scope among all eight.
        let place: Int
        /// Whole days.
        let days: ClosedRange<CivilDay>?
        /// Parts of days.
        let ends: [Range<Timestamp>]
    }

    private typealias DaySums = (day: CivilDay, sums: PolicySums.Sums)

    private let purchase: PolicyWindows.Purchase
    private let session: any Session
    private let today: CivilDay
    private let todayStart: Timestamp

    /// By the place of a scope.
    private var wantedDays: [ClosedRange<CivilDay>?]
    private var sums: [[DaySums]]
    /// For each day that parts are wanted of, what of it is.
    private var wantedEnds: [CivilDay: Range<Timestamp>] = [:]
    private var moments: [CivilDay: [SeenMoment]] = [:]

    init(of purchase: PolicyWindows.Purchase, in session: any Session) {
        self.purchase = purchase
        self.session = session
        today = purchase.zone.day(of: purchase.now)
        todayStart = purchase.zone.start(of: today)
        wantedDays = Array(repeating: nil, count: PolicyWindow.Scope.all.count)
        sums = Array(repeating: [], count: PolicyWindow.Scope.all.count)
    }

    func parts(of window: PolicyWindow) -> Parts {
        let place = window.scope.place
        switch window.extent(until: purchase.now, in: purchase.zone) {
        case .days(let days): return Parts(place: place, days: days, ends: [])
        case .instants(let instants): return parts(of: place, instants)
        }
    }

    /// A rolling window as whole days with the parts of days before and after them.
    private func parts(of place: Int, _ instants: Range<Timestamp>) -> Parts {
        let first = purchase.zone.day(of: instants.lowerBound)
        guard first < today else { return Parts(place: place, days: nil, ends: [instants]) }
        let next = first.adding(days: 1)
        let ends = [
            instants.lowerBound..<max(instants.lowerBound, purchase.zone.start(of: next)),
            min(todayStart, purchase.now)..<purchase.now,
        ]
        let days = next < today ? next...today.adding(days: -1) : nil
        return Parts(place: place, days: days, ends: ends)
    }

    mutating func want(_ parts: Parts) {
        if let days = parts.days {
            let known = wantedDays[parts.place] ?? days
            wantedDays[parts.place] =
                min(known.lowerBound, days.lowerBound)...max(known.upperBound, days.upperBound)
        }
        for end in parts.ends where !end.isEmpty {
            let day = purchase.zone.day(of: end.lowerBound)
            let known = wantedEnds[day] ?? end
            wantedEnds[day] =
                min(known.lowerBound, end.lowerBound)..<max(known.upperBound, end.upperBound)
        }
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
        let spans = Array(wantedEnds.values)
        for moment in try PolicyMoments.list(of: household, spans, in: session) {
            let day = purchase.zone.day(of: moment.at)
            moments[day, default: []].append(SeenMoment(moment, from: purchase))
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
        for end in parts.ends where !end.isEmpty {
            for moment in moments[purchase.zone.day(of: end.lowerBound)] ?? []
            where end.contains(moment.at) && moment.subject == window.subject
                && moment.isIn(window.scope)
            {
                value += isSum ? moment.amountMinor : 1
            }
        }
        return value
    }
}

/// A moment as a purchase sees it: which of the scopes hold both.
private struct SeenMoment {
    let at: Timestamp
    let amountMinor: Int64
    let subject: PolicyWindow.Subject
    private let isOfMember: Bool
    private let isInCategory: Bool
    private let isAtMerchant: Bool

    init(_ moment: PolicyMoment, from purchase: PolicyWindows.Purchase) {
        at = moment.at
        amountMinor = moment.amountMinor
        subject = moment.subject
        isOfMember = moment.member == purchase.member
        isInCategory = moment.category == purchase.category
        isAtMerchant = moment.merchantKey == purchase.merchantKey
    }

    func isIn(_ scope: PolicyWindow.Scope) -> Bool {
        (scope.isOfHousehold || isOfMember) && (!scope.isOfCategory || isInCategory)
            && (!scope.isOfMerchant || isAtMerchant)
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
