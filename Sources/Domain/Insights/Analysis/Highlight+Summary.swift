public import Kernel

extension Highlight {
    /// The text that needs no language model: every figure in it is one of the summary's.
    ///
    /// - Parameters:
    ///   - summary: The month.
    ///   - currency: What its amounts are in.
    public init(of summary: MonthlySummary, currency: Currency) {
        guard summary.count > 0 else {
            self.init(
                title: "No activity",
                summary: "There are no transactions in \(summary.month.name).",
                sentiment: .neutral,
                recommendations: []
            )
            return
        }
        let text = HighlightText(summary: summary, currency: currency)
        self.init(
            title: text.title,
            summary: text.summaryText,
            sentiment: text.sentiment,
            recommendations: [text.advice] + [text.check].compactMap(\.self)
        )
    }
}

/// The sentences about a month with transactions.
private struct HighlightText {
    let summary: MonthlySummary
    let currency: Currency

    /// The anomaly from which on there is something to check, in major units.
    private static let checkedMajor: Int64 = 500

    var title: String {
        let net = money(summary.netMinor)
        return switch summary.netMinor.signum() {
        case 1: "\(net) ahead in \(summary.month.name)"
        case -1: "\(net) behind in \(summary.month.name)"
        default: "Even in \(summary.month.name)"
        }
    }

    var summaryText: String {
        let income = money(summary.incomeMinor)
        let spending = money(summary.expenseMinor)
        let net = money(summary.netMinor)
        let outcome =
            switch summary.netMinor.signum() {
            case 1: "\(net) is left"
            case -1: "\(net) more went out than came in"
            default: "nothing is left and nothing is missing"
            }
        return "Income was \(income) and spending \(spending): \(outcome). \(outlier)"
    }

    var sentiment: Highlight.Sentiment {
        if summary.netMinor >= 0 { return .positive }
        let isSmall = Int128(summary.netMinor) * -10 <= Int128(summary.incomeMinor)
        return isSmall ? .neutral : .negative
    }

    var advice: String {
        let net = money(summary.netMinor)
        switch summary.netMinor.signum() {
        case 1: return "Consider putting a part of \(net) aside."
        case -1:
            let most = summary.byCategory.first
            let place = most.map { " \($0.category) is the largest part of it." } ?? ""
            return "Bring spending down by \(net) to break even.\(place)"
        default: return "Spend a little less next month to put something aside."
        }
    }

    /// What there is to check; `nil` when no anomaly is large enough.
    var check: String? {
        guard let largest,
            Int128(largest.row.amountMinor.magnitude) > currency.minor(ofMajor: Self.checkedMajor)
        else { return nil }
        return "Check the \(money(largest.row.amountMinor)) at \(largest.row.merchant)."
    }

    private var outlier: String {
        guard let largest else { return "No expense stands out." }
        let amount = money(largest.row.amountMinor)
        return "\(amount) at \(largest.row.merchant) on \(largest.row.day.text) stands out."
    }

    /// The largest of what stands out; the newest of equals.
    private var largest: AnomalyInsight? {
        summary.anomalies.reduce(nil) { largest, next in
            guard let largest else { return next }
            return next.row.amountMinor < largest.row.amountMinor ? next : largest
        }
    }

    /// The amount without its sign, which the sentence around it tells.
    private func money(_ minor: Int64) -> String {
        Money(minor: Int64(clamping: minor.magnitude), currency: currency).display
    }
}
