import Contract
import Insights
import Kernel
import Store

extension API.Insights.AnalyticsSummaryResponse {
    /// What is answered of a month.
    ///
    /// - Throws: `DatabaseError` `corrupt` when the latest highlight is no highlight.
    init(
        _ month: AnalysedMonth,
        _ highlight: Highlight,
        latest: StoredHighlight?,
        _ call: Call
    ) throws {
        let (summary, currency) = (month.summary, month.currency)
        let amount = { (minor: Int64) in DecimalAmount(Money(minor: minor, currency: currency)) }
        self.init(
            month: WireMonth(summary.month),
            totals: API.Insights.AnalyticsTotals(
                income: amount(summary.incomeMinor),
                expense: amount(summary.expenseMinor),
                net: amount(summary.netMinor)
            ),
            byCategory: summary.byCategory.map { share in
                API.Insights.AnalyticsCategory(
                    category: share.category,
                    amount: amount(share.amountMinor),
                    percentage: DecimalAmount(minor: share.basisPoints)
                )
            },
            topMerchants: summary.topMerchants.map { total in
                API.Insights.AnalyticsMerchant(
                    merchant: total.merchant,
                    amount: amount(total.amountMinor),
                    transactionCount: Int64(total.transactionCount)
                )
            },
            anomalies: month.anomalies.map { API.Insights.AnomalyInsight($0, in: currency) },
            aiHighlight: API.Insights.AiHighlight(highlight),
            latestHighlight: try latest.map { stored in
                API.Insights.LatestHighlight(
                    month: WireMonth(stored.month),
                    highlight: API.Insights.AiHighlight(try Highlight(stored))
                )
            },
            safeToSpend: API.Insights.SafeToSpend(month.safe, in: currency),
            traceID: call.trace
        )
    }
}

extension API.Insights.AnomalyInsight {
    fileprivate init(_ anomaly: AnomalyInsight, in currency: Currency) {
        let (row, score) = (anomaly.row, anomaly.score)
        self.init(
            transactionID: row.id,
            method: API.Insights.AnomalyMethod(score.method),
            amount: DecimalAmount(Money(minor: row.amountMinor, currency: currency)),
            deltaAmount: DecimalAmount(Money(minor: score.deltaMinor, currency: currency)),
            budgetImpactPercent: DecimalAmount(minor: score.impactBasisPoints),
            occurredAt: WireTimestamp(row.instant),
            merchantName: row.merchant
        )
    }
}

extension API.Insights.AiHighlight {
    fileprivate init(_ highlight: Highlight) {
        let sentiment: API.Insights.HighlightSentiment =
            switch highlight.sentiment {
            case .positive: .positive
            case .neutral: .neutral
            case .negative: .negative
            }
        self.init(
            title: highlight.title,
            summary: highlight.summary,
            sentiment: sentiment,
            recommendations: highlight.recommendations
        )
    }
}

extension API.Insights.SafeToSpend {
    /// What is safe to spend, in an answer.
    init(_ safe: SafeToSpend, in currency: Currency) {
        let amount = { (minor: Int64) in DecimalAmount(Money(minor: minor, currency: currency)) }
        self.init(
            cycleStart: WireDay(safe.cycle.start),
            cycleEnd: WireDay(safe.cycle.end),
            safeToSpendToday: amount(safe.safeToSpendTodayMinor),
            hardCap: amount(safe.hardCapMinor),
            dailyBase: amount(safe.dailyBaseMinor),
            dailyAdjusted: amount(safe.dailyAdjustedMinor),
            rollToday: amount(safe.rollTodayMinor),
            paceRatio: Ratio(decimals: safe.paceRatio),
            adjustmentFactor: Ratio(decimals: safe.adjustmentFactor),
            daysRemaining: Int64(safe.daysRemaining),
            variableBudget: amount(safe.variableBudgetMinor),
            variableSpent: amount(safe.variableSpentMinor),
            remainingVariableBudget: amount(safe.remainingVariableBudgetMinor),
            danger: safe.isInDanger,
            notes: safe.notes.map(\.rawValue)
        )
    }
}

extension Ratio {
    /// A ratio that has four decimals already; one too large to be written is the largest that can
    /// be.
    fileprivate init(decimals: Double) {
        let tenThousandths = (decimals * 10_000).rounded()
        self.init(Int64(exactly: tenThousandths) ?? .max, of: 10_000)
    }
}

extension Highlight {
    /// What was stored.
    ///
    /// - Throws: `DatabaseError` `corrupt` when its sentiment is unknown.
    init(_ stored: StoredHighlight) throws {
        self.init(
            title: stored.title,
            summary: stored.summary,
            sentiment: try Sentiment(rawValue: stored.sentiment)
                .orCorrupt("a highlight has no known sentiment"),
            recommendations: stored.recommendations
        )
    }
}

extension StoredHighlight {
    /// A highlight to be stored for a month, with the facts that it was written from.
    init(_ highlight: Highlight, of month: CivilMonth, _ fingerprint: FactsFingerprint) {
        self.init(
            month: month,
            fingerprint: fingerprint.text,
            title: highlight.title,
            summary: highlight.summary,
            sentiment: highlight.sentiment.rawValue,
            recommendations: highlight.recommendations
        )
    }
}
