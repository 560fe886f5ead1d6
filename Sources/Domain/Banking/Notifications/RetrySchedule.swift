public import Kernel

/// When something that failed is tried again: after pauses that double, up to a longest one.
///
/// Half of each pause is chance, so that what failed together is not tried together.
public struct RetrySchedule: Sendable, Hashable {
    /// The pause after the first failure, in milliseconds.
    public let firstMilliseconds: Int64
    /// The longest pause, in milliseconds.
    public let mostMilliseconds: Int64
    /// How often something is tried in all.
    public let attemptsMost: Int

    /// That of notifications: five seconds, then up to a quarter of an hour, for some four hours.
    public static let notifications = RetrySchedule(
        firstMilliseconds: 5_000,
        mostMilliseconds: 900_000,
        attemptsMost: 24
    )

    /// Makes a schedule; every number is one or more.
    public init(firstMilliseconds: Int64, mostMilliseconds: Int64, attemptsMost: Int) {
        precondition(
            firstMilliseconds > 0 && mostMilliseconds >= firstMilliseconds && attemptsMost > 0,
            "a schedule has pauses and attempts"
        )
        self.firstMilliseconds = firstMilliseconds
        self.mostMilliseconds = mostMilliseconds
        self.attemptsMost = attemptsMost
    }

    /// When to try again.
    ///
    /// - Parameters:
    ///   - attempts: How often it was tried; one or more.
    ///   - now: The instant of the failure.
    ///   - expiresAt: From when on it is not worth trying.
    ///   - toldSeconds: The pause that the other side asked for; the longer one counts.
    ///   - chance: A random number, 0 or more and less than 1.
    /// - Returns: `nil` when it is given up.
    public func next(
        attempts: Int,
        now: Timestamp,
        expiresAt: Timestamp,
        toldSeconds: Int64? = nil,
        chance: Double
    ) -> Timestamp? {
        precondition(attempts > 0, "what was not tried did not fail")
        precondition((0..<1).contains(chance), "chance is a share")
        guard attempts < attemptsMost else { return nil }
        let told = min(max(toldSeconds ?? 0, 0), Limits.retryAfterSeconds) * 1_000
        let pause = max(drawn(after: attempts, chance), told)
        let next = now.adding(milliseconds: pause)
        return next < expiresAt ? next : nil
    }

    /// Between a half and the whole of the pause.
    private func drawn(after attempts: Int, _ chance: Double) -> Int64 {
        var pause = firstMilliseconds
        for _ in 1..<attempts where pause < mostMilliseconds {
            pause = pause > mostMilliseconds / 2 ? mostMilliseconds : pause * 2
        }
        return pause - pause / 2 + Int64(Double(pause / 2) * chance)
    }
}
