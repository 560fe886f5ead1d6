import ArgumentParser
import Foundation
import SQL
import Simulation

/// The command line around the simulator.
@main
struct PurserSimulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purser-simulate",
        abstract: "Tries to break the money's invariants with random households.",
        discussion: """
            Every choice, id, instant and failure is decided by the seed, which is printed first. \
            Exits with 1 at the first violation, after printing how to see it again.
            """,
        subcommands: [Run.self, Worker.self, Payer.self],
        defaultSubcommand: Run.self
    )
}

/// The process that the simulation starts and kills.
struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @Argument(help: "The file with the calls to make.")
    var batch: String

    func run() async throws {
        Storage.setUpProcess()
        try await SimulationWorker.run(batch: batch)
    }
}

/// The process that the simulation of families starts and kills.
struct Payer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @Argument(help: "The file with what to pay.")
    var job: String

    func run() async throws {
        Storage.setUpProcess()
        try await SimulationWorker.pay(job: job)
    }
}
