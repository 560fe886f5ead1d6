/// What a card of the catalogue pays for one kind of spending.
public struct CatalogueRate: Hashable, Sendable {
    /// How often the spending that a rate is paid for starts again at nothing.
    public enum CapPeriod: String, Sendable, CaseIterable, Decodable {
        /// Each month; some issuers mean their billing cycle.
        case month
        /// Each quarter of the calendar.
        case quarter
        /// On January 1.
        case calendarYear = "calendar_year"
        /// On the day on which the card was opened.
        case anniversaryYear = "anniversary_year"
    }

    /// Up to which spending a rate is paid.
    public struct Cap: Hashable, Sendable {
        /// The spending in cents, above which the base rate is paid.
        public let limitCents: Int64
        /// How often it starts again.
        public let period: CapPeriod
    }

    /// The issuer's words for it.
    public let label: String
    /// A word of Rewards, or one that no category of Rewards stands for, such as `chaseTravel`.
    public let category: String
    /// Hundredths of a point for each dollar.
    public let rate: Int
    /// Up to which spending; `nil` for all.
    public let cap: Cap?
    /// What else is to be known; may be empty.
    public let note: String
}
