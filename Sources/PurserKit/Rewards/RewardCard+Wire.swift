import Contract
import Kernel
import Rewards

extension RewardCard {
    /// A card as the server told it.
    init(_ card: API.Rewards.CreditCard) {
        self.init(
            id: card.id,
            name: card.name,
            type: CardType(card.cardType),
            rows: card.rewardCategories.map { RewardRow($0) },
            bonus: card.quarterlyBonus.map { QuarterlyBonus($0) },
            limits: card.spendingLimits.map { SpendingLimit($0) },
            isActive: card.isActive,
            accountID: card.accountID,
            source: card.source.map(CardSource.init),
            foreignFeeBasisPoints: card.foreignFeePercent.map { Int($0.minor) },
            createdAt: card.createdAt.instant,
            updatedAt: card.updatedAt.instant
        )
    }

    /// A card that is asked about in place of those that are kept.
    init(_ card: API.Rewards.OfferedCard, at now: Timestamp, in zone: Zone) {
        let type = CardType(card.cardType)
        let rows = (card.rewardCategories ?? []).map { RewardRow($0) }
        let quarter = CalendarQuarter(of: now, in: zone)
        self.init(
            id: card.id,
            name: card.name,
            type: type,
            rows: rows.isEmpty ? type.startingRows { ID(.zero) } : rows,
            bonus: card.quarterlyBonus.map { QuarterlyBonus($0, in: quarter) },
            limits: (card.spendingLimits ?? []).map { SpendingLimit($0, at: now, in: zone) },
            isActive: card.isActive ?? true,
            createdAt: now,
            updatedAt: now
        )
    }
}

extension RewardRow {
    fileprivate init(_ row: API.Rewards.RewardCategory) {
        self.init(
            id: row.id,
            category: RewardsCategory(row.category),
            multiplier: Multiplier(hundredths: row.multiplier.minor),
            pointType: PointType(row.pointType),
            isActive: row.isActive
        )
    }

    fileprivate init(_ row: API.Rewards.RewardCategoryInput) {
        self.init(
            id: row.id ?? ID(.zero),
            category: RewardsCategory(row.category),
            multiplier: Multiplier(hundredths: row.multiplier.minor),
            pointType: PointType(row.pointType),
            isActive: row.isActive ?? true
        )
    }
}

extension QuarterlyBonus {
    fileprivate init(_ bonus: API.Rewards.QuarterlyBonus) {
        let posted = bonus.ledgerSpending?.minor ?? 0
        self.init(
            category: RewardsCategory(bonus.category),
            multiplier: Multiplier(hundredths: bonus.multiplier.minor),
            pointType: PointType(bonus.pointType),
            limitCents: bonus.limit.minor,
            enteredCents: bonus.currentSpending.minor - posted,
            postedCents: posted,
            period: CalendarQuarter(
                year: Int(bonus.year.value),
                quarter: Int(bonus.quarter.value)
            )
        )
    }

    fileprivate init(_ bonus: API.Rewards.QuarterlyBonusInput, in current: CalendarQuarter) {
        self.init(
            category: RewardsCategory(bonus.category),
            multiplier: Multiplier(hundredths: bonus.multiplier.minor),
            pointType: PointType(bonus.pointType),
            limitCents: bonus.limit.minor,
            enteredCents: bonus.currentSpending?.minor ?? 0,
            period: CalendarQuarter(
                year: bonus.year.map { Int($0.value) } ?? current.year,
                quarter: bonus.quarter.map { Int($0.value) } ?? current.quarter
            )
        )
    }
}

extension SpendingLimit {
    /// A limit as the server told it; on which day of the month it begins anew the server keeps.
    fileprivate init(_ limit: API.Rewards.SpendingLimit) {
        let posted = limit.ledgerSpending?.minor ?? 0
        self.init(
            id: limit.id,
            category: RewardsCategory(limit.category),
            limitCents: limit.limit.minor,
            enteredCents: limit.currentSpending.minor - posted,
            postedCents: posted,
            resetDate: limit.resetDate.instant,
            resetType: ResetType(limit.resetType)
        )
    }

    fileprivate init(_ limit: API.Rewards.SpendingLimitInput, at now: Timestamp, in zone: Zone) {
        let type = limit.resetType.map { ResetType($0) } ?? .annually
        let first = ResetDate.first(of: type, at: now, in: zone).date
        self.init(
            id: limit.id ?? ID(.zero),
            category: RewardsCategory(limit.category),
            limitCents: limit.limit.minor,
            enteredCents: limit.currentSpending?.minor ?? 0,
            resetDate: limit.resetDate?.instant ?? first,
            resetType: type
        )
    }
}

extension CardSource {
    /// Where a card of the catalogue was read.
    fileprivate init(_ source: API.Rewards.CardSource) {
        self.init(
            catalogueID: source.catalogueID,
            address: source.url,
            readOn: source.readOn.day
        )
    }
}
