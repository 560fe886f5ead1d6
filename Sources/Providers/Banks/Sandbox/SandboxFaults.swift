/// What a sandbox bank does to try the patience of whoever syncs with it.
///
/// Everything is so many times in a thousand, and follows from the bank's seed.
public struct SandboxFaults: Sendable, Equatable {
    // MARK: What banks do

    /// Purchases that are never pending.
    public var unannouncedPermille = 200
    /// Pending purchases whose amount changes before they post.
    public var changedPendingPermille = 150
    /// Pending purchases that never post.
    public var vanishingPermille = 40
    /// Meals that post with a tip.
    public var tipPermille = 600
    /// Posted transactions whose name changes later.
    public var renamedPermille = 80
    /// Posted transactions that are withdrawn later.
    public var withdrawnPermille = 20
    /// Withdrawn transactions that return with their ids.
    public var returningPermille = 400
    /// Purchases that the bank tells of days late.
    public var latePermille = 30

    // MARK: What providers do

    /// Calls that are refused because there were too many.
    public var rateLimitedPermille = 0
    /// Calls that fail without an answer: half of them before, half after what was asked is done.
    public var failingPermille = 0
    /// Further pages of a sync before which transactions change; a sync is let through after three
    /// times.
    public var mutationPermille = 0
    /// Syncs before which the sign-in at the institution expires.
    public var expiredLoginPermille = 0

    /// A bank as banks are, at a provider that does all it is asked for.
    public init() {}

    /// A provider that fails often.
    public static var many: SandboxFaults {
        var faults = SandboxFaults()
        faults.rateLimitedPermille = 30
        faults.failingPermille = 30
        faults.mutationPermille = 150
        faults.expiredLoginPermille = 5
        return faults
    }
}
