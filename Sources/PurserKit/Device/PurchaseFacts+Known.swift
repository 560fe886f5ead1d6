import Catalogue
import Contract
import Guardian
import Kernel

extension PurchaseFacts {
    /// The facts of a purchase as far as this device knows them, put together as the server does.
    ///
    /// - Parameters:
    ///   - purchase: What somebody is about to buy; its fields keep the contract's rules.
    ///   - known: What the server told last.
    ///   - knownAt: When that was.
    ///   - position: Where the member is; `nil` when nobody knows.
    ///   - now: When the purchase is.
    init(
        _ purchase: API.Guardian.AuthorizeRequest,
        known: KnownFacts,
        at knownAt: Timestamp,
        position: Coordinate?,
        now: Timestamp
    ) {
        let category = Catalogue.standard.guardianCategory(
            given: purchase.category,
            merchant: purchase.merchant,
            mcc: purchase.mcc.map { Int($0) }
        ).category
        let money = { (minor: Int64) in Money(minor: minor, currency: .usd) }
        let limit = known.limits.first { $0.category == category }
        // What was spent in another month counts against no limit any more.
        let zone = Zone.named(known.timeZone) ?? .utc
        let isSameMonth = zone.day(of: knownAt).month == zone.day(of: now).month
        self.init(
            amount: money(purchase.amountCents),
            category: category,
            override: known.allows(purchase, at: now) ? Self.someOverride : nil,
            limit: limit.map { money($0.limitCents) },
            spentThisMonth: limit.map { money(isSameMonth ? $0.spentMTDCents : 0) },
            location: LocationFacts(known.fences, category: category, position: position),
            wallet: known.walletMinor.map(money)
        )
    }

    /// The server does not tell an override's id, and a decision does not depend on it.
    private static var someOverride: ID<Entity.Override> { ID(.zero) }
}

extension KnownFacts {
    /// Whether a parent allowed exactly this, and nobody has bought it yet.
    fileprivate func allows(_ purchase: API.Guardian.AuthorizeRequest, at now: Timestamp) -> Bool {
        let merchant = MerchantName.normalised(purchase.merchant)
        let oldest = now.adding(milliseconds: -Limits.overrideMilliseconds)
        return overrides.contains { row in
            !row.used && row.amountCents == purchase.amountCents && row.ts.instant > oldest
                && row.ts.instant <= now && MerchantName.normalised(row.merchant) == merchant
        }
    }
}

extension LocationFacts {
    /// Holds a position against all fences of a member; `nil` when there is none.
    fileprivate init?(
        _ fences: [API.Guardian.Geofence],
        category: String,
        position: Coordinate?
    ) {
        guard !fences.isEmpty else { return nil }
        let fences = fences.map(Geofence.init)
        let applying = fences.filter { $0.applies(to: category) }
        let tally = { (policy: Geofence.Policy) in
            FenceTally(
                count: fences.count { $0.policy == policy },
                applying: applying.count { $0.policy == policy }
            )
        }
        self.init(
            blocking: tally(.block),
            warning: tally(.warn),
            near: applying,
            position: position
        )
    }
}

extension Geofence {
    /// A fence as the server told it.
    init(_ fence: API.Guardian.Geofence) {
        self.init(
            number: Serial(fence.id),
            name: fence.name,
            centre: Coordinate(latitude: fence.latitude, longitude: fence.longitude),
            radiusMetres: fence.radiusM,
            category: fence.category,
            policy: Policy(fence.policy)
        )
    }
}

extension Geofence.Policy {
    fileprivate init(_ policy: API.Guardian.GeofencePolicy) {
        switch policy {
        case .block: self = .block
        case .warn: self = .warn
        }
    }
}
