public import Kernel

/// How long the periods of a trend are.
public enum TrendGranularity: String, Sendable, CaseIterable {
    /// Days.
    case day = "DAY"
    /// Weeks from Monday to Sunday, called by the Monday.
    case week = "WEEK"
    /// Months.
    case month = "MONTH"
    /// Quarters, called `2025-Q1`.
    case quarter = "QUARTER"

    /// The granularity for a span of days, both ends counted.
    ///
    /// Source of the bounds: the contract of Insights, section 3.
    init(days: Int) {
        self =
            switch days {
            case ...31: .day
            case ...120: .week
            case ...730: .month
            default: .quarter
            }
    }

    /// What the period is called in which a day lies.
    ///
    /// Names sort as the periods do.
    public func period(of day: CivilDay) -> String {
        switch self {
        case .day: return day.text
        case .week: return day.adding(days: -day.weekday).text
        case .month: return day.month.text
        case .quarter:
            let month = day.month
            return "\(month.text.prefix(4))-Q\((month.month + 2) / 3)"
        }
    }
}
