/// Where a call runs.
///
/// When many transactions want the same row, each commit fails all the others, and with bad luck
/// one of them loses every time. So those that lost a few times run one after another in the slow
/// lane, where they do not fail each other and leave the connections to calls that want other
/// rows; and one that loses even there runs once while no other write of the process does.
enum Lane: Sendable {
    case fast
    case slow

    /// Lost conflicts after which a transaction goes to the slow lane.
    static let conflictsUntilSlow = 3
    /// Lost conflicts after which it runs alone.
    static let conflictsUntilAlone = 5

    /// Conflicts that were lost before this lane.
    var earlierConflicts: Int { self == .fast ? 0 : Self.conflictsUntilSlow }
}
