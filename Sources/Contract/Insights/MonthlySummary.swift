import Kernel

extension API.Insights {
    /// Which month to sum up.
    public struct AnalyticsSummaryRequest: WireInput, Equatable {
        /// The month.
        public let month: WireMonth
        /// Whether its highlight is written anew by the language model; `false` when left out.
        public let generateAi: Bool?

        /// Makes a request.
        public init(month: WireMonth, generateAi: Bool? = nil) {
            self.month = month
            self.generateAi = generateAi
        }
    }

    /// What happened in a month, what stands out, and what is safe to spend today.
    public struct AnalyticsSummaryResponse: Codable, Sendable, Equatable {
        /// The month.
        public let month: WireMonth
        /// What came in and went out.
        public let totals: AnalyticsTotals
        /// The categories for which most went out, the largest first; 8 at most.
        public let byCategory: [AnalyticsCategory]
        /// The merchants to which most went, the largest first; 5 at most.
        public let topMerchants: [AnalyticsMerchant]
        /// The expenses that stand out, the newest first.
        public let anomalies: [AnomalyInsight]
        /// The month in a few sentences.
        public let aiHighlight: AiHighlight
        /// The highlight of the latest month for which one is stored, if there is any.
        public let latestHighlight: LatestHighlight?
        /// What is safe to spend today, whatever the month is.
        public let safeToSpend: SafeToSpend
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            month: WireMonth,
            totals: AnalyticsTotals,
            byCategory: [AnalyticsCategory],
            topMerchants: [AnalyticsMerchant],
            anomalies: [AnomalyInsight],
            aiHighlight: AiHighlight,
            latestHighlight: LatestHighlight? = nil,
            safeToSpend: SafeToSpend,
            traceID: String
        ) {
            self.month = month
            self.totals = totals
            self.byCategory = byCategory
            self.topMerchants = topMerchants
            self.anomalies = anomalies
            self.aiHighlight = aiHighlight
            self.latestHighlight = latestHighlight
            self.safeToSpend = safeToSpend
            self.traceID = traceID
        }
    }

    /// Sums up a month of the caller, and finds what is safe to spend today.
    public static let monthlySummary = Endpoint<
        AnalyticsSummaryRequest, AnalyticsSummaryResponse
    >(
        "monthlySummary",
        .get,
        "/analytics/summary",
        "Sums up a month: totals, what stands out, a highlight, and what is safe to spend today.",
        selector: "month",
        access: .member,
        surface: .insights,
        refusals: [.modelUnavailable],
        example: AnalyticsSummaryRequest(month: .example, generateAi: false),
        answers: .example,
        keeps: .analytics,
        outdates: .ownRoom
    )
}

extension API.Insights.AnalyticsSummaryResponse {
    static let example = Self(
        month: .example,
        totals: API.Insights.AnalyticsTotals(
            income: DecimalAmount(minor: 840_625),
            expense: DecimalAmount(minor: -431_779),
            net: DecimalAmount(minor: 408_846)
        ),
        byCategory: [
            API.Insights.AnalyticsCategory(
                category: "Housing",
                amount: DecimalAmount(minor: -185_000),
                percentage: DecimalAmount(minor: 4_285)
            )
        ],
        topMerchants: [
            API.Insights.AnalyticsMerchant(
                merchant: "Oakwood Apartments",
                amount: DecimalAmount(minor: -185_000),
                transactionCount: 1
            )
        ],
        anomalies: [
            API.Insights.AnomalyInsight(
                transactionID: ID(RawID(high: 0x0194_4B1E_7A40_7C41, low: 0x8F5E_7F0A_6F1F_2B51)),
                method: .zScore,
                amount: DecimalAmount(minor: -185_000),
                deltaAmount: DecimalAmount(minor: 179_580),
                budgetImpactPercent: DecimalAmount(minor: 4_285),
                occurredAt: WireTimestamp(Timestamp(seconds: 1_746_230_400)),
                merchantName: "Oakwood Apartments"
            )
        ],
        aiHighlight: .example,
        latestHighlight: API.Insights.LatestHighlight(month: .example, highlight: .example),
        safeToSpend: .example,
        traceID: API.Insights.exampleTrace
    )
}

extension API.Insights.AiHighlight {
    static let example = Self(
        title: "$4,088.46 ahead in May 2025",
        summary: "Income was $8,406.25 and spending $4,317.79: $4,088.46 is left.",
        sentiment: .positive,
        recommendations: ["Consider putting a part of $4,088.46 aside."]
    )
}

extension API.Insights.SafeToSpend {
    static let example = Self(
        cycleStart: WireDay(CivilDay(dayNumber: 20_103)),
        cycleEnd: WireDay(CivilDay(dayNumber: 20_116)),
        safeToSpendToday: DecimalAmount(minor: 5_000),
        hardCap: DecimalAmount(minor: 500_000),
        dailyBase: DecimalAmount(minor: 5_000),
        dailyAdjusted: DecimalAmount(minor: 5_000),
        rollToday: DecimalAmount(minor: 0),
        paceRatio: Ratio(1, of: 1),
        adjustmentFactor: Ratio(1, of: 1),
        daysRemaining: 9,
        variableBudget: DecimalAmount(minor: 70_000),
        variableSpent: DecimalAmount(minor: 25_000),
        remainingVariableBudget: DecimalAmount(minor: 45_000),
        danger: false,
        notes: []
    )
}
