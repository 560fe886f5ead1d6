public import Kernel

/// A card made ready to be compared: what it earns where is found by one look each.
///
/// Made for an instant: its limits are as they are then, and its bonus counts if its quarter is
/// then. Making one allocates no table; comparing two allocates nothing.
public struct WalletCard: Sendable {
    /// The card with its limits as they are at the instant.
    public let card: RewardCard

    /// The name in lower case, by which equal cards are ordered.
    let sortName: String
    /// The place of the best active row of each category; below zero where there is none.
    private let rowPlaces: SIMD32<Int16>
    /// The place of the limit of each category; below zero where there is none.
    private let limitPlaces: SIMD32<Int16>
    /// The points that active rows earn, a bit each.
    private let earned: UInt8
    /// The bonus, if its quarter is the one of the instant and something of it is left.
    private let openBonus: QuarterlyBonus?

    /// Makes a card ready.
    ///
    /// - Parameters:
    ///   - card: The card as it is stored.
    ///   - now: The instant it is compared at.
    ///   - zone: The household's.
    public init(_ card: RewardCard, at now: Timestamp, in zone: Zone) {
        self.init(card.moved(to: now, in: zone), in: CalendarQuarter(of: now, in: zone))
    }

    /// Makes a card ready whose limits are moved on already.
    init(_ card: RewardCard, in quarter: CalendarQuarter) {
        var rowPlaces = SIMD32<Int16>(repeating: -1)
        var earned: UInt8 = 0
        for place in card.rows.indices where card.rows[place].isActive {
            let ordinal = card.rows[place].category.ordinal
            let best = Int(rowPlaces[ordinal])
            if best < 0 || card.rows[best].multiplier < card.rows[place].multiplier {
                rowPlaces[ordinal] = Int16(place)
            }
            earned |= card.rows[place].pointType.bit
        }
        var limitPlaces = SIMD32<Int16>(repeating: -1)
        for place in card.limits.indices {
            let ordinal = card.limits[place].category.ordinal
            if limitPlaces[ordinal] < 0 { limitPlaces[ordinal] = Int16(place) }
        }
        self.card = card
        self.sortName = card.name.lowercased()
        self.rowPlaces = rowPlaces
        self.limitPlaces = limitPlaces
        self.earned = earned
        self.openBonus = card.bonus.flatMap {
            $0.period == quarter && $0.remainingCents > 0 ? $0 : nil
        }
    }

    /// Whether any active row earns the points.
    public func earns(_ points: PointType) -> Bool { earned & points.bit != 0 }

    /// The row that a category is rewarded by: the best of the first category of its chain that has
    /// an active row; `nil` where none has.
    public func baseRow(for category: RewardsCategory) -> RewardRow? {
        if let row = row(of: category) { return row }
        if let parent = category.parent, let row = row(of: parent) { return row }
        return row(of: .general)
    }

    /// What a category earns without bonus and limits: the base row's, else one of the card's first
    /// points, else of Membership Rewards.
    public func base(for category: RewardsCategory) -> Earning {
        baseRow(for: category).map(Self.earning) ?? nothingSaid
    }

    /// The limit that a score looks at: that of the base row's category, else of the requested one.
    public func limit(for category: RewardsCategory) -> SpendingLimit? {
        if let row = baseRow(for: category), let limit = limit(of: row.category) { return limit }
        return limit(of: category)
    }

    /// What a purchase earns once the limit is reached: the `general` row's rate, but one when that
    /// very limit is the general one.
    public func earning(beyond limit: SpendingLimit) -> Earning {
        let general = row(of: .general).map(Self.earning) ?? nothingSaid
        guard limit.category == .general else { return general }
        return Earning(rate: .one, pointType: general.pointType)
    }

    /// The bonus, if it counts for a category: in its quarter, with something left.
    public func bonus(for category: RewardsCategory) -> QuarterlyBonus? {
        guard let openBonus, openBonus.covers(category) else { return nil }
        return openBonus
    }

    /// How the card stands for a purchase; allocates nothing.
    public func standing(
        for purchase: RewardPurchase,
        preferring points: PointType
    ) -> CardStanding {
        let limit = limit(for: purchase.category)
        let capped = limit.map { ($0.spentCents, $0.limitCents) } ?? (0, 0)
        var earning = base(for: purchase.category)
        var shown = capped
        if let limit, limit.isReached {
            earning = self.earning(beyond: limit)
        } else if let bonus = bonus(for: purchase.category) {
            let rate = bonus.rate(over: earning.rate, amountCents: purchase.amountCents)
            if rate > earning.rate {
                earning = Earning(rate: rate, pointType: bonus.pointType)
                if limit == nil { shown = (bonus.spentCents, bonus.limitCents) }
            }
        }
        return CardStanding(
            earning: earning,
            shown: shown,
            capped: capped,
            earnsPreferred: earns(points)
        )
    }

    /// What a card earns that says nothing of a category.
    private var nothingSaid: Earning {
        Earning(rate: .one, pointType: card.rows.first?.pointType ?? .membershipRewards)
    }

    private static func earning(of row: RewardRow) -> Earning {
        Earning(rate: row.multiplier, pointType: row.pointType)
    }

    private func row(of category: RewardsCategory) -> RewardRow? {
        let place = Int(rowPlaces[category.ordinal])
        return place < 0 ? nil : card.rows[place]
    }

    private func limit(of category: RewardsCategory) -> SpendingLimit? {
        let place = Int(limitPlaces[category.ordinal])
        return place < 0 ? nil : card.limits[place]
    }
}
