import Kernel

extension API.Guardian {
    /// How far back to look; the end is now.
    public enum AnalyticsRange: String, Codable, Sendable, CaseIterable, WireEnum {
        /// 7 times 24 hours.
        case week = "7d"
        /// 30 times 24 hours.
        case month = "30d"
        /// 90 times 24 hours.
        case quarter = "90d"
        /// From the first of the month, in the household's zone.
        case monthToDate = "mtd"
    }

    /// Whose purchases to look at, and how far back.
    public struct AnalyticsRequest: WireInput, SnakeCaseKeys, Equatable {
        /// How far back; 30 days when left out.
        public let range: AnalyticsRange?
        /// The child; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(range: AnalyticsRange? = nil, userID: MemberReference? = nil) {
            self.range = range
            self.userID = userID
        }
    }

    /// What a member spent and asked for within a range.
    public struct Summary: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The range as instants.
        public let range: SummaryRange
        /// The purchases, in cents.
        public let spendCents: Int64
        /// How many purchases.
        public let chargeCount: Int64
        /// How many purchases were asked about.
        public let authEvents: Int64
        /// The share of ``authEvents`` that a limit declined.
        public let riskyRate: Ratio
        /// The share of ``authEvents`` that an override approved.
        public let overrideRate: Ratio

        /// Makes a summary.
        public init(
            range: SummaryRange,
            spendCents: Int64,
            chargeCount: Int64,
            authEvents: Int64,
            riskyRate: Ratio,
            overrideRate: Ratio
        ) {
            self.range = range
            self.spendCents = spendCents
            self.chargeCount = chargeCount
            self.authEvents = authEvents
            self.riskyRate = riskyRate
            self.overrideRate = overrideRate
        }
    }

    /// A span of time.
    public struct SummaryRange: Codable, Sendable, Equatable {
        /// Its first instant.
        public let start: GuardianTimestamp
        /// Its end: the instant of asking.
        public let end: GuardianTimestamp

        /// Makes a span.
        public init(start: GuardianTimestamp, end: GuardianTimestamp) {
            self.start = start
            self.end = end
        }
    }

    /// What was spent in one category.
    public struct CategorySpend: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Guardian's code or the member's own word; `uncategorized` where there is none.
        public let category: String
        /// The purchases, in cents.
        public let spendCents: Int64
        /// How many purchases.
        public let count: Int64

        /// Makes a sum.
        public init(category: String, spendCents: Int64, count: Int64) {
            self.category = category
            self.spendCents = spendCents
            self.count = count
        }
    }

    /// What was spent on one day.
    public struct DaySpend: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The household's day, at `T00:00:00`.
        public let day: GuardianTimestamp
        /// The purchases, in cents.
        public let spendCents: Int64

        /// Makes a sum.
        public init(day: GuardianTimestamp, spendCents: Int64) {
            self.day = day
            self.spendCents = spendCents
        }
    }

    /// What was spent at one merchant.
    public struct MerchantSpend: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The newest spelling of the merchant's name; `unknown` where there is none.
        public let merchant: String
        /// The purchases, in cents.
        public let spendCents: Int64
        /// How many purchases.
        public let count: Int64

        /// Makes a sum.
        public init(merchant: String, spendCents: Int64, count: Int64) {
            self.merchant = merchant
            self.spendCents = spendCents
            self.count = count
        }
    }

    /// Sums what a member spent and asked for.
    public static let spendingSummary = Endpoint<AnalyticsRequest, Summary>(
        "spendingSummary",
        .get,
        "/analytics/summary",
        "Sums what a member spent and asked for.",
        access: .member,
        surface: .guardian,
        example: AnalyticsRequest(range: .month),
        answers: Summary(
            range: SummaryRange(
                start: GuardianTimestamp(Timestamp(seconds: 1_735_689_600)),
                end: GuardianTimestamp(Timestamp(seconds: 1_738_281_600))
            ),
            spendCents: 125_000,
            chargeCount: 45,
            authEvents: 50,
            riskyRate: Ratio(6, of: 50),
            overrideRate: Ratio(2, of: 50)
        ),
        keeps: .analytics
    )

    /// Sums a member's purchases by category, the largest sum first.
    public static let spendingByCategory = Endpoint<AnalyticsRequest, [CategorySpend]>(
        "spendingByCategory",
        .get,
        "/analytics/by-category",
        "Sums purchases by category, the largest sum first.",
        access: .member,
        surface: .guardian,
        example: AnalyticsRequest(range: .month),
        answers: [CategorySpend(category: "groceries", spendCents: 45_000, count: 12)],
        keeps: .analytics
    )

    /// Sums a member's purchases by day, for the days that have any.
    public static let spendingByDay = Endpoint<AnalyticsRequest, [DaySpend]>(
        "spendingByDay",
        .get,
        "/analytics/timeseries",
        "Sums purchases by day, for the days that have any.",
        access: .member,
        surface: .guardian,
        example: AnalyticsRequest(range: .week),
        answers: [
            DaySpend(
                day: GuardianTimestamp(Timestamp(seconds: 1_735_689_600)),
                spendCents: 12_000
            )
        ],
        keeps: .analytics
    )

    /// Sums a member's purchases by merchant: the ten largest sums, the largest first.
    public static let spendingByMerchant = Endpoint<AnalyticsRequest, [MerchantSpend]>(
        "spendingByMerchant",
        .get,
        "/analytics/merchants",
        "Sums purchases by merchant: the ten largest sums, the largest first.",
        access: .member,
        surface: .guardian,
        example: AnalyticsRequest(range: .quarter),
        answers: [MerchantSpend(merchant: "Whole Foods", spendCents: 25_000, count: 8)],
        keeps: .analytics
    )
}
