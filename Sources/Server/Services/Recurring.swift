import ServiceLifecycle

/// Work that is done at the start and then again and again, until the server stops.
struct Recurring: Service {
    let pause: Duration
    /// Tells of its failures itself.
    let work: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await work()
                try? await Task.sleep(for: pause)
            }
        }
    }
}
