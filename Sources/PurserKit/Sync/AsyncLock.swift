import Synchronization

/// Lets in one at a time, in the order in which they came.
final class AsyncLock: Sendable {
    private struct State {
        var isTaken = false
        var next = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let state = Mutex(State())

    /// Runs `work` when nobody else does.
    ///
    /// - Throws: What `work` throws; `CancellationError`.
    func pass<R>(_ work: () async throws -> R) async throws -> R {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.isTaken else {
                        state.isTaken = true
                        return .success(())
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let place = state.waiting.firstIndex { $0.number == number }
                return place.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return CheckedContinuation<Void, any Error>?.none
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}

/// What all copies of a client share: whose turn it is to sync, and who follows the changes.
final class SyncCoordinator: Sendable {
    private struct Lane {
        let turns = AsyncLock()
        let changes = Broadcast(0)
        var count = 0
    }

    private let lanes = Mutex<[String: Lane]>([:])

    /// The turns of a kind.
    func turns(of kind: String) -> AsyncLock { lane(kind).turns }

    /// How often something of a kind changed.
    func changes(of kind: String) -> Broadcast<Int> { lane(kind).changes }

    /// Tells that something of a kind changed.
    func tell(_ kind: String) {
        _ = lane(kind)
        lanes.withLock { lanes in
            lanes[kind]?.count += 1
            if let lane = lanes[kind] { lane.changes.tell(lane.count) }
        }
    }

    /// Tells that everything changed.
    func tellAll() {
        for kind in lanes.withLock({ Array($0.keys) }) { tell(kind) }
    }

    private func lane(_ kind: String) -> Lane {
        lanes.withLock { lanes in
            if let lane = lanes[kind] { return lane }
            let lane = Lane()
            lanes[kind] = lane
            return lane
        }
    }
}
