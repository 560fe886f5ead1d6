public import Kernel

/// The days of which transactions are listed, the newest first.
///
/// A month, unless days are typed: these where both are and they are a year at most, else one month
/// of them after the other, so that no list is longer to sum up than that.
public struct ListPeriod: Sendable, Equatable {
    /// The first day.
    public let first: CivilDay
    /// The last day.
    public let last: CivilDay
    /// The month that is shown; `nil` where it is other days.
    public let month: CivilMonth?
    /// The month before, where the days go on there.
    let earlier: CivilMonth?
    /// The month after, where the days go on there.
    let later: CivilMonth?

    private static let daysMost = 366

    /// What is wrong with the days that were typed, by the endpoint's names of them.
    public static func problems(_ search: TransactionSearch) -> [String: String] {
        var problems: [String: String] = [:]
        for (field, text) in [("from", search.from), ("to", search.to)]
        where !text.isEmpty && CivilDay(text) == nil {
            problems[field] = "must be a day, such as 2026-11-24"
        }
        if let from = CivilDay(search.from), let to = CivilDay(search.to), to < from {
            problems["to"] = "must not be before the first day"
        }
        return problems
    }

    /// Finds the days; what is no day is left out.
    public init(of search: TransactionSearch, today: CivilDay) {
        let (from, to) = (CivilDay(search.from), CivilDay(search.to))
        if search.month == nil, let from, let to, from <= to,
            to.dayNumber - from.dayNumber < Self.daysMost
        {
            let isMonth = from == from.month.firstDay && to == from.month.lastDay
            (first, last) = (from, to)
            month = isMonth ? from.month : nil
            earlier = isMonth ? from.month.adding(months: -1) : nil
            later = isMonth && from.month < today.month ? from.month.adding(months: 1) : nil
            return
        }
        let asked = search.month ?? min(to?.month ?? today.month, today.month)
        let least = from?.month ?? asked
        let month = min(max(asked, least), max(to?.month ?? asked, least))
        self.month = month
        first = max(from ?? month.firstDay, month.firstDay)
        last = max(min(to ?? month.lastDay, month.lastDay), first)
        earlier = from.map { $0.month < month } ?? true ? month.adding(months: -1) : nil
        later = month < min(to?.month ?? today.month, today.month) ? month.adding(months: 1) : nil
    }

    /// Whether it is all of its month.
    public var isWholeMonth: Bool { first == month?.firstDay && last == month?.lastDay }

    /// What it is called.
    func name(_ format: PageFormat) -> String {
        if let month, isWholeMonth { return format.month(month) }
        return first == last
            ? format.day(first) : "\(format.day(first)) to \(format.day(last))"
    }
}

extension TransactionSearch {
    /// The same of another month, from its beginning.
    func of(_ month: CivilMonth) -> TransactionSearch {
        fromStart { search in
            // Days that were one month give way to another one.
            if let from = CivilDay(search.from), let to = CivilDay(search.to),
                from == from.month.firstDay, to == from.month.lastDay
            {
                (search.from, search.to) = ("", "")
            }
            search.month = month
        }
    }
}
