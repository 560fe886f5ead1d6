public import Kernel
import Synchronization
public import Testing

@testable public import PurserKit

/// The clock, the pauses, the chance and the names that a client goes by in a test.
///
/// Time stands still until the test moves it, and a pause moves it by as much as it would have
/// taken. While ``holds`` is set a pause waits until the test moves time past its end instead.
public final class TestTimekeeper: Sendable {
    private struct State {
        var uptime: Duration = .zero
        var pauses: [Duration] = []
        var holds = false
        var share = 1.0
        var names = 0
        var next = 0
        var held: [Int: Held] = [:]
    }

    /// A pause that waits for the test.
    private struct Held {
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// The time of day, the same that a server of the test may go by.
    public let clock: TestClock
    private let state = Mutex(State())

    /// Makes a timekeeper that moves a clock.
    public init(_ clock: TestClock = TestClock()) {
        self.clock = clock
    }

    /// Makes a timekeeper that shows an instant.
    public convenience init(start: Timestamp) {
        self.init(TestClock(start))
    }

    /// The time of day.
    public var now: Timestamp { clock.now }

    /// The clock that never jumps, from 0.
    public var uptime: Duration { state.withLock(\.uptime) }

    /// Every pause that was asked for, in order.
    public var pauses: [Duration] { state.withLock(\.pauses) }

    /// Whether pauses wait until the test moves time.
    public var holds: Bool {
        get { state.withLock(\.holds) }
        set { state.withLock { $0.holds = newValue } }
    }

    /// What chance gives, 0...1.
    public var share: Double {
        get { state.withLock(\.share) }
        set { state.withLock { $0.share = newValue } }
    }

    /// How many pauses wait now.
    public var waiting: Int { state.withLock { $0.held.count } }

    /// Returns when so many pauses wait.
    public func untilWaiting(
        _ count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await eventually("\(count) pauses wait", sourceLocation: sourceLocation) {
            waiting >= count
        }
    }

    /// Moves time on, and lets go of the pauses that end by then.
    public func advance(by duration: Duration) {
        clock.advance(milliseconds: duration.milliseconds)
        let ended = state.withLock { state in
            state.uptime += duration
            let ended = state.held.filter { $0.value.end <= state.uptime }
            for number in ended.keys { state.held[number] = nil }
            return ended.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
        }
        for (_, held) in ended { held.continuation.resume() }
    }

    /// What the client is given.
    public var keeper: Timekeeper {
        Timekeeper(
            now: { [self] in now },
            uptime: { [self] in uptime },
            pause: { [self] in try await pause($0) },
            chance: { [self] in share },
            newName: { [self] in newName() }
        )
    }

    private func newName() -> String {
        state.withLock { state in
            state.names += 1
            return "name-\(state.names)"
        }
    }

    private func pause(_ duration: Duration) async throws {
        try Task.checkCancellation()
        let (holds, number) = state.withLock { state in
            state.pauses.append(duration)
            state.next += 1
            return (state.holds, state.next)
        }
        guard holds else { return advance(by: max(duration, .zero)) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { hold($0, number, for: duration) }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: number) }?
                .continuation.resume(throwing: CancellationError())
        }
    }

    private func hold(
        _ continuation: CheckedContinuation<Void, any Error>,
        _ number: Int,
        for duration: Duration
    ) {
        let isCancelled = state.withLock { state in
            // Cancelled before it was written down, so that nobody would wake it.
            if Task.isCancelled { return true }
            state.held[number] = Held(end: state.uptime + duration, continuation: continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }
}

extension Duration {
    /// The whole milliseconds in it.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
