import Contract

/// What a stream of events brings.
package enum LiveSignal: Sendable, Equatable {
    /// It is open from now on.
    case opened
    /// Something happened.
    case event(GuardianEvent)
}

/// Follows the household's events from one connection to the next.
struct EventFollower: Sendable {
    let client: Client
    private let position: EventPosition
    private let tell: @Sendable (LiveSignal) -> Void

    init(client: Client, after last: Int64?, _ tell: @escaping @Sendable (LiveSignal) -> Void) {
        self.client = client
        self.tell = tell
        position = EventPosition(after: last)
    }

    /// Tells events until nobody listens any more.
    ///
    /// - Throws: ``PurserError`` when waiting mends nothing; `CancellationError`.
    func run() async throws {
        let owner = try await client.keeper.member()
        var failures = 0
        while true {
            try await client.appLifecycle.untilActive()
            var asked = 0
            do {
                let end: Void? = try await client.appLifecycle.whileActive {
                    try await connect(as: owner)
                }
                // One that the app's own pause ended has not failed.
                guard end != nil else { continue }
            } catch let error as PurserError where Self.mayGoBetter(after: error) {
                asked = error.retryAfterSeconds ?? 0
            }
            failures = position.hasHeard ? 1 : failures + 1
            let delay = max(pause(after: failures), .seconds(asked))
            _ = try await client.appLifecycle.whileActive { try await client.time.pause(delay) }
        }
    }

    /// Reads one connection to its end.
    private func connect(as owner: String) async throws {
        guard try await client.keeper.owner() == owner else { throw PurserError.signedOut }
        position.open(at: client.time.uptime())
        var headers: Headers = ["Cache-Control": "no-store"]
        if !position.lastID.isEmpty { headers["Last-Event-ID"] = position.lastID }
        let response = try await client.open(Self.path, headers: headers)
        guard try await client.keeper.owner() == owner else { throw PurserError.signedOut }
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        guard type.hasPrefix("text/event-stream") else { throw PurserError(.intercepted) }
        position.open(at: client.time.uptime())
        tell(.opened)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await read(response) }
            group.addTask { try await watchSilence() }
            group.addTask { try await watchSession(of: owner) }
            try await group.next()
        }
    }

    private func read(_ response: StreamedResponse) async throws {
        var parser = ServerSentEventParser(
            after: position.lastID,
            maximumBytes: client.configuration.maximumAnswerBytes
        )
        do {
            for try await piece in response.pieces {
                position.hear(at: client.time.uptime())
                for event in try parser.take(piece) where position.isNew(event) {
                    tell(.event(GuardianEvent(event)))
                }
                position.move(to: parser)
            }
        } catch {
            throw PurserError(try Client.failure(error))
        }
        try Task.checkCancellation()
    }

    /// Gives up a connection on which nothing comes, not even the server's signs of life.
    private func watchSilence() async throws {
        while true {
            let rest = position.heard + Self.longestSilence - client.time.uptime()
            guard rest > .zero else { throw PurserError(.timedOut) }
            try await client.time.alarm(rest)
        }
    }

    /// Ends with the session, so that no member hears of another's household.
    private func watchSession(of owner: String) async throws {
        for await state in client.keeper.state.values {
            guard state == .unknown || state == .signedIn(owner: owner) else {
                throw PurserError.signedOut
            }
        }
        throw CancellationError()
    }

    /// The pause before the next connection: doubles with the failures, half of it by chance.
    private func pause(after failures: Int) -> Duration {
        let first = min(position.retry ?? Self.firstPause, Self.longestPause)
        let longest = min(Self.longestPause, first * (1 << min(max(failures - 1, 0), 10)))
        return longest * (0.5 + 0.5 * client.time.chance())
    }

    /// Whether another connection may go better.
    private static func mayGoBetter(after error: PurserError) -> Bool {
        // An event that is too long is as long the next time.
        error.isTemporary && error.kind != .network(.tooLarge)
    }

    private static let path = "/guardian/events"
    /// Three times the pause between the server's signs of life.
    private static let longestSilence = Duration.seconds(45)
    private static let firstPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(60)
}
