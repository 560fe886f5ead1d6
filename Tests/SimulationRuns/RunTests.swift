import Foundation
import Testbed
import Testing

@testable import Simulation

@Suite("Simulation")
struct RunTests {
    /// The seed that is always run.
    static let fixedSeed: UInt64 = 20_260_221
    /// The fixed one, and a new one or that which `PURSER_SIMULATION_SEED` names.
    ///
    /// `make simulate` runs more of them, and longer.
    static let seeds: [UInt64] = {
        let named = ProcessInfo.processInfo.environment["PURSER_SIMULATION_SEED"]
        return [fixedSeed, named.flatMap { UInt64($0) } ?? .random(in: 1...UInt64(UInt32.max))]
    }()

    @Test(
        "2,000 steps with failures, clock jumps and kills break no invariant",
        arguments: Engine.all,
        seeds
    )
    func run(engine: Engine, seed: UInt64) async throws {
        print("simulation: seed \(seed) on \(engine.rawValue)")
        let options = SimulationOptions(seed: seed, checkEvery: 400, worker: try Stage.worker())
        let report = try await Stage.with(engine) { stage in
            let simulator = try await stage.simulator(options)
            try await simulator.run(steps: 2_000)
            try await simulator.check()
            let report = await simulator.report
            await simulator.end()
            return report
        }
        #expect(report.steps == 2_000)
        #expect(report.checks >= 6)
        #expect(report.restores == 3)
        // How often the rest happens is the seed's to decide.
        guard seed == Self.fixedSeed else { return }
        #expect(report.kills > 0 && report.acknowledgedByKilled > 0)
        #expect(report.reconciled > 0 && report.bankSteps > 50)
        #expect(report.faults > 20 && report.replays > 20 && report.clockJumps > 20)
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
