import Foundation
import Testbed
import Testing

@testable import Simulation

@Suite("Simulation")
struct RunTests {
    /// A seed that is always run, and one that `PURSER_SIMULATION_SEED` names.
    static let seeds: [UInt64] =
        [20_260_221]
        + [ProcessInfo.processInfo.environment["PURSER_SIMULATION_SEED"].flatMap { UInt64($0) }]
        .compactMap(\.self)

    @Test(
        "10,000 steps with failures, clock jumps and kills break no invariant",
        arguments: Engine.all,
        seeds
    )
    func run(engine: Engine, seed: UInt64) async throws {
        print("simulation: seed \(seed) on \(engine.rawValue)")
        let options = SimulationOptions(seed: seed, worker: try Stage.worker())
        let report = try await Stage.with(engine) { stage in
            let simulator = try await stage.simulator(options)
            try await simulator.run(steps: 10_000)
            try await simulator.check()
            let report = await simulator.report
            await simulator.end()
            return report
        }
        #expect(report.steps == 10_000)
        #expect(report.kills > 0 && report.acknowledgedByKilled > 0)
        #expect(report.faults > 100 && report.replays > 100 && report.clockJumps > 100)
        #expect(report.checks == 6)
    }

    @Test("the same seed leaves the same state on both engines, killed or not")
    func sameState() async throws {
        let seed: UInt64 = 7
        let worker = try Stage.worker()
        let killed = try await digest(.sqlite, seed, worker: worker)
        #expect(try await digest(.sqlite, seed, worker: nil) == killed)
        #expect(try await digest(.postgres, seed, worker: worker) == killed)
        #expect(try await digest(.sqlite, seed + 1, worker: worker) != killed)
    }

    private func digest(
        _ engine: Engine,
        _ seed: UInt64,
        worker: String?
    ) async throws -> String {
        try await Stage.with(engine) { stage in
            let options = SimulationOptions(seed: seed, width: 8, worker: worker)
            let simulator = try await stage.simulator(options)
            try await simulator.run(steps: 600)
            let digest = try await simulator.digest()
            await simulator.end()
            return digest
        }
    }

    @Test("a run without failures makes every call once")
    func withoutFaults() async throws {
        try await Stage.with(.sqlite) { stage in
            let options = SimulationOptions(seed: 3, width: 8, hasFaults: false)
            let simulator = try await stage.simulator(options)
            try await simulator.run(steps: 500)
            try await simulator.check()
            #expect(await simulator.report.faults == 0)
            #expect(await simulator.report.kills == 0)
            await simulator.end()
        }
    }
}
