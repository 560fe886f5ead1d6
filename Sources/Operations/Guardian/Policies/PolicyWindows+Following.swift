import Catalogue
import Guardian
import Kernel
import Ledger
import OrderedCollections
import SQL
import Store

/// How what windows look back on follows the ledger.
extension PolicyWindows {
    /// Follows transfers that were written, in the order of their links, of households that keep
    /// windows.
    static func follow(
        _ transfers: [Transfer],
        _ catalogue: Catalogue,
        in session: any Session
    ) throws {
        // What settles or corrects a purchase may say less of it.
        let purchases = transfers.filter {
            $0.kind == .purchase || $0.kind == .charge || $0.pending != nil || $0.reverses != nil
        }
        for (household, purchases) in Dictionary(grouping: purchases, by: \.household) {
            guard let kept = try PolicyPast.kept(of: household, in: session) else { continue }
            var change = try WindowChange(kept, catalogue, in: session)
            for purchase in purchases { try change.follow(purchase) }
            try change.write()
        }
    }

    /// Follows an edit of a movement's category.
    ///
    /// `counted`: What settled what was edited, or itself; it was not taken back.
    static func follow(
        editOf counted: Transfer,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws {
        guard counted.phase != .void,
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
    private struct Place: Hashable {
        let at: Timestamp
        let source: RawID

        init(_ transfer: Transfer) {
            at = transfer.occurredAt
            source = transfer.annotated.raw
        }
    }

    private let kept: KeptWindows
    private let zone: Zone
    private let catalogue: Catalogue
    private let session: any Session
    private var added: OrderedDictionary<Place, PolicyMoment> = [:]
    private var removed: [PolicyMoment] = []

    init(_ kept: KeptWindows, _ catalogue: Catalogue, in session: any Session) throws {
        self.kept = kept
        self.catalogue = catalogue
        self.session = session
        zone = try Zone.named(kept.timeZone).orCorrupt("a household has no time zone")
    }

    /// Follows a transfer: what it settles or takes back goes, and it comes, if it is a purchase.
    mutating func follow(_ transfer: Transfer) throws {
        if let pending = transfer.pending { try remove(pending) }
        if let original = transfer.reverses { return try remove(original) }
        // Nobody can have edited what is new.
        let isNew = transfer.pending == nil && transfer.replaces == nil
        try add(transfer, edited: isNew ? nil : edited(transfer))
    }

    /// Follows an edit of what a transfer bought.
    mutating func replace(_ transfer: Transfer) throws {
        try remove(transfer)
        try add(transfer, edited: edited(transfer))
    }

    private func edited(_ transfer: Transfer) throws -> String? {
        try Annotations.find(transfer.annotated, in: session)?.category
    }

    private mutating func remove(_ id: ID<Entity.Transfer>) throws {
        let transfer = try Transfers.find(id, of: kept.household, in: session)
        try remove(transfer.orCorrupt("a transfer names one that is not there"))
    }

    private mutating func remove(_ transfer: Transfer) throws {
        let place = Place(transfer)
        if added.removeValue(forKey: place) != nil { return }
        let moment = try PolicyMoments.remove(
            place.source,
            at: place.at,
            of: kept.household,
            in: session
        )
        if let moment { removed.append(moment) }
    }

    private mutating func add(_ transfer: Transfer, edited: String?) throws {
        guard transfer.occurredAt >= kept.since else { return }
        added[Place(transfer)] = PolicyWindows.moment(
            of: transfer,
            edited: edited,
            kept.currency,
            catalogue
        )
    }

    /// Writes what came, and moves the sums.
    func write() throws {
        let moments = Array(added.values)
        try PolicyMoments.insert(moments, of: kept.household, in: session)
        let changes = removed.map { ($0, Int64(-1)) } + moments.map { ($0, 1) }
        try PolicyWindows.sum(changes, zone, of: kept.household, in: session)
    }
}
