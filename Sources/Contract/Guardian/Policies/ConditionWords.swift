extension API.Guardian {
    /// How far a window of a condition looks back.
    public enum PolicySpan: Hashable, Sendable {
        /// The household's day.
        case day
        /// The household's week, from Monday.
        case week
        /// The household's month.
        case month
        /// As many hours back from the purchase, 1...744.
        case hours(Int64)
    }

    /// Whose purchases a window counts, and which of them.
    public enum PolicyScope: String, Sendable, CaseIterable {
        /// The member's own, as without a word.
        case member
        /// Everybody's in the household; not together with ``member``.
        case household
        /// Those of this purchase's category.
        case category
        /// Those at this purchase's merchant.
        case merchant
    }

    /// What a window sums.
    public enum SpentSubject: String, Sendable, CaseIterable {
        /// Purchases of the ledger, posted and pending.
        case purchases
        /// Decisions that approved.
        case approvals
    }

    /// What a window counts.
    public enum CountSubject: String, Sendable, CaseIterable {
        /// Purchases of the ledger, posted and pending.
        case purchases
        /// Decisions that approved.
        case approvals
        /// Decisions that declined.
        case declines
    }

    /// What a member may buy at or of for the first time.
    public enum FirstTime: String, Sendable, CaseIterable {
        /// At the merchant.
        case merchant
        /// Of the category.
        case category
    }

    /// A day of the week on which a span of time begins.
    public enum PolicyDay: String, Sendable, CaseIterable {
        /// Monday.
        case mon
        /// Tuesday.
        case tue
        /// Wednesday.
        case wed
        /// Thursday.
        case thu
        /// Friday.
        case fri
        /// Saturday.
        case sat
        /// Sunday.
        case sun
    }
}
