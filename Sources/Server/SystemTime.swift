import Foundation
public import Kernel

/// The machine's clock; the one place where the program asks what time it is.
public enum SystemTime {
    /// The present instant.
    @Sendable public static func now() -> Timestamp {
        // Not by `clock_gettime`: several modules of the system declare its structure.
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }
}
