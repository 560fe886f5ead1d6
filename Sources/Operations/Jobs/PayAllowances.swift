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
            try await database.write { try payHousehold(household, call, in: $0) }
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
                    throw Undone(payout: try payHousehold(household, call, in: session))
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
        var round = PayoutRound(work: visit)
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
        var last: DueChild?
        while true {
            let page = try await database.read { [last] session in
                try Allowances.due(through: latest, after: last, in: session)
            }
            try await round.visit(page.map(\.household), each)
            guard page.count == Limits.walkRows else { return round.report }
            last = page.last
        }
    }
}

/// What a run would have done, on its way out of the transaction that is undone by it.
private struct Undone: Error {
    let payout: HouseholdPayout
}

/// One run: the households it visited, and what came of it.
private struct PayoutRound {
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
        var waiting = households.filter { visited.insert($0).inserted }[...]
        await withTaskGroup(of: Visit.self) { group in
            var running = 0
            while true {
                while running < Limits.payoutTasks, !Task.isCancelled,
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
