import Guardian
public import Kernel
import Ledger
import SQL
import Store

extension InsightsOperations {
    /// Counts every household's decisions where many are not counted yet.
    ///
    /// Ends after the piece at hand when its task is cancelled; the next run counts the rest.
    ///
    /// - Returns: How many decisions were counted.
    @discardableResult
    public func tallyDecisions() async throws -> Int {
        var count = 0
        var last: ID<Entity.Household>?
        while true {
            let page = try await database.read { [last] session in
                try DecisionTallies.lags(after: last, in: session)
            }
            for (household, links) in page
            where links > Limits.untalliedLinks && !Task.isCancelled {
                count += try await tallyDecisions(of: household)
            }
            guard page.count == Limits.walkRows, !Task.isCancelled else { return count }
            last = page.last?.household
        }
    }

    /// Counts a household's decisions by member and day, up to the end of its chain.
    ///
    /// In pieces, each in a transaction of its own. Counting again, or side by side with another
    /// process, counts nothing twice; what is decided meanwhile is left for the next time, and so
    /// is the rest when the task is cancelled.
    ///
    /// - Returns: How many decisions were counted.
    @discardableResult
    public func tallyDecisions(of household: ID<Entity.Household>) async throws -> Int {
        var count = 0
        while let piece = try await tallyPiece(of: household) {
            count += piece.decisions
            if piece.isLast || Task.isCancelled { break }
        }
        return count
    }

    /// Counts the next ``Limits/walkRows`` decisions of a household.
    ///
    /// - Returns: How many were counted, none when somebody else did so meanwhile, and whether they
    ///   were the last; `nil` when nothing is left to count.
    func tallyPiece(
        of household: ID<Entity.Household>
    ) async throws -> (decisions: Int, isLast: Bool)? {
        // What is decided never changes, so only the sums are written where others wait.
        let piece = try await database.read { session in
            try DecisionPiece.next(of: household, in: session)
        }
        guard let piece else { return nil }
        let isCounted = try await database.write { session in try piece.count(in: session) }
        return isCounted ? (piece.decisions, piece.isLast) : (0, false)
    }
}

/// Decisions of a household that are counted together: those of one piece of its chain.
private struct DecisionPiece: Sendable {
    private struct Key: Hashable {
        let member: ID<Entity.Member>
        let day: CivilDay
    }

    private let household: ID<Entity.Household>
    /// The time zone whose days these are.
    private let zone: Zone
    /// Up to which position the decisions before are counted.
    private let tallied: Int64
    /// Up to which position this piece goes.
    private let end: Int64
    private var days: [Key: DecisionDay] = [:]
    /// How many there are.
    let decisions: Int
    /// Whether it ends where the chain ended.
    let isLast: Bool

    /// The next piece that is not counted; `nil` when all are.
    static func next(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> DecisionPiece? {
        let tallied = try DecisionTallies.sequence(of: household, in: session)
        guard let record = try Households.find(household, in: session),
            let head = try Households.head(of: household, in: session), head.sequence > tallied
        else { return nil }
        let zone = try Zone.named(record.timeZone).orCorrupt("a household has no time zone")
        let outcomes = try Decisions.outcomes(
            of: household,
            at: tallied + 1...head.sequence,
            in: session
        )
        return DecisionPiece(outcomes, of: household, after: tallied, head.sequence, zone)
    }

    private init(
        _ outcomes: [DecisionOutcome],
        of household: ID<Entity.Household>,
        after tallied: Int64,
        _ head: Int64,
        _ zone: Zone
    ) {
        self.household = household
        self.zone = zone
        self.tallied = tallied
        isLast = outcomes.count < Limits.walkRows
        decisions = outcomes.count
        end = isLast ? head : outcomes.last?.sequence ?? head
        for outcome in outcomes {
            let key = Key(member: outcome.member, day: zone.day(of: outcome.decidedAt))
            let position = outcome.sequence
            var day =
                days[key] ?? DecisionDay(counts: DecisionCounts(), positions: position...position)
            day.counts.count(reason: outcome.reason)
            day.positions = day.positions.lowerBound...position
            days[key] = day
        }
    }

    /// Adds the piece to the sums.
    ///
    /// - Returns: Whether it was added: not when somebody else did so meanwhile, or the household
    ///   has other days by now.
    func count(in session: any Session) throws -> Bool {
        guard try DecisionTallies.sequence(of: household, in: session) == tallied,
            try Households.find(household, in: session)?.timeZone == zone.identifier
        else { return false }
        // First, so that of two who count the same piece one loses here, with nothing written yet.
        try DecisionTallies.set(end, of: household, in: session)
        for (key, day) in days {
            try DecisionDays.add(day, of: key.member, on: key.day, in: session)
        }
        return true
    }
}
