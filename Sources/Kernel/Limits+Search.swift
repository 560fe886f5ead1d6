/// The bounds of searches over transactions.
extension Limits {
    /// The longest text that is searched for, in Unicode scalars.
    public static let searchCharacters = 500
    /// Results that a search keeps unless the caller says how many.
    public static let searchResultsUsual = 20
    /// The most results that a search keeps.
    public static let searchResults = 100
    /// Results of a search that are shown one by one; the others count in its figures.
    public static let searchResultsShown = 20
    /// The most categories that a search names.
    public static let searchCategories = 100
    /// The longest name of a merchant that is looked for, in Unicode scalars.
    public static let searchMerchantCharacters = 255
    /// The longest name of a conversation that a search is part of, in Unicode scalars.
    public static let chatIDCharacters = 64
    /// How long a result is not told again to the same conversation, in milliseconds.
    public static let searchMemoryMilliseconds: Int64 = 4 * 3_600_000
    /// Days up to today of which a result counts as recent.
    public static let searchRecentDays = 30
}
