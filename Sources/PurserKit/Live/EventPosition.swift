import Synchronization

/// How far a stream of events was read, over all its connections.
final class EventPosition: Sendable {
    private struct State {
        var lastID: String
        var retry: Duration?
        var heard: Duration = .zero
        var hasHeard = false
        var recent: [ServerSentEvent] = []
    }

    private let state: Mutex<State>

    init(after last: Int64?) {
        state = Mutex(State(lastID: last.map { String($0) } ?? ""))
    }

    /// The id of the newest event; empty when there was none.
    var lastID: String { state.withLock(\.lastID) }

    /// How long the server asks to wait between two connections.
    var retry: Duration? { state.withLock(\.retry) }

    /// When something was heard last.
    var heard: Duration { state.withLock(\.heard) }

    /// Begins a connection.
    func open(at uptime: Duration) {
        state.withLock { ($0.heard, $0.hasHeard) = (uptime, false) }
    }

    /// Whether anything was heard on this connection.
    var hasHeard: Bool { state.withLock(\.hasHeard) }

    /// Notes that something was heard, were it a comment.
    func hear(at uptime: Duration) { state.withLock { ($0.heard, $0.hasHeard) = (uptime, true) } }

    /// Notes where the stream stands.
    func move(to parser: ServerSentEventParser) {
        state.withLock { state in
            state.lastID = parser.lastID
            if let retry = parser.retryMilliseconds { state.retry = .milliseconds(retry) }
        }
    }

    /// Whether an event was not told yet.
    ///
    /// Numbers alone do not tell: a server whose data were restored gives some out again.
    func isNew(_ event: ServerSentEvent) -> Bool {
        guard event.id != nil else { return true }
        return state.withLock { state in
            guard !state.recent.contains(event) else { return false }
            state.recent.append(event)
            if state.recent.count > Self.remembered { state.recent.removeFirst() }
            return true
        }
    }

    /// As many as a server sends at once.
    private static let remembered = 100
}
