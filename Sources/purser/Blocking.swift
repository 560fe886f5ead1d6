import Dispatch
import Synchronization

/// Does asynchronous work and waits for it in the way of the calling thread.
///
/// Only for threads that may block: a driver's own, inside one synchronous transaction.
func blocking<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) throws -> Result {
    let outcome = Outcome<Result>()
    Task {
        do {
            outcome.set(.success(try await work()))
        } catch {
            outcome.set(.failure(error))
        }
    }
    return try outcome.get()
}

/// What work came to, once it has.
private final class Outcome<Success: Sendable>: Sendable {
    private let value = Mutex<Result<Success, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func set(_ result: Result<Success, any Error>) {
        value.withLock { $0 = result }
        done.signal()
    }

    func get() throws -> Success {
        while true {
            if let result = value.withLock({ $0 }) { return try result.get() }
            done.wait()
        }
    }
}
