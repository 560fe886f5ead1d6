import Guardian
import Kernel
import Ledger
import SQL
import Store

/// A household's purchases and decisions in the order of their instants, ties by the order of the
/// chain; read page by page, and held for a few days at most.
///
/// Purchases are read by the household's days. Where a clock was put back over midnight, a day is
/// shown again, so a day is told when everything up to a day and two hours after it was read.
struct BacktestHistory {
    /// Something that happened.
    enum Happening {
        case purchase(BookedPurchase)
        case decision(PastDecision)
    }

    private let session: any Session
    private let zone: Zone
    private var purchases: [PurchasePages]
    private var decisions: DecisionPages?
    /// What was read and is not told yet.
    private var held: [BookedPurchase] = []
    /// Decisions that are told with their purchases.
    private var followed: Set<ID<Entity.Decision>> = []
    private var last = Timestamp(milliseconds: .min)
    /// Called before a page is read; ends the walk by throwing.
    private let check: () throws -> Void

    /// How much later than the start of its day something of the day may be at the earliest.
    private static let overlapMilliseconds: Int64 = 26 * 3_600_000

    init(
        _ order: BacktestOrder,
        of members: [ID<Entity.Member>],
        in session: any Session,
        checking check: @escaping () throws -> Void = {}
    ) throws {
        self.session = session
        self.check = check
        zone = order.membership.zone
        let days = order.firstDay...order.days.upperBound
        purchases = try members.map { member in
            try PurchasePages(member, days, order.membership.currency, in: session)
        }
        guard order.countsDecisions else { return }
        decisions = try DecisionPages(
            of: order.membership.head,
            from: zone.start(of: days.lowerBound),
            by: order.isOfHousehold ? nil : order.member,
            in: session
        )
    }

    /// Tells everything, a day or so at a time.
    ///
    /// - Throws: `DatabaseError`, and what `body` throws.
    mutating func forEach(_ body: (Happening) throws -> Void) throws {
        while let day = purchases.compactMap(\.nextDay).min() {
            for place in purchases.indices {
                try purchases[place].take(day, into: &held, in: session, check)
            }
            if decisions != nil {
                // The newest ones only; those of days before are there already.
                for purchase in held where purchase.day == day {
                    guard let decision = purchase.decision, decision.isOfOwnCharge else { continue }
                    followed.insert(decision.id)
                }
            }
            let next = purchases.compactMap(\.nextDay).min()
            // A decision is told once the charge that may follow it would have been read.
            let margin = Self.overlapMilliseconds + Limits.matchMilliseconds
            let end = next.map { zone.start(of: $0).adding(milliseconds: -margin) }
            try tell(before: end ?? Timestamp(milliseconds: .max), body)
        }
    }

    private mutating func tell(
        before end: Timestamp,
        _ body: (Happening) throws -> Void
    ) throws {
        let keys = held.enumerated().filter { $0.element.instant < end }
            .map { (instant: $1.instant, sequence: $1.sequence, place: $0) }
            .sorted { ($0.instant, $0.sequence) < ($1.instant, $1.sequence) }
        for key in keys {
            try tellDecisions(before: (key.instant, key.sequence), body)
            guard key.instant >= last else {
                throw DatabaseError(.corrupt, "a transfer is on another day than its instant")
            }
            last = key.instant
            try body(.purchase(held[key.place]))
        }
        held.removeAll { $0.instant < end }
    }

    private mutating func tellDecisions(
        before end: (Timestamp, Int64),
        _ body: (Happening) throws -> Void
    ) throws {
        guard decisions != nil else { return }
        while let decision = try decisions?.next(before: end, in: session, check) {
            guard followed.remove(decision.id) == nil else { continue }
            // One that is told late, because a clock was set back, counts from now on.
            last = max(last, decision.decision.instant)
            try body(.decision(decision.decision.at(last)))
        }
    }
}

/// One member's purchases, page by page.
private struct PurchasePages {
    private let member: ID<Entity.Member>
    private let end: CivilDay
    private let currency: Currency
    private var page: [BookedPurchase] = []
    private var place = 0
    private var hasMore = true

    init(
        _ member: ID<Entity.Member>,
        _ days: ClosedRange<CivilDay>,
        _ currency: Currency,
        in session: any Session
    ) throws {
        self.member = member
        self.currency = currency
        end = days.upperBound
        try read(after: days.lowerBound.adding(days: -1), .max, in: session)
    }

    /// The day of the next purchase.
    var nextDay: CivilDay? { place < page.count ? page[place].day : nil }

    /// Takes all purchases of a day.
    mutating func take(
        _ day: CivilDay,
        into purchases: inout [BookedPurchase],
        in session: any Session,
        _ check: () throws -> Void
    ) throws {
        while place < page.count, page[place].day == day {
            purchases.append(page[place])
            place += 1
            guard place == page.count, hasMore else { continue }
            try check()
            try read(after: page[place - 1].day, page[place - 1].number, in: session)
        }
    }

    private mutating func read(
        after day: CivilDay,
        _ number: Int64,
        in session: any Session
    ) throws {
        page = try PastPurchases.page(
            of: member,
            after: day,
            number,
            upTo: end,
            in: currency,
            session: session
        )
        place = 0
        hasMore = page.count == Limits.walkRows
    }
}

/// Decisions page by page, put in the order of their instants where the chain's is another one.
private struct DecisionPages {
    private let household: ID<Entity.Household>
    private let start: Timestamp
    private let member: ID<Entity.Member>?
    private var place: Int64
    private var hasMore = true
    private var newest: Timestamp?
    /// What was read and is not told yet, the next one last.
    private var held: [DecidedPurchase] = []

    init(
        of head: ChainHead,
        from start: Timestamp,
        by member: ID<Entity.Member>?,
        in session: any Session
    ) throws {
        household = head.household
        self.start = start
        self.member = member
        place = try PastDecisions.place(
            from: start.adding(milliseconds: -Limits.decisionDisorderMilliseconds),
            of: household,
            upTo: head.sequence,
            in: session
        )
    }

    /// The next decision before an instant and a place in the chain.
    mutating func next(
        before end: (instant: Timestamp, sequence: Int64),
        in session: any Session,
        _ check: () throws -> Void
    ) throws -> DecidedPurchase? {
        while true {
            if let next = held.last, isSettled(next) {
                guard (next.decision.instant, next.sequence) < end else { return nil }
                return held.removeLast()
            }
            guard hasMore, !isPast(end.instant) else {
                guard let next = held.last, (next.decision.instant, next.sequence) < end else {
                    return nil
                }
                return held.removeLast()
            }
            try check()
            try read(in: session)
        }
    }

    /// Whether nothing that is read later can be before it.
    private func isSettled(_ decision: DecidedPurchase) -> Bool {
        !hasMore || isPast(decision.decision.instant)
    }

    private func isPast(_ instant: Timestamp) -> Bool {
        guard let newest else { return false }
        return newest.milliseconds - Limits.decisionDisorderMilliseconds > instant.milliseconds
    }

    private mutating func read(in session: any Session) throws {
        let page = try PastDecisions.page(of: household, from: place, in: session)
        hasMore = page.count == Limits.walkRows
        guard let end = page.last else { return }
        place = end.sequence + 1
        newest = (page.map(\.decision.instant) + [newest].compactMap(\.self)).max()
        held += page.filter { decided in
            decided.decision.instant >= start
                && (member == nil || member == decided.decision.member)
        }
        held.sort {
            ($1.decision.instant, $1.sequence) < ($0.decision.instant, $0.sequence)
        }
    }
}

extension PastDecision {
    /// The same at another instant.
    fileprivate func at(_ instant: Timestamp) -> PastDecision {
        PastDecision(
            instant: instant,
            member: member,
            amountMinor: amountMinor,
            merchantKey: merchantKey,
            category: category,
            answer: answer
        )
    }
}
