import ServiceLifecycle

/// Work that is done at the start and then again and again, until the server stops.
struct Recurring: Service {
    let pause: Duration
    /// Ends a pause early; returns when its task is cancelled, too.
    var wake: (@Sendable () async -> Void)?
    /// Tells of its failures itself.
    let work: @Sendable () async -> Void

    init(
        pause: Duration,
        wake: (@Sendable () async -> Void)? = nil,
        work: @escaping @Sendable () async -> Void
    ) {
        self.pause = pause
        self.wake = wake
        self.work = work
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await work()
                await rest()
            }
        }
    }

    private func rest() async {
        guard let wake else {
            try? await Task.sleep(for: pause)
            return
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: pause) }
            group.addTask { await wake() }
            await group.next()
            group.cancelAll()
        }
    }
}
