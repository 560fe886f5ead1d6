import Contract
import Kernel
import Rewards
import Store

extension API.Rewards.CreditCard {
    /// A card as it is at an instant: limits whose reset date has come begin at nothing.
    init(_ record: RewardCardRecord, at now: Timestamp, in zone: Zone) {
        let card = record.card.moved(to: now, in: zone)
        // What an account told stays told when it is not the card's any more.
        let isTied = card.accountID != nil
        self.init(
            id: card.id,
            name: card.name,
            cardType: .init(card.type),
            rewardCategories: card.rows.map { .init($0) },
            quarterlyBonus: card.bonus.map { .init($0, isTied: isTied) },
            spendingLimits: card.limits.map { .init($0, isTied: isTied) },
            isActive: card.isActive,
            accountID: card.accountID,
            foreignFeePercent: card.foreignFeeBasisPoints.map { DecimalAmount(minor: Int64($0)) },
            source: card.source.map { .init($0) },
            createdAt: WireTimestamp(card.createdAt),
            updatedAt: WireTimestamp(card.updatedAt),
            version: record.version
        )
    }
}

extension API.Rewards.RewardCategory {
    fileprivate init(_ row: RewardRow) {
        self.init(
            id: row.id,
            category: .init(row.category),
            multiplier: API.Rewards.Multiplier(minor: row.multiplier.hundredths),
            pointType: .init(row.pointType),
            isActive: row.isActive
        )
    }
}

extension API.Rewards.QuarterlyBonus {
    fileprivate init(_ bonus: QuarterlyBonus, isTied: Bool) {
        let tellsLedger = isTied || bonus.postedCents > 0
        self.init(
            category: .init(bonus.category),
            multiplier: API.Rewards.PositiveAmount(minor: bonus.multiplier.hundredths),
            pointType: .init(bonus.pointType),
            limit: API.Rewards.PositiveAmount(minor: bonus.limitCents),
            currentSpending: API.Rewards.SpentAmount(minor: bonus.spentCents),
            ledgerSpending: tellsLedger ? .init(minor: bonus.postedCents) : nil,
            quarter: API.Rewards.Quarter(Int64(bonus.period.quarter)),
            year: API.Rewards.Year(Int64(bonus.period.year))
        )
    }
}

extension API.Rewards.SpendingLimit {
    fileprivate init(_ limit: SpendingLimit, isTied: Bool) {
        let tellsLedger = isTied || limit.postedCents > 0
        self.init(
            id: limit.id,
            category: .init(limit.category),
            limit: API.Rewards.PositiveAmount(minor: limit.limitCents),
            currentSpending: API.Rewards.SpentAmount(minor: limit.spentCents),
            ledgerSpending: tellsLedger ? .init(minor: limit.postedCents) : nil,
            resetDate: WireTimestamp(limit.resetDate),
            resetType: .init(limit.resetType)
        )
    }
}

extension API.Rewards.CardSource {
    fileprivate init(_ source: CardSource) {
        self.init(
            catalogueID: source.catalogueID,
            url: source.address,
            readOn: WireDay(source.readOn)
        )
    }
}
