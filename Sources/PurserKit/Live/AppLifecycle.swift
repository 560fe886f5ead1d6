import Synchronization

/// Whether the app is in front; what polls and streams of events go by.
final class AppLifecycle: Sendable {
    private enum State: Sendable, Equatable {
        case active
        case paused
        case over
    }

    private let state = Broadcast(State.active)
    /// Held while the state is changed, so that what is over is never begun again.
    private let turn = Mutex(())

    /// Whether nothing is to be asked for now.
    var isPaused: Bool { state.value != .active }

    /// Stops what runs, until ``resume()``.
    func pause() { change(from: .active, to: .paused) }

    /// Lets go on what was stopped.
    func resume() { change(from: .paused, to: .active) }

    /// Stops what runs, for good.
    func end() { turn.withLock { _ in state.tell(.over) } }

    /// Waits until the app has ended.
    ///
    /// - Throws: `CancellationError`, then and when its task was cancelled.
    func untilOver() async throws {
        for await state in state.values where state == .over { break }
        throw CancellationError()
    }

    private func change(from old: State, to new: State) {
        turn.withLock { _ in if state.value == old { state.tell(new) } }
    }

    /// Waits until the app is in front.
    ///
    /// - Throws: `CancellationError`, also when it never will be.
    func untilActive() async throws {
        for await state in state.values {
            try Task.checkCancellation()
            switch state {
            case .active: return
            case .paused: continue
            case .over: throw CancellationError()
            }
        }
        throw CancellationError()
    }

    /// Does something as long as the app is in front.
    ///
    /// - Returns: What it gives; `nil` when the app went behind first, and the work was cancelled.
    /// - Throws: What the work throws; `CancellationError`, also when the app ended.
    func whileActive<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        guard state.value != .paused else { return nil }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await work() }
            group.addTask { [state] in
                for await state in state.values {
                    if state == .paused { return nil }
                    if state == .over { break }
                }
                throw CancellationError()
            }
            // Both children end with a value or an error, so there is always a first.
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
