import Catalogue
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// A trial of policies on what a household's books hold, within one transaction that reads.
struct BacktestRun {
    private let order: BacktestOrder
    private let bounds: BacktestBounds
    private let watch: BacktestWatch
    private let session: any Session
    private var facts: BacktestFacts
    private var backtest: PolicyBacktest
    private var judged = 0
    private var beside = 0
    private var told: Int64 = 0
    private let started = ContinuousClock.now

    /// How many happenings there are between two looks whether somebody still waits.
    private static let pace: Int64 = 512

    init(
        _ order: BacktestOrder,
        _ operations: GuardianOperations,
        within bounds: BacktestBounds,
        _ watch: BacktestWatch,
        in session: any Session
    ) {
        self.order = order
        self.bounds = bounds
        self.watch = watch
        self.session = session
        facts = BacktestFacts(order, operations.catalogue, operations.model, in: session)
        backtest = PolicyBacktest(
            order.tried,
            beside: order.live,
            mode: order.mode,
            from: order.start,
            of: order.member,
            in: order.membership.zone
        )
    }

    /// Tells the trial everything that it looks at.
    ///
    /// - Throws: ``Problem`` `payloadTooLarge`; `CancellationError`; `DatabaseError`.
    mutating func report() throws -> PolicyBacktestReport {
        let members = try members()
        let total = try total(of: members)
        let (watch, bounds, started) = (watch, bounds, started)
        var history = try BacktestHistory(order, of: members, in: session) {
            try watch.check()
            guard ContinuousClock.now - started < bounds.time else { throw bounds.tooLong }
        }
        try history.forEach { happening in try take(happening, of: total) }
        return backtest.report
    }

    private func members() throws -> [ID<Entity.Member>] {
        guard order.isOfHousehold else { return order.member.map { [$0] } ?? [] }
        return try Members.list(of: order.membership.household, in: session).map(\.id)
    }

    /// About how many purchases are told.
    ///
    /// - Throws: ``Problem`` `payloadTooLarge` when there are more to judge than may be.
    private func total(of members: [ID<Entity.Member>]) throws -> Int64 {
        var (total, judged): (Int64, Int64) = (0, 0)
        for member in members {
            let days = order.firstDay...order.days.upperBound
            total += try SpendRollups.total(by: member, on: days, in: session).count
            guard order.member == nil || order.member == member else { continue }
            judged += try SpendRollups.total(by: member, on: order.days, in: session).count
        }
        guard judged <= Int64(bounds.purchases) else { throw bounds.tooMany }
        return total
    }

    private mutating func take(
        _ happening: BacktestHistory.Happening,
        of total: Int64
    ) throws {
        switch happening {
        case .decision(let decision):
            beside += 1
            backtest.take(decision)
        case .purchase(let booked):
            guard let purchase = try facts.purchase(booked) else { return }
            let isJudged =
                purchase.instant >= order.start
                && (order.member == nil || order.member == purchase.member)
            if isJudged { judged += 1 } else { beside += 1 }
            told += 1
            backtest.take(purchase)
        }
        guard judged <= bounds.purchases, beside <= bounds.purchases else { throw bounds.tooMany }
        guard Int64(judged + beside) % Self.pace == 0 else { return }
        try watch.look(told, of: total)
        guard ContinuousClock.now - started < bounds.time else { throw bounds.tooLong }
    }
}
