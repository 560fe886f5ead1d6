import ArgumentParser
import Contract
import Foundation
import Kernel
import Logging
import Operations
import Providers
import SQL
import Server
import ServiceLifecycle
import UnixSignals

/// Serves the API with an echo beside it: the same way in and out, and no database between.
struct ServeWithEcho: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve")

    @Option(help: "sqlite:///abs/path.db or postgresql://…") var database: String
    @Option(help: "The port to listen on.") var port: Int
    @Option(help: "The key file.") var keys: String
    @Option(help: "Connections to PostgreSQL.") var pool: Int = 16
    @Option(help: "What passwords cost: least or standard.") var passwords = PasswordCost.least

    private static let echo = Endpoint<
        API.Guardian.AuthorizeRequest, API.Guardian.AuthorizeResponse
    >(
        "echo",
        .post,
        "/benchmark/echo",
        "Answers as authorize does, without deciding.",
        access: .member,
        repeats: .withKey,
        surface: .guardian,
        example: API.Guardian.authorizePurchase.example,
        answers: API.Guardian.authorizePurchase.answers
    )

    /// What a decision answers about the households of the benchmark: as much to encode.
    private static let trace = [
        check("override", "pass", "No unused override for this merchant and amount."),
        check("geofence_block", "skip", "No geofence is set."),
        check(
            "rule_limit",
            "pass",
            "$5.00 on top of $95.70 spent this month is within the $10,000,000.00 limit for fun."
        ),
        check("geofence_warn", "skip", "No geofence is set."),
    ]

    private static func check(
        _ check: String,
        _ outcome: String,
        _ detail: String
    ) -> API.Guardian.AuthorizeCheck {
        API.Guardian.AuthorizeCheck(check: check, outcome: outcome, detail: detail)
    }

    func run() async throws {
        let bench = try await Bench(
            database: database,
            keys: keys,
            connections: pool,
            passwords: passwords
        )
        var settings = ServerSettings()
        settings.ports = [port]
        settings.requestsPerSecond = 0
        let logger = Logger(label: "bench") { JSONLogHandler(label: $0, level: .error) }
        let dependencies = PurserServer.Dependencies(
            operations: bench.operations,
            idempotencyKey: bench.keys.idempotency,
            logger: logger
        )
        let server = try PurserServer(dependencies, settings: settings) { mount in
            mount.serve(Self.echo) { input, call in
                API.Guardian.AuthorizeResponse(
                    decision: .approve,
                    reason: .ok,
                    message: nil,
                    decisionID: call.ids.next(at: call.now),
                    trace: PreEncoded(wrappedValue: Self.trace)
                )
            }
        }
        let services = try server.services { port in
            FileHandle.standardOutput.write(Data("listening on 127.0.0.1:\(port)\n".utf8))
        }
        let group = ServiceGroup(
            configuration: .init(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await group.run()
    }
}
