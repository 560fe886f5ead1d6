import Testbed
import Testing

@testable import Simulation

@Suite("Simulation finds sabotage")
struct SabotageTests {
    /// Each change is made for readers alone and is gone with them, so that one run of steps serves
    /// all that are made after such steps.
    @Test(
        "whatever is changed behind the program's back is found",
        arguments: Engine.all,
        Sabotage.Steps.allCases
    )
    func tampering(engine: Engine, steps: Sabotage.Steps) async throws {
        try await Stage.with(engine) { stage in
            let options = SimulationOptions(
                seed: 5,
                width: 4,
                checkEvery: 1_000_000,
                kinds: steps.kinds
            )
            let tampering = Tampering()
            let simulator = try await stage.simulator(options) { tampering.database($0) }
            try await simulator.run(steps: steps.count)
            try await simulator.checkAll()
            for sabotage in Sabotage.all where sabotage.steps == steps {
                do {
                    let violation = try await violation {
                        try await tampering.with(sabotage.sql) { try await simulator.checkAnew() }
                    }
                    let isFound = violation.reason.contains(sabotage.found)
                    #expect(isFound, "\(sabotage.what): \(violation.reason)")
                } catch {
                    Issue.record(error, "\(sabotage.what)")
                }
            }
            // It was the changes that were found.
            try await simulator.checkAnew()
            await simulator.end()
        }
    }

    @Test(
        "what a step touches is found by the step",
        arguments: [
            ("UPDATE accounts SET posted_credit_minor = posted_credit_minor + 1", "invariant 1"),
            (
                """
                UPDATE accounts SET posted_credit_minor = posted_credit_minor + 1,
                    posted_debit_minor = posted_debit_minor + 1
                """,
                "invariant 2"
            ),
            ("UPDATE households SET chain_sequence = chain_sequence + 1", "invariant 5"),
            ("UPDATE spend_by_day SET amount_minor = amount_minor - 1", "invariant 3"),
        ]
    )
    func touched(sql: String, found: String) async throws {
        try await Stage.with(.sqlite) { stage in
            let options = SimulationOptions(
                seed: 6,
                width: 4,
                hasFaults: false,
                checkEvery: 1_000_000
            )
            let simulator = try await stage.simulator(options)
            try await simulator.run(steps: 250)
            try await stage.tamper(sql)
            let violation = try await violation { try await simulator.run(steps: 250) }
            #expect(violation.reason.contains(found), "\(violation.reason)")
            await simulator.end()
        }
    }

    @Test("a violation tells seed, step, what went before and how to see it again")
    func report() async throws {
        try await Stage.with(.sqlite) { stage in
            let options = SimulationOptions(seed: 42, width: 4, checkEvery: 50)
            let simulator = try await stage.simulator(options)
            try await simulator.run(steps: 100)
            try await stage.tamper("DELETE FROM edits")
            let violation = try await violation { try await simulator.check() }
            #expect(violation.seed == 42 && violation.step == 100)
            #expect(!violation.history.isEmpty)
            let command = """
                purser-simulate --seed 42 --steps 100 --engine sqlite --width 4 --faults on \
                --kills off --check-every 50
                """
            #expect(violation.replay == command)
            #expect(violation.description.hasPrefix("VIOLATION at step 100 of seed 42"))
            #expect(violation.description.hasSuffix(command))
            await simulator.end()
        }
    }
}
