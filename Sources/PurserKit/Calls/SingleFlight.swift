import Synchronization

/// Work that several wait for and that is done once; who stops waiting does not stop the others.
final class SingleFlight<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var next = 0
        var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
        /// Those whose time was up before they had begun to wait.
        var late: Set<Int> = []
    }

    private let state = Mutex(State())

    init(_ work: @escaping @Sendable () async throws -> Value) {
        Task { [self] in
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            finish(result)
        }
    }

    /// What the work gives.
    ///
    /// - Throws: What the work throws; `CancellationError` once the waiting task is cancelled.
    func value() async throws -> Value { try await value(of: number()) }

    /// What the work gives, if it gives it in time.
    ///
    /// - Throws: As ``value()``; ``PurserError`` `timedOut` when it takes longer than `limit`.
    func value(within limit: Duration, _ time: Timekeeper) async throws -> Value {
        if let result = state.withLock(\.result) { return try result.get() }
        guard limit > .zero else { throw PurserError(.timedOut) }
        let number = number()
        let alarm = Task { [self] in
            try await time.alarm(limit)
            let waiting = state.withLock { state in
                state.late.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            waiting?.resume(throwing: PurserError(.timedOut))
        }
        defer { alarm.cancel() }
        return try await value(of: number)
    }

    private func value(of number: Int) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Value, any Error>? = state.withLock { state in
                    if let result = state.result { return result }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.late.contains(number) { return .failure(PurserError(.timedOut)) }
                    state.waiting[number] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?
                .resume(throwing: CancellationError())
        }
    }

    private func number() -> Int {
        state.withLock { state in
            state.next += 1
            return state.next
        }
    }

    private func finish(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state in
            state.result = result
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }
}
