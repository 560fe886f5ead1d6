import Hummingbird
import Server
import ServiceLifecycle

extension InProcessServer {
    /// Runs `work` while the server listens on a free port of the loopback address.
    ///
    /// Afterwards it ends as it does when it is told to stop: nobody is let in any more, and what
    /// is under way is answered.
    public func listening<R>(_ work: (_ port: Int) async throws -> R) async throws -> R {
        try await running(work) { found in
            let application = Application(
                responder: server.responder,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in
                    if let port = channel.localAddress?.port { found.yield(port) }
                },
                logger: log.logger
            )
            return [application]
        }
    }

    /// Runs `work` while the whole program runs, with its settings: jobs, listeners and all.
    public func running<R>(_ work: (_ port: Int) async throws -> R) async throws -> R {
        try await running(work) { found in
            try server.services { found.yield($0) }
        }
    }

    private func running<R>(
        _ work: (_ port: Int) async throws -> R,
        services make: (AsyncStream<Int>.Continuation) throws -> [any Service]
    ) async throws -> R {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let services = ServiceGroup(services: try make(found), logger: log.logger)
        async let served: Void = serve(services, found)
        guard let port = await ports.first(where: { _ in true }) else { throw NotListening() }
        do {
            let result = try await work(port)
            await services.triggerGracefulShutdown()
            await served
            return result
        } catch {
            await services.triggerGracefulShutdown()
            await served
            throw error
        }
    }

    private func serve(
        _ services: ServiceGroup,
        _ found: AsyncStream<Int>.Continuation
    ) async {
        try? await services.run()
        found.finish()
    }
}
