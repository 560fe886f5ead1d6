/// What a run of families did.
public struct FamilyReport: Sendable, Equatable {
    /// Steps made.
    public internal(set) var steps = 0
    /// Whole weeks that passed.
    public internal(set) var weeks = 0
    /// What was asked for, by name; every attempt counts.
    public internal(set) var actions: [String: Int] = [:]
    /// What was refused, and had to be.
    public internal(set) var refusals = 0
    /// Runs that pay.
    public internal(set) var payouts = 0
    /// Such runs by two at once.
    public internal(set) var pairs = 0
    /// Times that nobody paid for days or weeks.
    public internal(set) var outages = 0
    /// Failures of the engine that were put in and met.
    public internal(set) var faults = 0
    /// Answers that were those of an earlier call.
    public internal(set) var replays = 0
    /// Processes that were killed while they paid; not those that had ended before.
    public internal(set) var kills = 0
    /// Payments that killed processes told of, which were looked for and found.
    public internal(set) var acknowledgedByKilled = 0
    /// Due days in the books.
    public internal(set) var dues = 0
    /// Those of them that are still owed.
    public internal(set) var owed = 0
    /// Times that all books were verified.
    public internal(set) var checks = 0
    /// Links of all chains at the last of them.
    public internal(set) var links = 0
}
