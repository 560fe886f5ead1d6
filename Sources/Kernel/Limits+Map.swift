/// The bounds of the map on the page of places.
extension Limits {
    /// The largest file of an installed web library that is served, in bytes.
    public static let webLibraryFileBytes = 1_048_576
    /// The longest address of a map's tiles, in bytes.
    public static let mapTilesURLBytes = 1_000
    /// The longest attribution of a map's tiles, in Unicode scalars.
    public static let mapAttributionCharacters = 200
}
