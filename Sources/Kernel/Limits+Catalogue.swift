extension Limits {
    /// The most of a text that is read when cards of the catalogue are looked for, in Unicode
    /// scalars.
    public static let catalogueQueryCharacters = 100
    /// Cards of the catalogue that an answer shows unless it is told otherwise.
    public static let catalogueCardsUsual = 20
    /// The most cards of the catalogue that an answer shows.
    public static let catalogueCardsMost = 100
    /// The most that a point may be said to be worth, in hundredths of a cent.
    public static let pointValueHundredths: Int64 = 1_000
    /// Programs of which a member may say what a point is worth; there are fewer.
    public static let pointValuesPerMember = 50
    /// Purchases that a list of missed rewards shows.
    public static let missedRewardsListed = 100
    /// What is kept in memory of months that were asked for what they missed, in bytes.
    public static let missedRewardsBytes = 16 * 1_048_576
    /// Category texts of which a reckoning of missed rewards keeps the meaning.
    public static let categoryTextsKept = 1_000
}
