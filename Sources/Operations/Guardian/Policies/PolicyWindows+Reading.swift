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

/// What is read for the windows of one purchase: sums of days by key, and moments of parts of days.
private struct WindowReading {
    /// What a window takes together.
    struct Parts {
        let key: PolicySums.Key
        /// Whole days.
        let days: ClosedRange<CivilDay>?
        /// Parts of days.
        let ends: [Range<Timestamp>]
    }

    private let purchase: PolicyWindows.Purchase
    private let session: any Session
    private let today: CivilDay
    private let todayStart: Timestamp

    private var wantedDays: [PolicySums.Key: ClosedRange<CivilDay>] = [:]
    /// For each day that parts are wanted of, what of it is.
    private var wantedEnds: [CivilDay: Range<Timestamp>] = [:]
    private var sums: [PolicySums.Key: [(day: CivilDay, sums: PolicySums.Sums)]] = [:]
    private var moments: [CivilDay: [PolicyMoment]] = [:]

    init(of purchase: PolicyWindows.Purchase, in session: any Session) {
        self.purchase = purchase
        self.session = session
        today = purchase.zone.day(of: purchase.now)
        todayStart = purchase.zone.start(of: today)
    }

    func parts(of window: PolicyWindow) -> Parts {
        let scope = window.scope
        let key = PolicySums.Key(
            member: scope.isOfHousehold ? nil : purchase.member,
            category: scope.isOfCategory ? purchase.category : nil,
            merchantKey: scope.isOfMerchant ? purchase.merchantKey : nil
        )
        switch window.extent(until: purchase.now, in: purchase.zone) {
        case .days(let days): return Parts(key: key, days: days, ends: [])
        case .instants(let instants): return parts(of: key, instants)
        }
    }

    /// A rolling window as whole days with the parts of days before and after them.
    private func parts(of key: PolicySums.Key, _ instants: Range<Timestamp>) -> Parts {
        let first = purchase.zone.day(of: instants.lowerBound)
        guard first < today else { return Parts(key: key, days: nil, ends: [instants]) }
        let next = first.adding(days: 1)
        let ends = [
            instants.lowerBound..<max(instants.lowerBound, purchase.zone.start(of: next)),
            min(todayStart, purchase.now)..<purchase.now,
        ]
        let days = next < today ? next...today.adding(days: -1) : nil
        return Parts(key: key, days: days, ends: ends)
    }

    mutating func want(_ parts: Parts) {
        if let days = parts.days {
            let known = wantedDays[parts.key] ?? days
            wantedDays[parts.key] =
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
        for (key, days) in wantedDays {
            sums[key] = try PolicySums.find(key, on: days, of: purchase.household, in: session)
        }
        for (day, instants) in wantedEnds {
            moments[day] = try PolicyMoments.list(of: purchase.household, instants, in: session)
        }
    }

    func value(of window: PolicyWindow, _ parts: Parts) -> Int64 {
        let isSum = window.measure == .sum
        var value: Int64 = 0
        if let days = parts.days {
            for (day, sums) in sums[parts.key] ?? [] where days.contains(day) {
                value += isSum ? sums.minor(window.subject) : sums.count(window.subject)
            }
        }
        for end in parts.ends where !end.isEmpty {
            for moment in moments[purchase.zone.day(of: end.lowerBound)] ?? []
            where end.contains(moment.at) && moment.subject == window.subject
                && parts.key.holds(moment)
            {
                value += isSum ? moment.amountMinor : 1
            }
        }
        return value
    }
}

extension PolicySums.Key {
    /// Whether a moment is summed under the key.
    fileprivate func holds(_ moment: PolicyMoment) -> Bool {
        (member == nil || member == moment.member)
            && (category == nil || category == moment.category)
            && (merchantKey == nil || merchantKey == moment.merchantKey)
    }
}
