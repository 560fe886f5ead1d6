/// The bounds of records that devices copy.
extension Limits {
    /// Records of one kind in a household that devices may make.
    public static let copiesPerKind = 512
    /// Changed records of a page.
    public static let changesPerPage: Int64 = 500
    /// Changed records of a page unless a device says how many.
    public static let changesPerPageUsual: Int64 = 200
    /// Characters of the kinds that a device asks for.
    public static let copiedKindsCharacters = 200
    /// The largest value, in bytes of JSON; what its fields may hold keeps every kind's under it.
    static let copyBytes = 16_384
    /// How long it is remembered that a record was removed that devices copy, in milliseconds.
    public static let tombstoneMilliseconds: Int64 = 90 * 86_400_000

    /// The relations between these limits that the program relies on.
    static let syncRelations: [(String, Bool)] = [
        (
            "a policy and its change that waits are a value",
            2 * (policyConditionBytes + 4 * (policyNameCharacters + policyMessageCharacters))
                + 1_024 <= copyBytes
        ),
        (
            "a card with all its rows is a value",
            rewardRowsPerCard * 192 + 4 * cardNameCharacters + 4_096 <= copyBytes
        ),
    ]
}
