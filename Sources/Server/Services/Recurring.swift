import ServiceLifecycle

/// Work that is done at the start and then again and again, until the server stops.
struct Recurring: Service {
    private let pause: Duration
    private let work: @Sendable () async -> Void

    /// Makes the service; `work` tells of its failures itself.
    init(every pause: Duration, _ work: @escaping @Sendable () async -> Void) {
        self.pause = pause
        self.work = work
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await work()
                try? await Task.sleep(for: pause)
            }
        }
    }
}
