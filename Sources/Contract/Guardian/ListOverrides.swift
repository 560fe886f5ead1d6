import Kernel

extension API.Guardian {
    /// A purchase that a parent allowed once.
    public struct OverrideRow: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// When it was allowed.
        public let ts: GuardianTimestamp
        /// The merchant as it was written.
        public let merchant: String
        /// The exact price in cents.
        public let amountCents: Int64
        /// Whether the purchase was made.
        public let used: Bool

        /// Makes a row.
        public init(ts: GuardianTimestamp, merchant: String, amountCents: Int64, used: Bool) {
            self.ts = ts
            self.merchant = merchant
            self.amountCents = amountCents
            self.used = used
        }
    }

    /// Lists what a member was allowed once, newest first.
    public static let listOverrides = Endpoint<AnalyticsRequest, [OverrideRow]>(
        "listOverrides",
        .get,
        "/analytics/overrides",
        "Lists the newest fifty purchases that a parent allowed once, newest first.",
        access: .member,
        surface: .guardian,
        example: AnalyticsRequest(range: .monthToDate),
        answers: [
            OverrideRow(
                ts: GuardianTimestamp(Timestamp(seconds: 1_736_937_000)),
                merchant: "Starbucks",
                amountCents: 5_000,
                used: true
            )
        ]
    )
}
