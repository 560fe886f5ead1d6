import Kernel
import Operations
public import SQL
import Store

/// Tries to break the money's invariants: random households, a model of them, and faults.
///
/// Everything that happens is decided by the seed: choices, ids, instants and failures. Each step
/// is planned from a model in plain memory, made on the real operations over a real engine, and
/// held against the model; after it the household's balances, spending and chain are looked at.
/// Steps on different households are made side by side, and calls of one step too where their order
/// does not matter or the model knows what may come of each.
public actor Simulator {
    /// What decides the run.
    public let options: SimulationOptions
    /// Where everything is kept.
    public let storage: Storage
    /// What was done so far.
    public internal(set) var report = SimulationReport()

    let keys: Keys
    /// The banks that the first households may link.
    let banks: [LivingBank]
    private let interposing: @Sendable (any Database) -> any Database
    var database: any Database
    /// Who searches: a process beside those that write, which keeps what it has read.
    var reader: Operations
    var chance: Chance
    /// Decides the steps with banks.
    var bankChance: Chance
    /// Decides what is done with the demo household.
    var demoChance: Chance
    /// Who has it; `nil` before the first step of it, and after a deletion.
    var demo: ModelDemo?
    var demosFounded = 0
    var clock: SimulatedClock
    var households: [ModelHousehold] = []
    var history = History()
    /// The step from which on everything is restored from a backup.
    var nextRestoration = 300

    /// Opens an empty database.
    ///
    ///
    /// `directory`: Where the files of the run lie that are not the database.
    /// `interposing`: Puts something between the simulator and the engine.
    /// Throws `DatabaseError`, and what reading the keys throws.
    public init(
        _ options: SimulationOptions,
        storage: Storage,
        directory: String,
        interposing: @escaping @Sendable (any Database) -> any Database = { $0 }
    ) throws {
        self.options = options
        self.storage = storage
        self.interposing = interposing
        keys = try Keys(path: "\(directory)/keys.json")
        database = interposing(try storage.open())
        reader = keys.operations(on: database)
        chance = Chance(seed: options.seed)
        bankChance = Chance(seed: ~options.seed)
        demoChance = Chance(seed: options.seed.byteSwapped)
        banks = (0..<options.banks).map { place in
            LivingBank(seed: options.seed &+ UInt64(place), changesWhileRead: true)
        }
        clock = SimulatedClock()
    }

    var performer: Performer {
        Performer(database: database, keys: keys, banks: banks, reader: reader)
    }

    /// Makes the schema and founds the households.
    ///
    /// - Throws: ``Violation``; `DatabaseError`.
    public func begin() async throws {
        let now = Timestamp(milliseconds: clock.nowMS)
        try await Migrator(Migrations.all).migrate(database, now: now)
        try await reporting {
            for place in 0..<options.households {
                let nowMS = clock.tick(&chance)
                let seed = chance.next()
                var household = try await World.household(place, performer, seed, nowMS: nowMS)
                if place < banks.count { household.bank = ModelBank(banks[place]) }
                households.append(household)
            }
        }
    }

    /// Makes steps, and verifies everything now and then.
    ///
    /// `progress`: Told how many steps were made, after each verification.
    /// Throws ``Violation``.
    public func run(
        steps: Int,
        progress: @Sendable (SimulationReport) -> Void = { _ in }
    ) async throws {
        let end = report.steps + steps
        while report.steps < end {
            let untilCheck = options.checkEvery - report.steps % options.checkEvery
            if chance.oneIn(2) {
                try await event()
            } else {
                let most = min(options.width, end - report.steps, untilCheck)
                if options.kinds == [Self.bankKind] {
                    let made = try await bankRound(atMost: most)
                    report.steps += made
                } else {
                    try await make(plan(most))
                }
            }
            if !banks.isEmpty, bankChance.oneIn(3) { _ = try await bankRound(atMost: 2) }
            if hasDemo, demoChance.oneIn(6) { try await demoStep() }
            if report.steps % options.checkEvery == 0 {
                try await checkAll()
                progress(report)
            }
        }
    }

    /// Closes the database.
    public func end() async {
        await database.close()
        keys.shutdown()
    }

    /// Closes the database, lets others use it, and opens it again.
    func reopening<R>(_ work: () async throws -> R) async throws -> R {
        await database.close()
        let result = try await work()
        database = interposing(try storage.open())
        reader = keys.operations(on: database)
        return result
    }

    // MARK: Steps

    /// Makes steps on different households, side by side.
    func make(_ steps: [PlannedStep], isCounted: Bool = true) async throws {
        let runners = steps.map { step in
            StepRunner(
                performer: performer,
                step: step,
                households: step.places.map { households[$0].id }
            )
        }
        let results = await withTaskGroup(of: (Int, StepResult).self) { group in
            for (index, runner) in runners.enumerated() {
                group.addTask { (index, await runner.run()) }
            }
            var results = [StepResult](repeating: StepResult(), count: runners.count)
            for await (index, result) in group { results[index] = result }
            return results
        }
        for (step, result) in zip(steps, results) {
            if isCounted { report.steps += 1 }
            history.append(step, at: report.steps)
            try await reporting(step.places) { try settle(step, result) }
        }
    }

    private func plan(_ count: Int) -> [PlannedStep] {
        var free = chance.shuffled(Array(households.indices))
        var steps: [PlannedStep] = []
        while steps.count < count, free.count >= 2 {
            let home = free.removeLast()
            let step = plan(home, free[0])
            if step.places.count > 1 { free.removeFirst() }
            steps.append(step)
        }
        return steps
    }

    private func plan(_ home: Int, _ other: Int) -> PlannedStep {
        var planner = Planner(
            chance: Chance(seed: chance.next()),
            home: households[home],
            other: households[other],
            nowMS: clock.tick(&chance),
            hasFaults: options.hasFaults,
            kinds: options.kinds
        )
        return planner.step()
    }

    /// Holds what came of a step against the model.
    private func settle(_ step: PlannedStep, _ result: StepResult) throws {
        for (index, wave) in step.waves.enumerated() {
            let isRace = step.isRace && index == step.waves.count - 1
            var calls = Array(zip(wave, result.waves[index]))
            for (call, attempts) in calls { report.count(call, attempts) }
            if isRace { calls = Race.ordered(calls) }
            for (call, attempts) in calls {
                try households[call.home].settle(call, attempts, isRacing: isRace)
            }
        }
        if let failure = result.failure { throw Discrepancy("a look failed: \(failure)") }
        for (place, snapshot) in zip(step.places, result.snapshots) {
            try households[place].compare(snapshot)
        }
    }

    // MARK: Reporting

    /// Runs `work` and tells of what it finds with all that is needed to see it again.
    func reporting<R>(_ places: [Int] = [], _ work: () async throws -> R) async throws -> R {
        do {
            return try await work()
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation(
                seed: options.seed,
                step: report.steps,
                reason: "\(error)",
                history: history.lines(about: places),
                replay: options.replay(steps: report.steps, on: storage.engine)
            )
        }
    }
}
