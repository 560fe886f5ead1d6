import ArgumentParser
import Foundation
import Kernel
import Logging
import Providers
import Server
import ServiceLifecycle
import UnixSignals

/// Serves the API and the web app until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves the API and the web app.",
        discussion: """
            Every flag can be given as an environment variable (in brackets) or as a key of the \
            configuration file. Some have no flag, because other users of the machine see a \
            process's flags: \
            \(Setting.secret.map { "\($0.key): \($0.help)" }.joined(separator: " "))
            """
    )

    @OptionGroup var storage: StorageFlags
    @OptionGroup var serving: ServerFlags

    func run() async throws {
        let settings = try await Settings(storage, serving)
        let installation = try await Installation(settings)
        try await installation.serve(settings)
    }
}

extension Installation {
    /// Serves until SIGTERM or SIGINT; what was accepted is finished first.
    func serve(
        _ settings: Settings,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        let keyPath = settings.keys
        let dependencies = PurserServer.Dependencies(
            operations: operations,
            idempotencyKey: keys.idempotency,
            keyFile: { try KeyFile.load(keyPath) },
            logger: logger
        )
        let server = try PurserServer(
            dependencies,
            settings: settings.server,
            metrics: .ofProgram
        )
        let host = settings.server.host
        let logger = logger
        let services = try server.services { port in
            logger.info("listening", metadata: ["address": "\(host):\(port)"])
            await onRunning(port)
        }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "services") { label in
                JSONLogHandler(label: label, level: .error)
            }
        )
        // A request has that long; who holds a connection for longer holds up nobody's stop.
        configuration.maximumGracefulShutdownDuration = .seconds(Limits.requestSeconds + 5)
        let group = ServiceGroup(configuration: configuration)
        try await group.run()
    }
}
