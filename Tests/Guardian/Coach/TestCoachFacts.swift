import Kernel
import Ledger

@testable import Guardian

extension CoachFacts {
    /// The facts of a purchase; without limit, spending or fences unless said.
    static func test(
        _ minor: Int64,
        _ category: String = "fun",
        at merchant: String = "Steam",
        isAllowed: Bool = false,
        limit: Int64? = nil,
        spent: Int64 = 0,
        week: (minor: Int64, count: Int64) = (0, 0),
        quarter: Int64 = 0,
        days: Int? = nil,
        hasParent: Bool = false,
        inside: Geofence.Policy? = nil,
        wallet: Int64? = nil,
        currency: Currency = .usd
    ) -> CoachFacts {
        CoachFacts(
            purchase: PurchaseFacts(
                amount: Money(minor: minor, currency: currency),
                category: category,
                override: isAllowed ? ID<Entity.Override>(RawID(high: 1, low: 2)) : nil,
                limit: limit.map { Money(minor: $0, currency: currency) },
                spentThisMonth: limit.map { _ in Money(minor: spent, currency: currency) },
                location: inside.map(LocationFacts.test),
                wallet: wallet.map { Money(minor: $0, currency: currency) }
            ),
            merchant: merchant,
            week: SpendTotal(amountMinor: week.minor, count: week.count),
            spentInQuarterMinor: quarter,
            daysSinceFirstPurchase: days,
            hasParent: hasParent
        )
    }
}

extension LocationFacts {
    /// A member inside one fence, for every category.
    fileprivate static func test(_ policy: Geofence.Policy) -> LocationFacts {
        let fence = FenceFacts(
            count: 1,
            applying: 1,
            hit: FenceHit(number: 1, name: "Mall", distanceCentimetres: 100, radiusMetres: 500)
        )
        let none = FenceFacts(count: 0, applying: 0, hit: nil)
        return LocationFacts(
            isPositionKnown: true,
            blocking: policy == .block ? fence : none,
            warning: policy == .warn ? fence : none
        )
    }
}
