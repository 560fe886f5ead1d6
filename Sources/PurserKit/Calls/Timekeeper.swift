package import Kernel

/// The clock, the pauses and the chance that calls go by; passed in, so that a test can hold them.
package struct Timekeeper: Sendable {
    /// The time of day.
    package let now: @Sendable () -> Timestamp
    /// A clock that never jumps, from some beginning.
    package let uptime: @Sendable () -> Duration
    /// Waits; throws `CancellationError` when the task was cancelled.
    package let pause: @Sendable (Duration) async throws -> Void
    /// A number of 0..<1.
    package let chance: @Sendable () -> Double
    /// A name that was never made before.
    package let newName: @Sendable () -> String
    /// Waits beside something else, and is cancelled when that is done first.
    ///
    /// Apart from ``pause``, because a test's clock that runs on by itself for a pause would ring
    /// every alarm at once.
    var alarm: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
}
