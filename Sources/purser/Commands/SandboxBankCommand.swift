import ArgumentParser
import Kernel
import Logging
import Providers
import Server
import ServiceLifecycle
import UnixSignals

/// Serves a bank without money, for whoever tries or tests what speaks Plaid's wire.
struct SandboxBankCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox-bank",
        abstract: "Serves a sandbox bank that speaks Plaid's wire, to this machine alone.",
        discussion: """
            What it answers follows from the seed and the calls; it keeps nothing after its end, \
            and takes any client id and secret. Members sign in by /sandbox/public_token/create. \
            With --faults it refuses, fails, changes transactions between two pages and has \
            sign-ins expire.
            """
    )

    @Option(help: "The port of the loopback address; 0 takes any that is free.")
    var port = 8_090

    @Option(help: "Seed of accounts, transactions and faults.")
    var seed: UInt64 = 1

    @Flag(help: "Fails often, as providers do on bad days.")
    var faults = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("there is no such port") }
    }

    func run() async throws {
        let logger = Logger(label: "sandbox-bank") { label in
            JSONLogHandler(label: label, level: .info)
        }
        let bank = SandboxBank(seed: seed, faults: faults ? .many : SandboxFaults())
        let server = SandboxBankServer(bank, port: port, logger: logger)
        let services = try server.services { port in
            logger.info("listening", metadata: ["address": "127.0.0.1:\(port)"])
        }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "services") { label in
                JSONLogHandler(label: label, level: .error)
            }
        )
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
    }
}
