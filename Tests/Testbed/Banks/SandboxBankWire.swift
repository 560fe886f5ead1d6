public import Providers
import Server
import ServiceLifecycle

/// A sandbox bank behind a free port of this machine.
public struct SandboxBankWire: Sendable {
    /// Where it is.
    public let url: String

    private let server: SandboxBankServer

    /// Has the bank do something between two calls.
    public func with<R: Sendable>(_ work: (inout SandboxBank) -> R) -> R {
        server.with(work)
    }

    /// Runs `work` with a bank that goes by a test's clock; its server is gone afterwards.
    public static func with<R>(
        _ bank: SandboxBank,
        _ clock: TestClock,
        _ work: (SandboxBankWire) async throws -> R
    ) async throws -> R {
        let log = LogRecorder()
        let server = SandboxBankServer(
            bank,
            port: 0,
            now: { clock.now },
            logger: log.logger
        )
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let services = try server.services { found.yield($0) }
        let group = ServiceGroup(services: services, logger: log.logger)
        async let served: Void = serve(group, found)
        guard let port = await ports.first(where: { _ in true }) else { throw NotListening() }
        do {
            let wire = SandboxBankWire(url: "http://127.0.0.1:\(port)", server: server)
            let result = try await work(wire)
            await group.triggerGracefulShutdown()
            await served
            return result
        } catch {
            await group.triggerGracefulShutdown()
            await served
            throw error
        }
    }

    private static func serve(
        _ group: ServiceGroup,
        _ found: AsyncStream<Int>.Continuation
    ) async {
        try? await group.run()
        found.finish()
    }
}
