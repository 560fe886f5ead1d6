public import Kernel

/// A sum or a number of what a member or a household did in a span of time up to now.
///
/// Equal windows are one, and are read once.
public struct PolicyWindow: Sendable, Hashable {
    /// How far it reaches back.
    public enum Span: Sendable, Hashable {
        /// Today, in the household's time zone.
        case day
        /// This week, from Monday.
        case week
        /// This month.
        case month
        /// So many times 60 minutes before now, exact to the millisecond; now is not in it.
        case hours(Int64)
    }

    /// Whose and where.
    public struct Scope: Sendable, Hashable {
        /// Whether everybody's of the household count, and not the member's alone.
        public let isOfHousehold: Bool
        /// Whether only those in the purchase's category count.
        public let isOfCategory: Bool
        /// Whether only those at the purchase's merchant count.
        public let isOfMerchant: Bool

        /// Makes a scope; of all that the member does unless said.
        public init(
            isOfHousehold: Bool = false,
            isOfCategory: Bool = false,
            isOfMerchant: Bool = false
        ) {
            self.isOfHousehold = isOfHousehold
            self.isOfCategory = isOfCategory
            self.isOfMerchant = isOfMerchant
        }
    }

    /// What counts.
    public enum Subject: String, Sendable, CaseIterable {
        /// Posted and pending movements of the ledger that are spending.
        case purchases
        /// Decisions that approved.
        case approvals
        /// Decisions that declined.
        case declines
    }

    /// What is made of it.
    public enum Measure: String, Sendable, CaseIterable {
        /// The sum of the amounts, in minor units.
        case sum
        /// How many there are.
        case count
    }

    /// How far it reaches back.
    public let span: Span
    /// Whose and where.
    public let scope: Scope
    /// What counts.
    public let subject: Subject
    /// What is made of it.
    public let measure: Measure

    /// Makes a window.
    public init(span: Span, scope: Scope, subject: Subject, measure: Measure) {
        self.span = span
        self.scope = scope
        self.subject = subject
        self.measure = measure
    }
}

extension PolicyWindow {
    /// What of the past is in a window.
    public enum Extent: Sendable, Equatable {
        /// Whole days; the last is today, of which what is dated later counts already.
        case days(ClosedRange<CivilDay>)
        /// From the first instant up to the last one, which is not in it.
        case instants(Range<Timestamp>)
    }

    /// What is in the window at an instant.
    public func extent(until now: Timestamp, in zone: Zone) -> Extent {
        let today = zone.day(of: now)
        return switch span {
        case .day: .days(today...today)
        case .week: .days(today.adding(days: -today.weekday)...today)
        case .month: .days(today.month.firstDay...today)
        case .hours(let hours): .instants(now.adding(seconds: -hours * 3_600)..<now)
        }
    }
}
