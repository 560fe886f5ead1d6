/// How long an answer is good on a device.
public struct CacheLifetime: Sendable, Equatable {
    /// How long it is given out without asking.
    public var fresh: Duration
    /// How long after that it is given out while a new one is fetched.
    public var stale: Duration

    /// Makes a lifetime.
    public init(fresh: Duration, stale: Duration = .zero) {
        self.fresh = fresh
        self.stale = stale
    }

    /// The five minutes that the Guardian Card document keeps analytics for, and as long again
    /// while new ones are fetched; those of Insights are kept likewise.
    public static let analytics = CacheLifetime(fresh: .seconds(300), stale: .seconds(300))
}

/// The rooms of which some answer may be another once a call is done.
public enum OutdatedRooms: String, Sendable, CaseIterable {
    /// None: it only asks, though it may have a body.
    case nothing
    /// Its own: what it writes shows nowhere else.
    case ownRoom
    /// All: every room reads one ledger.
    case everything
}
