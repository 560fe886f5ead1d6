extension Limits {
    /// Transactions on a page of Insights when the caller names no number.
    public static let analysedRowsUsual: Int64 = 15
    /// The longest category that a member gives a transaction, in Unicode scalars.
    public static let editedCategoryCharacters = 64
    /// The longest notes of a transaction, in Unicode scalars.
    public static let notesCharacters = 255
    /// The longest token of an operator that is looked at, in Unicode scalars.
    public static let adminTokenCharacters = 1_024
    /// How long a sync is waited for before its caller is told that the rest follows, in
    /// milliseconds.
    public static let syncAnswerMilliseconds: Int64 = 25_000

    /// The days before today whose entries are kept in memory for sums.
    public static let summedDays = 150
    /// Entries that are kept for the sums of all members, some 300 bytes each; those of whoever
    /// asked last are kept anyway.
    public static let summedEntries = 100_000

    /// The relations between these limits that the program relies on.
    static let insightsRelations: [(String, Bool)] = [
        ("a usual page is a page", analysedRowsUsual <= pageRowsMost),
        ("results that are shown are remembered", searchResultsShown <= searchMemoryRows),
        ("a usual search is one", searchResultsUsual <= searchResults),
        (
            "a sync is answered within its request",
            syncAnswerMilliseconds < Int64(requestSeconds) * 1_000
        ),
    ]
}
