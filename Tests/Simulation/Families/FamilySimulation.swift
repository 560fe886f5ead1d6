import Contract
import Kernel
import Operations
public import SQL
import Store

/// Tries to break what families are promised: each due day is paid once, whatever happens.
///
/// Weeks pass in families of several time zones, hours or days at a time. Parents change
/// schedules, pause them, move money and let the pool run dry. Those who pay come late, come twice
/// at once, meet failures of the engine and are killed. A model that looks at the calendar day by
/// day says what must come of it, and after every step everything is held against it.
public actor FamilySimulation {
    /// What decides the run.
    public let options: FamilyOptions
    /// Where everything is kept.
    public let storage: Storage
    /// What was done so far.
    public internal(set) var report = FamilyReport()

    let keys: Keys
    private let interposing: @Sendable (any Database) -> any Database
    var database: any Database
    var chance: Chance
    var nowMS = FamilySimulation.firstMS
    var families: [ModelFamily] = []
    /// Until when nobody pays.
    private var stoppedUntilMS: Int64 = 0
    /// Whether somebody was away, so that there is much to pay.
    var hasMuchToPay = false
    private var history: [String] = []

    /// 2024-02-20T00:00:00Z, shortly before a leap day.
    static let firstMS: Int64 = 1_708_387_200_000
    static let dayMS: Int64 = 86_400_000
    static let zones = [
        "UTC", "America/New_York", "Europe/Berlin", "Pacific/Auckland", "Asia/Kolkata",
    ]

    /// Opens an empty database.
    ///
    ///
    /// `directory`: Where the files of the run lie that are not the database.
    /// `interposing`: Puts something between the simulation and the engine.
    /// Throws `DatabaseError`, and what reading the keys throws.
    public init(
        _ options: FamilyOptions,
        storage: Storage,
        directory: String,
        interposing: @escaping @Sendable (any Database) -> any Database = { $0 }
    ) throws {
        self.options = options
        self.storage = storage
        self.interposing = interposing
        keys = try Keys(path: "\(directory)/keys.json")
        database = interposing(try storage.open())
        chance = Chance(seed: options.seed)
    }

    /// Makes the schema and founds the families.
    ///
    /// - Throws: ``Violation``; `DatabaseError`.
    public func begin() async throws {
        try await Migrator(Migrations.all).migrate(
            database,
            now: Timestamp(milliseconds: nowMS)
        )
        try await reporting {
            for place in Self.zones.indices {
                families.append(try await createFamily(place))
                for _ in 0...chance.below(ModelFamily.mostChildren) {
                    let amount = chance.within(1...20) * 100
                    try await ask(place, .addChild(amountMinor: amount), nil)
                }
            }
        }
    }

    /// Lets the weeks pass, and verifies the books now and then and at the end.
    ///
    /// `progress`: Told what was done, after each verification.
    /// Throws ``Violation``.
    public func run(progress: @Sendable (FamilyReport) -> Void = { _ in }) async throws {
        let end = Self.firstMS + Int64(options.weeks) * 7 * Self.dayMS
        while nowMS < end {
            passTime()
            for _ in 0..<chance.below(3) { try await step { try await askSomebody() } }
            if nowMS >= stoppedUntilMS, !chance.oneIn(3) { try await step { try await pay() } }
            report.weeks = Int((nowMS - Self.firstMS) / (7 * Self.dayMS))
            if report.steps / options.checkEvery > report.checks {
                try await check()
                progress(report)
            }
        }
        try await step { try await payPlainly() }
        try await check()
        progress(report)
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
        return result
    }

    // MARK: Time

    private func passTime() {
        let family = families[chance.below(families.count)]
        switch chance.below(60) {
        case 0:
            let gone = chance.within(1...42 * Self.dayMS)
            note("everything is off for \(gone / Self.dayMS) days")
            nowMS += gone
            report.outages += 1
            hasMuchToPay = true
        case 1:
            let gone = chance.within(1...42 * Self.dayMS)
            note("nobody pays for \(gone / Self.dayMS) days")
            stoppedUntilMS = nowMS + gone
            report.outages += 1
            hasMuchToPay = true
        case 2...8:
            nowMS = max(nowMS, family.almanac.nextMidnight(after: nowMS) + chance.within(-1...1))
        case 9:
            let change = family.almanac.clockChange(after: nowMS) ?? .max
            nowMS = change - nowMS < 3 * Self.dayMS ? change : nowMS + 3_600_000
        default: nowMS += chance.within(60_000...36 * 3_600_000)
        }
    }

    /// A little later.
    func tick() -> Int64 {
        nowMS += chance.within(1...2_000)
        return nowMS
    }

    // MARK: Parents

    private func askSomebody() async throws {
        let place = chance.below(families.count)
        var planner = FamilyPlanner(chance: Chance(seed: chance.next()), family: families[place])
        let fault = options.hasFaults && chance.oneIn(8) ? fault() : nil
        try await ask(place, planner.action(), fault)
    }

    private func fault() -> Fault {
        let code = chance.pick(chance.oneIn(4) ? Fault.lasting : Fault.passing)
        switch chance.below(4) {
        case 0: return .beforeWork(code)
        case 1: return .answerLost(code)
        // What lasts stops one payment and not the action around it: see payFailing.
        default: return .atStatement(1 + chance.below(40), chance.pick(Fault.passing))
        }
    }

    /// Lets a parent ask for something, and holds what comes of it against the model.
    private func ask(_ place: Int, _ action: FamilyAction, _ fault: Fault?) async throws {
        let call = FamilyCall(number: chance.next(), action: action, nowMS: tick(), fault: fault)
        note("family \(place): \(action)\(fault.map { " with \($0)" } ?? "")")
        let performer = FamilyPerformer(database: database, keys: keys)
        let outcomes = await performer.perform(call, in: families[place])
        report.actions[action.name, default: 0] += outcomes.count
        var after = families[place]
        let verdict = after.apply(action, nowMS: call.nowMS)
        if try settle(outcomes, verdict) {
            families[place] = after
            if case .addChild(let minor) = action { try await meet(place, minor, call.nowMS) }
        }
        try families[place].compare(try await look(at: place))
    }

    /// Whether it was done, by what was answered; it must be what had to come of it.
    private func settle(_ outcomes: [FamilyOutcome], _ verdict: FamilyVerdict) throws -> Bool {
        var wasHeard = false
        var isDone = false
        for outcome in outcomes {
            switch outcome {
            case .done:
                try require(verdict == .done && !wasHeard, "it is done and had to be \(verdict)")
                isDone = true
            case .refused(let kind):
                report.refusals += 1
                try require(verdict == .refused(kind), "\(kind) is not \(verdict)")
            case .replayed(let status):
                report.replays += 1
                try require(
                    wasHeard && (status < 300) == (verdict == .done),
                    .oneEffectPerKey,
                    "\(status) is answered again, and nobody was"
                )
            case .failed(_, let isPlanned, let wasDone, let reason):
                try require(isPlanned, "the engine failed by itself: \(reason)")
                report.faults += 1
                wasHeard = wasDone
                isDone = wasDone && verdict == .done
            }
        }
        return isDone
    }

    /// Takes over the ids of a child who joined.
    private func meet(_ place: Int, _ minor: Int64, _ nowMS: Int64) async throws {
        let family = families[place]
        let known = Set(family.children.map(\.id))
        let profiles = try await database.read { session in
            try Children.list(of: family.id, in: session)
        }
        let new = profiles.filter { !known.contains($0.id) }
        try require(new.count == 1, .oneEffectPerKey, "\(new.count) children joined, not one")
        families[place].join(
            ModelChild(
                number: family.children.count,
                id: new[0].id,
                wallet: new[0].wallet,
                amountMinor: minor,
                today: family.today(nowMS)
            )
        )
    }

    // MARK: Reporting

    /// Something that happens, for the report of a violation.
    func note(_ event: String) {
        history.append("\(Timestamp(milliseconds: nowMS).text) \(event)")
        if history.count > 2 * Self.told { history.removeFirst(Self.told) }
    }

    private static let told = 30

    private func step(_ work: () async throws -> Void) async throws {
        report.steps += 1
        try await reporting(work)
    }

    /// Runs `work` and tells of what it finds with all that is needed to see it again.
    func reporting(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch {
            throw Violation(
                seed: options.seed,
                step: report.steps,
                reason: "\(error)",
                history: Array(history.suffix(Self.told)),
                replay: options.replay(on: storage.engine)
            )
        }
    }
}
