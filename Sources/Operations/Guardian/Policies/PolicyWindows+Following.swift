import Catalogue
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// How what windows look back on follows the ledger.
extension PolicyWindows {
    /// Follows transfers that were written, in the order of their links.
    ///
    /// Of households in which no policy is asked nothing is read but that.
    static func follow(
        _ transfers: [Transfer],
        _ catalogue: Catalogue,
        in session: any Session
    ) throws {
        let purchases = transfers.filter {
            $0.member != nil && ($0.kind == .purchase || $0.kind == .charge)
        }
        guard !purchases.isEmpty else { return }
        for (household, purchases) in Dictionary(grouping: purchases, by: \.household) {
            guard let kept = try PolicyPast.kept(of: household, in: session) else { continue }
            var change = try WindowChange(kept, catalogue, in: session)
            for purchase in purchases { try change.follow(purchase) }
            try change.write()
        }
    }

    /// Follows an edit of a movement's category.
    ///
    /// `counted`: What settled what was edited, or itself.
    static func follow(
        editOf counted: Transfer,
        isTakenBack: Bool,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws {
        guard !isTakenBack, counted.phase != .void,
            let kept = try PolicyPast.kept(of: counted.household, in: session)
        else { return }
        var change = try WindowChange(kept, catalogue, in: session)
        try change.replace(counted)
        try change.write()
    }

    /// Forgets what no window reaches any more, of all households; in pieces, because everybody
    /// else's writes wait for each.
    ///
    /// - Returns: How many moments there were.
    static func forget(in database: any Database, now: Timestamp) async throws -> Int {
        var count = 0
        let oldest = now.adding(seconds: -Int64(Limits.policyWindowDaysMost) * 86_400)
        while !Task.isCancelled {
            let some = try await database.read { try PolicyPast.kept(since: oldest, in: $0) }
            guard !some.isEmpty else { return count }
            for household in some {
                count += try await forget(household, in: database, now: now)
            }
        }
        return count
    }

    /// Forgets what a household keeps too long.
    ///
    /// From when on it is kept moves first, so that nobody looks where pieces are missing. What a
    /// cancelled run leaves behind goes with the next one.
    private static func forget(
        _ kept: KeptWindows,
        in database: any Database,
        now: Timestamp
    ) async throws -> Int {
        let zone = try Zone.named(kept.timeZone).orCorrupt("a household has no time zone")
        let day = zone.day(of: now).adding(days: -Limits.policyWindowDays)
        let since = zone.start(of: day)
        var count = 0
        while !Task.isCancelled {
            let some = try await database.write { session in
                // Its last policy may be gone meanwhile.
                guard let now = try PolicyPast.kept(of: kept.household, in: session) else {
                    return 0
                }
                if now.since < since {
                    try PolicyPast.keep(of: kept.household, since: since, in: session)
                    try PolicySums.remove(of: kept.household, before: day, in: session)
                }
                return try PolicyMoments.remove(
                    of: kept.household,
                    before: since,
                    upTo: Limits.walkRows,
                    in: session
                )
            }
            count += some
            guard some == Limits.walkRows else { break }
        }
        return count
    }
}

/// What moments of one household come and go, worked out before it is written.
private struct WindowChange {
    private let kept: KeptWindows
    private let zone: Zone
    private let currency: Currency
    private let catalogue: Catalogue
    private let session: any Session
    private var changes: [(moment: PolicyMoment, times: Int64)] = []

    init(_ kept: KeptWindows, _ catalogue: Catalogue, in session: any Session) throws {
        self.kept = kept
        self.catalogue = catalogue
        self.session = session
        zone = try Zone.named(kept.timeZone).orCorrupt("a household has no time zone")
        currency = try Households.named(kept.household, in: session).currency
    }

    /// Follows a transfer: what it settles or takes back goes, and it comes, if it is a purchase.
    mutating func follow(_ transfer: Transfer) throws {
        if let pending = transfer.pending { try remove(pending) }
        if let original = transfer.reverses { return try remove(original) }
        try add(transfer)
    }

    /// Follows an edit of what a transfer bought.
    mutating func replace(_ transfer: Transfer) throws {
        try remove(transfer)
        try add(transfer)
    }

    private mutating func remove(_ id: ID<Entity.Transfer>) throws {
        let transfer = try Transfers.find(id, of: kept.household, in: session)
        try remove(transfer.orCorrupt("a transfer names one that is not there"))
    }

    private mutating func remove(_ transfer: Transfer) throws {
        let moment = try PolicyMoments.remove(
            transfer.annotated.raw,
            at: transfer.occurredAt,
            of: kept.household,
            in: session
        )
        if let moment { changes.append((moment, -1)) }
    }

    private mutating func add(_ transfer: Transfer) throws {
        guard transfer.occurredAt >= kept.since else { return }
        let edit = try Annotations.find(transfer.annotated, in: session)
        guard
            let moment = PolicyWindows.moment(
                of: transfer,
                edited: edit?.category,
                currency,
                catalogue
            )
        else { return }
        try PolicyMoments.insert([moment], of: kept.household, in: session)
        changes.append((moment, 1))
    }

    /// Moves the sums of what came and went.
    func write() throws {
        try PolicyWindows.sum(changes, zone, of: kept.household, in: session)
    }
}
