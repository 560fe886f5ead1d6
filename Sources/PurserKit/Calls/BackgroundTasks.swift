import Synchronization

/// What runs behind the calls, until it is done or nobody wants it any more.
final class BackgroundTasks: Sendable {
    private struct State {
        var next = 0
        var tasks: [Int: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Runs something that nobody waits for.
    func run(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let number = state.next
            state.next += 1
            state.tasks[number] = Task { [weak self] in
                await work()
                self?.remove(number)
            }
        }
    }

    /// Ends everything that runs, and waits until it has.
    func cancel() async {
        let tasks = state.withLock { state in
            defer { state.tasks = [:] }
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Waits until nothing runs.
    func settled() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    /// Ends everything that runs, and begins nothing any more.
    func close() async {
        state.withLock { $0.isClosed = true }
        await cancel()
    }

    private func remove(_ number: Int) { state.withLock { $0.tasks[number] = nil } }
}
