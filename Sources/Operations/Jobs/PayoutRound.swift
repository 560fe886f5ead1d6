import Kernel
import Store

/// What came of visiting a household.
struct HouseholdVisit: Sendable {
    let household: ID<Entity.Household>
    let outcome: Result<HouseholdPayout, any Error>
}

/// One run: the households it visited, and what came of it.
struct PayoutRound {
    /// Visits households; what comes back tells of each of them.
    typealias Work = @Sendable ([ID<Entity.Household>]) async -> [HouseholdVisit]

    private(set) var report = PayoutReport()

    private let tasks: Int
    private let areNeighboursApart: Bool
    private let work: Work
    private var visited: Set<ID<Entity.Household>> = []

    /// Begins a run that visits households in several tasks.
    init(isSideBySide: Bool, work: @escaping Work) {
        tasks = isSideBySide ? Limits.payoutTasks : Limits.payoutTasksTogether
        areNeighboursApart = isSideBySide
        self.work = work
    }

    /// Visits those of the households that were not visited yet.
    mutating func visit(
        _ households: [ID<Entity.Household>],
        _ each: (ChildPayout) -> Void
    ) async throws {
        let new = households.filter { visited.insert($0).inserted }
        let groups = stride(from: 0, to: new.count, by: Limits.payoutHouseholds).map { first in
            Array(new[first...].prefix(Limits.payoutHouseholds))
        }
        var waiting = (areNeighboursApart ? Self.farApart(groups, tasks) : groups)[...]
        await withTaskGroup(of: [HouseholdVisit].self) { tasks in
            var running = 0
            while true {
                while running < self.tasks, !Task.isCancelled, let next = waiting.popFirst() {
                    tasks.addTask { [work] in await work(next) }
                    running += 1
                }
                guard let visits = await tasks.next() else { return }
                running -= 1
                for visit in visits { note(visit, each) }
            }
        }
        try Task.checkCancellation()
    }

    /// The same in an order in which those that are visited side by side lie far apart.
    ///
    /// Neighbours share pages of PostgreSQL's indexes, and serializable transactions that read and
    /// write one page at the same time undo each other. Where writes are committed together it is
    /// the other way round: what neighbours write to one page is written once.
    private static func farApart<Element>(_ elements: [Element], _ parts: Int) -> [Element] {
        let length = (elements.count + parts - 1) / parts
        return (0..<length).flatMap { place in
            stride(from: place, to: elements.count, by: length).map { elements[$0] }
        }
    }

    private mutating func note(_ visit: HouseholdVisit, _ each: (ChildPayout) -> Void) {
        report.households += 1
        switch visit.outcome {
        case .failure(let error): report.note("household \(visit.household): \(error)")
        case .success(let payout):
            for failure in payout.failures { report.note(failure) }
            for child in payout.children {
                report.paid += child.paidDays.count
                report.owed += child.owedDays.count
                each(child)
            }
        }
    }
}
