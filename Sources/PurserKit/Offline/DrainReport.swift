/// What one run through the queue did.
public struct DrainReport: Sendable, Equatable {
    /// Calls that were done.
    public internal(set) var done = 0
    /// Calls that became dead letters.
    public internal(set) var dead = 0
    /// Calls that still wait.
    public internal(set) var left = 0
    /// Why calls still wait; `nil` when none does, or another process sends them.
    public internal(set) var trouble: PurserError?
    /// Whether another client over the same folder sends the calls just now.
    public internal(set) var isElsewhere = false
    /// How long to wait at least before the next run.
    var pause: Duration = .zero

    /// Whether nothing waits any more.
    public var isEmpty: Bool { left == 0 }
}
