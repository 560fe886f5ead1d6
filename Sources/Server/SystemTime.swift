import Foundation
public import Kernel

/// The machine's clock; the one place where the program asks what time it is.
public enum SystemTime {
    /// The present instant.
    @Sendable public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        )
    }
}
