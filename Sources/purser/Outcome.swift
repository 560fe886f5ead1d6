import Synchronization

/// What came of work that another thread waits for.
final class Outcome: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)

    func set(_ result: Result<Void, any Error>) {
        self.result.withLock { $0 = result }
    }

    func get() throws {
        try result.withLock { try $0?.get() }
    }
}
