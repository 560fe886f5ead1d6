/// What changes while somebody looks: polls, and what the server tells by itself.
///
/// ```swift
/// let polls = purser.live.poll(every: .seconds(60)) { try await $0.guardian.rulesProgress() }
/// for await answer in polls {
///     if case .success(let rules) = answer { show(rules) }
/// }
/// ```
///
/// An app calls ``pause()`` when it goes to the background and ``resume()`` when it is back.
public struct LiveService: Sendable {
    let purser: Purser

    /// How often the Money App document asks whether accounts should be synced.
    public static let syncStatusInterval = Duration.seconds(180)
    /// How often it asks for new transactions.
    public static let transactionsInterval = Duration.seconds(120)
    /// The longest pause after a failure, of an interval that is not longer itself.
    public static let longestErrorPause = Duration.seconds(300)
    /// The shortest interval; a shorter one is taken for it.
    public static let shortestInterval = Duration.seconds(1)

    /// Asks for something again and again; see ``Poll``.
    ///
    /// Its calls are answered by the server, never by what is kept.
    public func poll<Value: Sendable>(
        every interval: Duration = Self.syncStatusInterval,
        _ work: @escaping @Sendable (Purser) async throws -> Value
    ) -> Poll<Value> {
        Poll(
            purser: purser.with { $0.freshness = .reload },
            interval: max(interval, Self.shortestInterval),
            work: work
        )
    }

    /// What happens in the household, as it happens: a parent hears of all, a child of itself.
    ///
    /// Nothing is missed and nothing is told twice, also when the connection breaks: the stream is
    /// opened again behind the last event, after pauses that grow with the failures. While the app
    /// is behind the stream is closed; the server keeps what happens for seven days.
    ///
    /// It needs a ``Transport`` whose ``Transport/open(_:)`` streams, as those of this package to a
    /// server do; ``PreviewTransport`` has no events. With another one, which sees an answer only
    /// when it is whole, nothing would ever arrive: there ``poll(every:_:)`` what is to be
    /// followed, such as `listApprovals`.
    ///
    /// - Parameter last: The event after which to begin, such as the last one that was seen before
    ///   the app was closed; now when `nil`.
    /// - Returns: The events, oldest first. It ends with a ``PurserError``: `unauthorized` when the
    ///   session is over, and others that waiting does not mend.
    public func events(after last: Int64? = nil) -> AsyncThrowingStream<GuardianEvent, any Error> {
        follow(after: last) { if case .event(let event) = $0 { event } else { nil } }
    }

    /// The same, and when the stream was opened, each time it is.
    package func signals(after last: Int64? = nil) -> AsyncThrowingStream<LiveSignal, any Error> {
        follow(after: last) { $0 }
    }

    /// Stops polls and streams at once, because nobody looks.
    public func pause() { purser.client.appLifecycle.pause() }

    /// Lets them go on: a poll asks at once if its time has come meanwhile.
    public func resume() { purser.client.appLifecycle.resume() }

    /// Whether they are stopped.
    public var isPaused: Bool { purser.client.appLifecycle.isPaused }

    /// What is to be told of each signal.
    private func follow<Value: Sendable>(
        after last: Int64?,
        _ told: @escaping @Sendable (LiveSignal) -> Value?
    ) -> AsyncThrowingStream<Value, any Error> {
        AsyncThrowingStream { continuation in
            let follower = EventFollower(client: purser.client, after: last) { signal in
                if let value = told(signal) { continuation.yield(value) }
            }
            let task = Task {
                do {
                    try await follower.run()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error is CancellationError ? nil : error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// How long a poll waits after a failure.
    static func pause(after error: any Error, every interval: Duration) -> Duration {
        let asked = (error as? PurserError)?.retryAfterSeconds ?? 0
        return max(interval, min(interval * 2, longestErrorPause), .seconds(asked))
    }
}

extension Purser {
    /// What changes while somebody looks: polls, and what the server tells by itself.
    public var live: LiveService { LiveService(purser: self) }

    /// Whether the server can be reached, as far as anybody can tell.
    public var reachability: Reachability { client.reachability }
}
