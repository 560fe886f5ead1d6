/// How a transport waits for an answer no longer than the request allows.
struct ResponseTimeout: Sendable {
    /// Returns when so much time has passed; a test may have it wait for something else.
    let pause: @Sendable (Duration) async throws -> Void

    init(
        _ pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.pause = pause
    }

    /// What `work` gives, if it gives it in time.
    ///
    /// - Throws: ``NetworkFailure/timedOut``; what `work` throws; `CancellationError`.
    func wait<Value: Sendable>(
        _ timeout: Duration?,
        for work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let timeout else { return try await work() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: work)
            group.addTask {
                try await pause(timeout)
                throw NetworkFailure.timedOut
            }
            guard let value = try await group.next() else { throw NetworkFailure.timedOut }
            return value
        }
    }
}
