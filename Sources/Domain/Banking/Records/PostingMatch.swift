public import Kernel

/// Tells which posted records are pending ones that their bank withdrew without naming them.
///
/// A posted record is a pending one of the same payee, no more than ``Limits/bankPostingDays`` days
/// later, and of the same amount; where tips are usual, of an amount that is more by a tip.
public struct PostingMatch: Sendable {
    /// A record as it is compared.
    public struct Side: Sendable, Equatable {
        /// Minor units; above zero for money that comes in.
        public let amountMinor: Int64
        /// The day.
        public let day: CivilDay
        /// The payee in the form of ``StatementMatching/normalised(_:)``.
        public let payee: String
        /// A code of the catalogue, where it is known.
        public let category: String?

        /// Makes a side.
        public init(amountMinor: Int64, day: CivilDay, payee: String, category: String?) {
            self.amountMinor = amountMinor
            self.day = day
            self.payee = payee
            self.category = category
        }
    }

    private struct Pair {
        let pending: Int
        let posted: Int
        let moreMinor: Int64
        let days: Int
    }

    /// By how many percent a posting may be more than what was reserved, by code.
    ///
    /// Source: what guests in the United States add on paper after the card was checked; card
    /// networks let a restaurant or a taxi post up to that without asking anew.
    static let tipPercents: [String: Int64] = [
        "FOOD_AND_DRINK_RESTAURANT": 30, "FOOD_AND_DRINK_COFFEE": 30,
        "FOOD_AND_DRINK_FAST_FOOD": 30, "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR": 30,
        "FOOD_AND_DRINK_OTHER_FOOD_AND_DRINK": 30, "TRANSPORTATION_TAXIS_AND_RIDE_SHARES": 30,
        "PERSONAL_CARE_HAIR_AND_BEAUTY": 30, "TRAVEL_LODGING": 20,
    ]

    /// Pairs posted records with pending ones, each at most once.
    ///
    /// The nearest amounts are paired first, of those the nearest days, then the first of each.
    ///
    /// - Returns: For each posted record the place of its pending one.
    /// - Complexity: O(*n* × *m*).
    public static func pairs(_ pending: [Side], _ posted: [Side]) -> [Int?] {
        var pairs: [Pair] = []
        for (place, later) in posted.enumerated() {
            for (first, earlier) in pending.enumerated() {
                guard let more = moreMinor(earlier, later) else { continue }
                let days = later.day.dayNumber - earlier.day.dayNumber
                pairs.append(Pair(pending: first, posted: place, moreMinor: more, days: days))
            }
        }
        pairs.sort {
            ($0.moreMinor, $0.days, $0.pending, $0.posted)
                < ($1.moreMinor, $1.days, $1.pending, $1.posted)
        }
        var matches = [Int?](repeating: nil, count: posted.count)
        var taken: Set<Int> = []
        for pair in pairs where matches[pair.posted] == nil && !taken.contains(pair.pending) {
            matches[pair.posted] = pair.pending
            taken.insert(pair.pending)
        }
        return matches
    }

    /// By how much a posted record is more than the pending one that it may be.
    ///
    /// Returns `nil` when it cannot be that one.
    static func moreMinor(_ pending: Side, _ posted: Side) -> Int64? {
        guard pending.payee == posted.payee, !posted.payee.isEmpty,
            (0...Limits.bankPostingDays).contains(posted.day.dayNumber - pending.day.dayNumber)
        else { return nil }
        if pending.amountMinor == posted.amountMinor { return 0 }
        guard pending.amountMinor < 0, posted.amountMinor < pending.amountMinor,
            let percent = (posted.category ?? pending.category).flatMap({ tipPercents[$0] })
        else { return nil }
        let more = pending.amountMinor - posted.amountMinor
        return more <= -pending.amountMinor * percent / 100 ? more : nil
    }
}
