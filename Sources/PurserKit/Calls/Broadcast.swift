import Synchronization

/// A value that changes, and those who follow it.
///
/// Who follows sees the present value first and then every newer one; values that come faster than
/// they are taken are skipped, except the newest.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var next = 0
        var followers: [Int: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    deinit {
        for follower in state.withLock(\.followers).values { follower.finish() }
    }

    /// The present value.
    var value: Value { state.withLock(\.value) }

    /// Tells a value, if it is another than the present one.
    func tell(_ value: Value) {
        state.withLock { state in
            guard state.value != value else { return }
            state.value = value
            for follower in state.followers.values { follower.yield(value) }
        }
    }

    /// The present value and every one that follows.
    var values: AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                continuation.yield(state.value)
                state.followers[state.next] = continuation
                state.next += 1
                return state.next - 1
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.followers[number] = nil }
            }
        }
    }
}
