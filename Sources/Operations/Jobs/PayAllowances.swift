import Kernel
import SQL
import Store

extension Operations {
    /// Pays every allowance that is due, and what is owed from pools that hold enough by now.
    ///
    /// Each household is paid in a transaction of its own, several side by side. A due day is
    /// recorded once, in the transaction that pays it: so several processes may do this at once,
    /// and a run that was cut off is completed by the next. One failure does not stop the others.
    ///
    /// - Parameters:
    ///   - call: What surrounds the run.
    ///   - each: Is told of each child, once its payment is durable.
    /// - Returns: What came of it.
    /// - Throws: `DatabaseError` when who is due cannot be read; `CancellationError` when the run
    ///   was cancelled, after the households that were begun.
    @discardableResult
    public func payAllowances(
        _ call: Call,
        each: (ChildPayout) -> Void = { _ in }
    ) async throws -> PayoutReport {
        try await visitDueHouseholds(call, each) { household in
            try await payHousehold(household, call)
        }
    }

    /// Tells what a run would do now: the very same run, undone again.
    ///
    /// - Parameters:
    ///   - call: What surrounds the run.
    ///   - each: Is told of each child.
    /// - Returns: What would come of it.
    /// - Throws: As ``payAllowances(_:each:)``.
    public func owedAllowances(
        _ call: Call,
        each: (ChildPayout) -> Void
    ) async throws -> PayoutReport {
        try await visitDueHouseholds(call, each) { household in
            do {
                return try await database.write { session -> HouseholdPayout in
                    throw Undone(
                        payout: try payHousehold(household, isCareful: true, call, in: session)
                    )
                }
            } catch let undone as Undone {
                return undone.payout
            }
        }
    }

    /// Visits each household that owes something or of which something may be due, once.
    private func visitDueHouseholds(
        _ call: Call,
        _ each: (ChildPayout) -> Void,
        _ visit: @escaping @Sendable (ID<Entity.Household>) async throws -> HouseholdPayout
    ) async throws -> PayoutReport {
        var round = PayoutRound(isSideBySide: database.dialect.writesSideBySide, work: visit)
        var owing: ID<Entity.Household>?
        while true {
            let page = try await database.read { [owing] session in
                try AllowanceDues.households(after: owing, in: session)
            }
            try await round.visit(page, each)
            guard page.count == Limits.walkRows else { break }
            owing = page.last
        }
        // The zone that is furthest ahead has this day already; which day a household has, its own
        // transaction looks at.
        let latest = Zone.utc.day(of: call.now.adding(seconds: 14 * 3_600))
        var due: [DueChild] = []
        while true {
            let last = due.last
            due = try await database.read { session in
                try Allowances.due(
                    through: latest,
                    after: last,
                    most: Limits.payoutRows,
                    in: session
                )
            }
            try await round.visit(due.map(\.household), each)
            guard due.count == Limits.payoutRows else { return round.report }
        }
    }
}

/// What a run would have done, on its way out of the transaction that is undone by it.
private struct Undone: Error {
    let payout: HouseholdPayout
}

/// One run: the households it visited, and what came of it.
private struct PayoutRound {
    let isSideBySide: Bool
    let work: @Sendable (ID<Entity.Household>) async throws -> HouseholdPayout
    var report = PayoutReport()
    var visited: Set<ID<Entity.Household>> = []

    private typealias Visit = (household: ID<Entity.Household>, Result<HouseholdPayout, any Error>)

    /// Visits those of the households that were not visited yet, so many at once that they are
    /// committed together and no connection is idle.
    mutating func visit(
        _ households: [ID<Entity.Household>],
        _ each: (ChildPayout) -> Void
    ) async throws {
        let new = households.filter { visited.insert($0).inserted }
        let tasks = isSideBySide ? Limits.payoutTasks : Limits.payoutTasksTogether
        var waiting = (isSideBySide ? Self.farApart(new, tasks) : new)[...]
        await withTaskGroup(of: Visit.self) { group in
            var running = 0
            while true {
                while running < tasks, !Task.isCancelled,
                    let next = waiting.popFirst()
                {
                    group.addTask { [work] in (next, await Self.outcome(of: next, work)) }
                    running += 1
                }
                guard let (household, outcome) = await group.next() else { return }
                running -= 1
                note(household, outcome, each)
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

    private static func outcome(
        of household: ID<Entity.Household>,
        _ work: (ID<Entity.Household>) async throws -> HouseholdPayout
    ) async -> Result<HouseholdPayout, any Error> {
        do {
            return .success(try await work(household))
        } catch {
            return .failure(error)
        }
    }

    private mutating func note(
        _ household: ID<Entity.Household>,
        _ outcome: Result<HouseholdPayout, any Error>,
        _ each: (ChildPayout) -> Void
    ) {
        report.households += 1
        switch outcome {
        case .failure(let error): report.note("household \(household): \(error)")
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
