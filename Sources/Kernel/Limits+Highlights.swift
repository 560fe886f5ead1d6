extension Limits {
    /// The longest title of a month's highlight that a language model may write, in Unicode
    /// scalars.
    public static let highlightTitleCharacters = 120
    /// The longest text of a month's highlight that it may write, in Unicode scalars.
    public static let highlightSummaryCharacters = 600
    /// How many recommendations it may give.
    public static let highlightRecommendations = 3
    /// The longest recommendation that it may give, in Unicode scalars.
    public static let highlightRecommendationCharacters = 200
    /// The longest wording of it that is looked at, in bytes.
    public static let highlightWordingBytes = 8_192
    /// How many months' highlights are kept of a member; those of earlier months are forgotten.
    public static let highlightsPerMember = 120

    /// The relations between these limits that the program relies on.
    static let highlightRelations: [(String, Bool)] = [
        (
            "a highlight in plain letters is looked at",
            highlightTitleCharacters + highlightSummaryCharacters
                + highlightRecommendations * highlightRecommendationCharacters
                < highlightWordingBytes
        ),
        (
            "the table takes what a model may write",
            highlightRecommendations * (highlightRecommendationCharacters + 1) - 1 <= 602
        ),
    ]
}
