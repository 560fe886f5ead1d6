import Kernel
public import Logging
import SQL
import Store

extension AllowanceOperations {
    /// Pays every allowance that is due, and what is owed from pools that hold enough by now.
    ///
    /// Households are paid in transactions of several, and each whose payment is not simple, or
    /// meets a failure, in one of its own. A due day is recorded once, in the transaction that pays
    /// it: so several processes may do this at once, and a run that was cut off is completed by the
    /// next. One failure does not stop the others.
    ///
    /// - Parameters:
    ///   - call: What surrounds the run.
    ///   - logger: Is told why households could not be paid together.
    ///   - each: Is told of each child, once its payment is durable.
    /// - Returns: What came of it.
    /// - Throws: `DatabaseError` when who is due cannot be read; `CancellationError` when the run
    ///   was cancelled, after the households that were begun.
    @discardableResult
    public func payAllowances(
        _ call: Call,
        logger: Logger? = nil,
        each: (ChildPayout) -> Void = { _ in }
    ) async throws -> PayoutReport {
        try await visitDueHouseholds(call, each, together: Limits.payoutHouseholds) { households in
            let batch = await paidInBatch(households, call, logger)
            var visits: [HouseholdVisit] = []
            for id in households {
                let visit: HouseholdVisit
                if let payout = batch[id] {
                    visit = HouseholdVisit(id, .success(payout))
                } else {
                    visit = await HouseholdVisit(id) {
                        try await database.write { try payHousehold(id, call, in: $0) }
                    }
                }
                visits.append(visit)
            }
            return visits
        }
    }

    /// What came of paying households together; nothing when something stands in the way of all,
    /// which may not stand in the way of each.
    private func paidInBatch(
        _ households: [ID<Entity.Household>],
        _ call: Call,
        _ logger: Logger?
    ) async -> [ID<Entity.Household>: HouseholdPayout] {
        do {
            return try await payBatch(households, call)
        } catch is CancellationError {
            return [:]
        } catch {
            // Only the database's own errors are known to be without amounts.
            let failure = (error as? DatabaseError)?.description ?? "\(type(of: error))"
            logger?.warning(
                "households are paid one by one",
                metadata: [
                    "failure": "\(failure)", "households": "\(households.count)",
                    "trace": "\(call.trace)",
                ]
            )
            return [:]
        }
    }

    /// Tells what a run would do now: the very same run, undone again.
    ///
    /// - Parameters:
    ///   - call: What surrounds the run.
    ///   - each: Is told of each child.
    /// - Returns: What would come of it.
    /// - Throws: As ``payAllowances(_:logger:each:)``.
    public func owedAllowances(
        _ call: Call,
        each: (ChildPayout) -> Void
    ) async throws -> PayoutReport {
        try await visitDueHouseholds(call, each, together: 1) { households in
            var visits: [HouseholdVisit] = []
            for id in households {
                visits.append(await HouseholdVisit(id) { try await owed(by: id, call) })
            }
            return visits
        }
    }

    private func owed(
        by household: ID<Entity.Household>,
        _ call: Call
    ) async throws -> HouseholdPayout {
        do {
            return try await database.write { session -> HouseholdPayout in
                throw DryRunResult(payout: try payHousehold(household, call, in: session))
            }
        } catch let dryRun as DryRunResult {
            return dryRun.payout
        }
    }

    /// Visits each household that owes something or of which something may be due, once.
    ///
    /// `together`: How many households are handed to `visit` at once.
    private func visitDueHouseholds(
        _ call: Call,
        _ each: (ChildPayout) -> Void,
        together: Int,
        _ visit: @escaping PayoutRound.Work
    ) async throws -> PayoutReport {
        var round = PayoutRound(
            isSideBySide: database.dialect.writesSideBySide,
            together: together,
            work: visit
        )
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
    let payout: HouseholdPayout
}
