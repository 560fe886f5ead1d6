public import Contract
public import Kernel
public import Observation

/// A month: what came in and went out, what stands out, and what is safe to spend today.
@MainActor
@Observable
public final class MonthModel {
    /// The month that is shown.
    public private(set) var month: CivilMonth

    @ObservationIgnored private var watch: SessionWatch?
    private let content: Content<API.Insights.AnalyticsSummaryResponse>
    private let action: ModelAction

    /// Makes a model of a month, such as the one of `Date()`.
    public init(_ purser: Purser, month: CivilMonth) {
        self.month = month
        content = Content(purser)
        action = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The month's figures.
    public var phase: Phase<API.Insights.AnalyticsSummaryResponse> { content.phase }
    /// Whether a highlight is written now.
    public var isWritingHighlight: Bool { action.isRunning }
    /// Why no highlight was written; `nil` when one was.
    public var error: PurserError? { action.error }

    /// Asks for the month; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the month, while what is shown stays.
    public func refresh() async { await load(reload: true) }

    /// Shows another month.
    public func show(_ month: CivilMonth) async {
        if month != self.month {
            self.month = month
            forget()
        }
        await load()
    }

    /// Shows the month before, if the calendar has one.
    public func showPrevious() async { await show(monthsLater: -1) }

    /// Shows the month after, if the calendar has one.
    public func showNext() async { await show(monthsLater: 1) }

    /// Has the language model write the month's highlight; where nothing changed since it did, or
    /// the server has none, the highlight stays what it is.
    ///
    /// - Returns: Whether the highlight is as new as can be; if not ``error`` says why, unless one
    ///   was being written or another month is shown meanwhile.
    @discardableResult
    public func writeHighlight() async -> Bool {
        let month = month
        let summary = await action.run("highlight \(month.text)") { purser in
            try await purser.call(
                API.Insights.monthlySummary,
                .init(month: WireMonth(month), generateAi: true)
            )
        }
        guard let summary, month == self.month else { return false }
        await content.load(reload: true) { _ in summary }
        return true
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }

    private func show(monthsLater count: Int) async {
        let other = month.adding(months: count)
        // What cannot be written down is in no calendar of the server's.
        guard CivilMonth(other.text) == other else { return }
        await show(other)
    }

    private func load(reload: Bool) async {
        await content.load(reload: reload) { [month] purser in
            try await purser.call(
                API.Insights.monthlySummary,
                .init(month: WireMonth(month))
            )
        }
    }

    private func forget() {
        content.reset()
        action.reset()
    }
}
