/// What decides a run of families: the same options give the same run.
public struct FamilyOptions: Sendable, Equatable {
    /// Decides every choice, id, instant and failure.
    public var seed: UInt64
    /// How many weeks pass.
    public var weeks: Int
    /// Whether the engine fails now and then.
    public var hasFaults: Bool
    /// After how many steps the books are verified.
    public var checkEvery: Int
    /// The program that is started and killed; without it nothing is killed.
    public var worker: String?

    /// Makes options.
    public init(
        seed: UInt64,
        weeks: Int = 200,
        hasFaults: Bool = true,
        checkEvery: Int = 200,
        worker: String? = nil
    ) {
        precondition(weeks > 0 && checkEvery > 0)
        self.seed = seed
        self.weeks = weeks
        self.hasFaults = hasFaults
        self.checkEvery = checkEvery
        self.worker = worker
    }

    /// The command that runs the same again.
    func replay(on engine: String) -> String {
        """
        purser-simulate --families --seed \(seed) --weeks \(weeks) --engine \(engine) \
        --faults \(hasFaults ? "on" : "off") --kills \(worker == nil ? "off" : "on") \
        --check-every \(checkEvery)
        """
    }
}
