/// What decides a run: the same options give the same run.
public struct SimulationOptions: Sendable, Equatable {
    /// Decides every choice, id and instant.
    public var seed: UInt64
    /// Steps made at the same time, each on a household of its own.
    public var width: Int
    /// How many households there are; a few more than ``width``.
    public var households: Int
    /// Whether the engine fails now and then.
    public var hasFaults: Bool
    /// After how many steps everything is verified.
    public var checkEvery: Int
    /// The program that is started and killed; without it nothing is killed.
    public var worker: String?
    /// The only kinds of steps that are made; all when there is none.
    public var kinds: Set<String>

    /// Makes options.
    public init(
        seed: UInt64,
        width: Int = 16,
        hasFaults: Bool = true,
        checkEvery: Int = 2_000,
        worker: String? = nil,
        kinds: Set<String> = []
    ) {
        precondition(width > 0 && checkEvery > 0)
        self.seed = seed
        self.width = width
        self.households = width + width / 2 + 2
        self.hasFaults = hasFaults
        self.checkEvery = checkEvery
        self.worker = worker
        self.kinds = kinds
    }

    /// How many of the households may link a bank.
    var banks: Int {
        kinds.isEmpty || kinds.contains(Simulator.bankKind) ? max(2, households / 4) : 0
    }

    /// The names of all kinds of steps.
    public static var allKinds: [String] { Planner.Kind.allCases.map(\.rawValue) }

    /// The command that runs the same again.
    func replay(steps: Int, on engine: String) -> String {
        let only = kinds.sorted().map { " --only \($0)" }.joined()
        return """
            purser-simulate --seed \(seed) --steps \(steps) --engine \(engine) --width \(width) \
            --faults \(hasFaults ? "on" : "off") --kills \(worker == nil ? "off" : "on") \
            --check-every \(checkEvery)\(only)
            """
    }
}
