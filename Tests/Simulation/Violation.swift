/// Something that must not be, with all that is needed to see it again.
public struct Violation: Error, Sendable, CustomStringConvertible {
    /// The seed of the run.
    public let seed: UInt64
    /// The step after which it was seen, counted from 1; 0 for the setting up.
    public let step: Int
    /// What is wrong.
    public let reason: String
    /// The steps before it, the last one last.
    public let history: [String]
    /// The command that runs the same again.
    public let replay: String

    /// The report: seed, step, what is wrong, what went before, and how to see it again.
    public var description: String {
        """
        VIOLATION at step \(step) of seed \(seed): \(reason)
        Before it:
        \(history.map { "  " + $0 }.joined(separator: "\n"))
        Again: \(replay)
        """
    }
}

/// What does not fit, before it is known at which step.
struct Discrepancy: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ invariant: Invariant, _ description: String) {
        self.description = "invariant \(invariant.rawValue) (\(invariant)): \(description)"
    }
}

/// What must always hold; the numbers are those of the house's design.
enum Invariant: Int {
    case balancesSumToZero = 1
    case balanceIsSumOfTransfers = 2
    case rollupsAreRecomputable = 3
    case walletsNeverOwe = 4
    case oneEffectPerKey = 5
    case nothingAcknowledgedIsMissing = 6
    case householdsAreApart = 7
    case chainVerifies = 8
}

/// Throws unless something holds.
func require(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
    guard holds else { throw Discrepancy(reason()) }
}

/// Throws unless an invariant holds.
func require(
    _ holds: Bool,
    _ invariant: Invariant,
    _ reason: @autoclosure () -> String
) throws {
    guard holds else { throw Discrepancy(invariant, reason()) }
}
