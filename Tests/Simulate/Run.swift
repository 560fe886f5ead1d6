import ArgumentParser
import Foundation
import Simulation

/// One run of the simulator.
struct Run: AsyncParsableCommand {
    enum Engine: String, ExpressibleByArgument, CaseIterable {
        case sqlite
        case postgres
    }

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    static let configuration = CommandConfiguration(abstract: "Runs a simulation (the default).")

    @Option(help: "What decides the run; by chance when left out.")
    var seed: UInt64?
    @Flag(help: "Lets weeks pass in families with allowances, in place of steps.")
    var families = false
    @Option(help: "How many weeks pass, with --families.")
    var weeks = 200
    @Option(help: "How many steps to make.")
    var steps = 10_000
    @Option(help: "The engine: sqlite or postgres.")
    var engine = Engine.sqlite
    @Option(help: "The server, for postgres; a schema of its own is made there and removed.")
    var postgresURL: String?
    @Option(
        parsing: .singleValue,
        help:
            "Makes this kind of steps alone: \(SimulationOptions.allKinds.joined(separator: ", "))."
    )
    var only: [String] = []
    @Option(help: "Steps made at the same time, each on a household of its own.")
    var width = 32
    @Option(help: "Whether the engine fails now and then: on or off.")
    var faults = Switch.on
    @Option(help: "Whether processes are killed: on or off.")
    var kills = Switch.on
    @Option(
        help: "After how many steps all is verified; a tenth of them, or 200 with --families."
    )
    var checkEvery: Int?

    @Option(help: "A file to write the final state to, line by line.")
    var dump: String?

    func validate() throws {
        guard engine == .sqlite || postgresURL != nil else {
            throw ValidationError("--engine postgres needs --postgres-url")
        }
        guard steps > 0, weeks > 0, width > 0, checkEvery ?? 1 > 0 else {
            throw ValidationError("--steps, --weeks, --width and --check-every are 1 or more")
        }
        guard Set(only).isSubset(of: SimulationOptions.allKinds) else {
            throw ValidationError("--only takes kinds of steps")
        }
        guard !families || dump == nil else {
            throw ValidationError("--dump is not for --families")
        }
    }

    func run() async throws {
        let seed = seed ?? UInt64.random(in: 1...UInt64(UInt32.max))
        tell("seed \(seed)")
        Storage.setUpProcess()
        let scene = try await Scene.make(engine == .postgres ? postgresURL : nil)
        do {
            if families {
                try await simulateFamilies(seed, scene)
            } else {
                try await simulate(seed, scene)
            }
        } catch let violation as Violation {
            tell("\(violation)")
            tell("The database stays: \(scene.place)")
            throw ExitCode(1)
        }
        try await scene.remove()
    }

    private func simulate(_ seed: UInt64, _ scene: Scene) async throws {
        let options = SimulationOptions(
            seed: seed,
            width: width,
            hasFaults: faults == .on,
            checkEvery: checkEvery ?? max(1, steps / 10),
            worker: worker,
            kinds: Set(only)
        )
        let clock = ContinuousClock()
        let started = clock.now
        let simulator = try Simulator(
            options,
            storage: scene.storage,
            directory: scene.directory
        )
        try await simulator.begin()
        try await simulator.run(steps: steps) { report in
            let seconds = (clock.now - started).components.seconds
            tell("\(report.steps) steps, \(report.links) links verified, \(seconds) s")
        }
        try await simulator.check()
        let report = await simulator.report
        let digest = try await simulator.digest()
        if let dump {
            let lines = try await simulator.state().joined(separator: "\n")
            try Data(lines.utf8).write(to: URL(filePath: dump))
        }
        await simulator.end()
        for (name, count) in report.calls.sorted(by: { $0.key < $1.key }) {
            tell("  \(name) \(count)")
        }
        tell(
            """
            \(report.steps) steps and \(report.bankSteps) with banks on \(scene.storage.engine) in \
            \((clock.now - started).components.seconds) s: \(report.faults) engine failures, \
            \(report.replays) repeated answers, \(report.refusals) refusals, \
            \(report.clockJumps) clock jumps, \(report.kills) kills \
            (\(report.acknowledgedByKilled) answers of killed processes found), \
            \(report.reconciled) charges asked about, \(report.restores) restores, \
            \(report.checks) verifications, \(report.links) links, no violation
            state \(digest)
            """
        )
    }

    /// The program that is started and killed: this one.
    var worker: String? { kills == .on ? Bundle.main.executablePath : nil }

    func tell(_ line: String) {
        print(line)
        fflush(nil)
    }
}
