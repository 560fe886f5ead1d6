import Kernel

/// One step of a simulation: calls on one household, planned before any is made.
struct PlannedStep: Sendable {
    /// What it tries, for the report.
    let title: String
    /// The household it is about, then one whose things it must not reach.
    let places: [Int]
    /// Calls that are made at once, wave after wave.
    let waves: [[PlannedCall]]
    /// Whether it matters which call of the last wave comes first.
    let isRace: Bool
    /// Sums of spending to look at afterwards.
    let probes: [Probe]
    /// The link of the chain behind which transfers are looked at afterwards, because the answers
    /// do not tell of all.
    var looksAfter: Int64?

    /// The calls with their seeds, for the report.
    var lines: [String] {
        ["\(title) on household \(places[0])"]
            + waves.enumerated().flatMap { index, calls in
                calls.map { call in
                    let key = call.key.map { " key \($0.prefix(24))" } ?? ""
                    let faults = call.faults.isEmpty ? "" : " faults \(call.faults)"
                    return "  \(index): at \(call.nowMS)\(key)\(faults) \(call.action)"
                }
            }
    }
}

/// A member's spending of one category in the month of a day.
struct Probe: Sendable, Hashable {
    let member: ID<Entity.Member>
    let guardian: String
    let day: LocalDay
}
