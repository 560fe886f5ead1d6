import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// Pays every allowance that is due, and what is owed from pools that hold enough by now.
    ///
    /// Several households are paid in one transaction, each as if it were alone: what fails of one
    /// is undone by itself, and what fails of the transaction is tried for each. A due day is
    /// recorded once, in the transaction that pays it: so several processes may do this at once,
    /// and a run that was cut off is completed by the next.
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
        try await visitDueHouseholds(call, each) { households in
            await together(households) { households in
                try await database.write { try payHouseholds(households, call, in: $0) }
            }
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
        try await visitDueHouseholds(call, each) { households in
            await together(households) { households in
                do {
                    return try await database.write { session -> [HouseholdVisit] in
                        throw DryRunResult(visits: try payHouseholds(households, call, in: session))
                    }
                } catch let dryRun as DryRunResult {
                    return dryRun.visits
                }
            }
        }
    }

    /// What came of a transaction about several households; when it failed, of one about each.
    private func together(
        _ households: [ID<Entity.Household>],
        _ work: ([ID<Entity.Household>]) async throws -> [HouseholdVisit]
    ) async -> [HouseholdVisit] {
        if households.count > 1, let visits = try? await work(households) { return visits }
        var visits: [HouseholdVisit] = []
        for household in households {
            do {
                visits += try await work([household])
            } catch {
                visits.append(HouseholdVisit(household: household, outcome: .failure(error)))
            }
        }
        return visits
    }

    /// Visits each household that owes something or of which something may be due, once.
    private func visitDueHouseholds(
        _ call: Call,
        _ each: (ChildPayout) -> Void,
        _ visit: @escaping PayoutRound.Work
    ) async throws -> PayoutReport {
        var round = PayoutRound(isSideBySide: database.dialect.writesSideBySide, work: visit)
        var owing: ID<Entity.Household>?
        while true {
            let page = try await database.read { [owing] session in
                try AllowanceDues.households(after: owing, in: session)
            }
            guard let last = page.last else { break }
            try await round.visit(page, each)
            owing = last
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
private struct DryRunResult: Error {
    let visits: [HouseholdVisit]
}
