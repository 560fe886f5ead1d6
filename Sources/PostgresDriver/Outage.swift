import SQL

/// A time in which the server cannot be reached.
///
/// Calls fail at once meanwhile, and one of them now and then tries the server again.
struct Outage: Sendable {
    /// How long the pause until the next try was set to be, in seconds.
    let pauseSeconds: Double

    private let error: DatabaseError
    private let failures: Int
    private let nextTry: ContinuousClock.Instant
    private var isBeingTried = false

    /// Begins after a failure to connect, or goes on.
    init(_ error: DatabaseError, after earlier: Outage?) {
        self.error = error
        failures = (earlier?.failures ?? 0) + 1
        pauseSeconds = Backoff.outage.seconds(after: failures)
        nextTry = .now + .seconds(pauseSeconds)
    }

    /// Why the caller must not try; `nil` when it is the one that has to.
    mutating func refusal() -> DatabaseError? {
        guard !isBeingTried, nextTry <= .now else { return error }
        isBeingTried = true
        return nil
    }
}
