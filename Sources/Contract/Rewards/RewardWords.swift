extension API.Rewards {
    /// How often what was spent begins at nothing again.
    public enum ResetType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// On the same day of each month.
        case monthly
        /// With each quarter of the year.
        case quarterly
        /// On the same day of each year.
        case annually
        /// Never.
        case never

        static let ignoresCase = true
    }

    /// In which language a member is answered.
    public enum Language: String, Codable, Sendable, CaseIterable, WireEnum {
        /// English.
        case english
        /// Chinese.
        case chinese
        /// Both.
        case bilingual

        static let ignoresCase = true
    }

    /// Who wrote a message.
    public enum Sender: String, Codable, Sendable, CaseIterable, WireEnum {
        /// The member.
        case user
        /// The service.
        case assistant

        static let ignoresCase = true
    }

    /// What is done with an amount that was spent.
    public enum SpendingMode: String, Codable, Sendable, CaseIterable, WireEnum {
        /// It is what was spent in all.
        case set
        /// It comes to what was spent before.
        case add

        static let ignoresCase = true
    }
}
