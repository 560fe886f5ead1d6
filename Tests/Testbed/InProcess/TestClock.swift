public import Kernel
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private let instant: Mutex<Timestamp>

    /// 2025-01-15T12:00:00Z, a Wednesday in the middle of a month.
    public static let noon = Timestamp(seconds: 1_736_942_400)

    /// Makes a clock that shows an instant.
    public init(_ start: Timestamp = noon) {
        instant = Mutex(start)
    }

    /// Makes a clock that shows an instant given as text, such as `2025-01-15T12:00:00Z`.
    public convenience init(_ text: String) {
        self.init(Timestamp(test: text))
    }

    /// What the clock shows.
    public var now: Timestamp { instant.withLock { $0 } }

    /// Moves the clock on.
    public func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        instant.withLock { $0 = $0.adding(milliseconds: seconds * 1_000 + milliseconds) }
    }

    /// Sets the clock.
    public func set(_ text: String) {
        instant.withLock { $0 = Timestamp(test: text) }
    }
}

extension Timestamp {
    /// The instant that a test wrote down.
    public init(test text: String) {
        guard let instant = Timestamp(text) else {
            preconditionFailure("\(text) is no instant")
        }
        self = instant
    }
}
