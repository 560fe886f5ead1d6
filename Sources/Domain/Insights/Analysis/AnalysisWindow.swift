public import Kernel

/// The days that a list or an analysis is about.
public struct AnalysisWindow: Sendable, Hashable {
    /// The month that was asked for; `nil` when days ruled or nothing was said.
    public let month: CivilMonth?
    /// The first day; `nil` when the window is open there.
    public let first: CivilDay?
    /// The day after the last one; `nil` when the window is open there, or no such day can be
    /// written.
    public let end: CivilDay?

    /// Everything there is.
    public static let everything = Self(month: nil, first: nil, end: nil)

    /// One month.
    public init(month: CivilMonth) {
        self.init(month: month, first: month.firstDay, end: Self.day(after: month.lastDay))
    }

    /// Reads what a caller says.
    ///
    /// - Parameters:
    ///   - month: `YYYY-MM`. It rules when neither of the others is there, but is checked anyway.
    ///   - from: `YYYY-MM` or `YYYY-MM-DD`; the first day of it begins the window.
    ///   - to: The same; the last day of it ends the window.
    /// - Throws: ``WindowRefusal`` with everything that is wrong.
    public init(month: String?, from: String?, to: String?) throws(WindowRefusal) {
        var faults: [WindowRefusal.Fault] = []
        let asked = month.flatMap { CivilMonth($0) }
        if month != nil, asked == nil { faults.append(.init(.month, .malformedMonth)) }
        let first = from.flatMap { Self.span(of: $0)?.lowerBound }
        if from != nil, first == nil { faults.append(.init(.from, .malformed)) }
        let last = to.flatMap { Self.span(of: $0)?.upperBound }
        if to != nil, last == nil { faults.append(.init(.to, .malformed)) }
        if let first, let last, last < first { faults.append(.init(.to, .beforeFrom)) }
        guard faults.isEmpty else { throw WindowRefusal(faults: faults) }
        if let asked, from == nil, to == nil {
            self.init(month: asked)
        } else {
            self.init(month: nil, first: first, end: last.flatMap(Self.day(after:)))
        }
    }

    private init(month: CivilMonth?, first: CivilDay?, end: CivilDay?) {
        self.month = month
        self.first = first
        self.end = end
    }

    /// Whether a day lies in it.
    public func contains(_ day: CivilDay) -> Bool {
        if let first, day < first { return false }
        if let end, day >= end { return false }
        return true
    }

    /// The next day; `nil` after 9999-12-31, because years have four digits.
    private static func day(after day: CivilDay) -> CivilDay? {
        let next = day.adding(days: 1)
        return next.month.year > 9_999 ? nil : next
    }

    /// The days that a text names: one, or those of a month.
    private static func span(of text: String) -> ClosedRange<CivilDay>? {
        if let month = CivilMonth(text) { return month.firstDay...month.lastDay }
        return CivilDay(text).map { $0...$0 }
    }
}
