import Testbed
import Testing

@testable import Simulation

@Suite("Simulation finds an engine that lies")
struct LieTests {
    @Test("every lie is found within a few thousand steps", arguments: Lie.allCases)
    func found(lie: Lie) async throws {
        try await Stage.with(.sqlite) { stage in
            let options = SimulationOptions(
                seed: 9,
                width: 4,
                checkEvery: 250,
                kinds: lie.kinds
            )
            let simulator = try await stage.simulator(options) { base in
                LyingDatabase(base, lie, after: 200)
            }
            let violation = try await violation { try await simulator.run(steps: 4_000) }
            #expect(violation.step > 0)
            await simulator.end()
        }
    }

    @Test("an engine that does not lie yet is not suspected")
    func honest() async throws {
        try await Stage.with(.sqlite) { stage in
            let options = SimulationOptions(seed: 9, width: 4, checkEvery: 250)
            let simulator = try await stage.simulator(options) { base in
                LyingDatabase(base, .losesWrites, after: .max)
            }
            try await simulator.run(steps: 500)
            await simulator.end()
        }
    }
}
