public import Kernel
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    private let instant: Mutex<Timestamp>

    /// Makes a clock that shows an instant.
    public init(at instant: Timestamp) {
        self.instant = Mutex(instant)
    }

    /// What the clock shows.
    public var now: Timestamp { instant.withLock { $0 } }

    /// Moves the clock on.
    public func advance(milliseconds: Int64) {
        instant.withLock { $0 = $0.adding(milliseconds: milliseconds) }
    }

    /// Sets the clock.
    public func set(to instant: Timestamp) {
        self.instant.withLock { $0 = instant }
    }
}
