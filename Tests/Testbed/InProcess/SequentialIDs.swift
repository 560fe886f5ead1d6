public import Kernel
import Synchronization

/// Ids that are the same in every run: counted up, whatever the time.
public final class SequentialIDs: IDSource {
    private let count = Mutex<UInt64>(0)

    /// Makes a source that begins at 1.
    public init() {}

    /// Makes the next id.
    public func next(at now: Timestamp) -> RawID {
        count.withLock { count in
            count += 1
            return RawID(
                instant: now,
                counter: UInt16(truncatingIfNeeded: count & 0xFFF),
                random: count << 2
            )
        }
    }
}
