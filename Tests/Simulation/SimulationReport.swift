/// What a run did.
public struct SimulationReport: Sendable, Equatable {
    /// Steps made.
    public var steps = 0
    /// Steps with banks that were made beside them.
    public var bankSteps = 0
    /// Calls by name; every attempt counts.
    public var calls: [String: Int] = [:]
    /// Failures of the engine that were put in and met.
    public var faults = 0
    /// Answers that were those of an earlier call.
    public var replays = 0
    /// Calls that were refused.
    public var refusals = 0
    /// Times the clock was set.
    public var clockJumps = 0
    /// Processes that were killed.
    public var kills = 0
    /// Answers of killed processes that were looked for and found.
    public var acknowledgedByKilled = 0
    /// Charges that processors were asked about afterwards.
    public var reconciled = 0
    /// Times that everything was restored from a backup.
    public var restores = 0
    /// Times that everything was verified.
    public var checks = 0
    /// Links of all chains at the last of them.
    public var links = 0

    mutating func count(_ call: PlannedCall, _ attempts: [Attempt]) {
        calls[call.action.name, default: 0] += attempts.count
        for attempt in attempts {
            switch attempt.outcome {
            case .failed: faults += 1
            case .replayed: replays += 1
            case .refused, .notPosted: refusals += 1
            default: break
            }
        }
    }
}
