import Kernel
public import Ledger
public import Rewards

/// A member's card as it is stored.
public struct RewardCardRecord: Sendable, Equatable {
    /// The card, with what was spent as it was written; see `RewardCard.moved(to:in:)`.
    public var card: RewardCard
    /// The place of its last change in the household's chain.
    public var version: Int64

    /// Makes a record.
    public init(card: RewardCard, version: Int64) {
        self.card = card
        self.version = version
    }
}

extension RewardCard {
    /// The card as the link of its last change holds it, by its digest.
    public var chainContent: ChainContent {
        var content = ChainContent(kind: "reward_card")
        content.append(id)
        content.append(name)
        content.append(type.rawValue)
        content.append(Int64(isActive ? 1 : 0))
        content.append(accountID)
        content.append(foreignFeeBasisPoints.map(Int64.init))
        content.append(source?.catalogueID)
        content.append(source?.address)
        content.append(source.map { Int64($0.readOn.dayNumber) })
        content.append(createdAt.milliseconds)
        content.append(updatedAt.milliseconds)
        content.append(Int64(bonus == nil ? 0 : 1))
        if let bonus {
            content.append(bonus.category.rawValue)
            content.append(bonus.multiplier.hundredths)
            content.append(bonus.pointType.rawValue)
            content.append(bonus.limitCents)
            content.append(bonus.enteredCents)
            content.append(bonus.postedCents)
            content.append(Int64(bonus.period.year))
            content.append(Int64(bonus.period.quarter))
        }
        content.append(Int64(rows.count))
        for row in rows {
            content.append(row.id)
            content.append(row.category.rawValue)
            content.append(row.multiplier.hundredths)
            content.append(row.pointType.rawValue)
            content.append(Int64(row.isActive ? 1 : 0))
        }
        content.append(Int64(limits.count))
        for limit in limits {
            content.append(limit.id)
            content.append(limit.category.rawValue)
            content.append(limit.limitCents)
            content.append(limit.enteredCents)
            content.append(limit.postedCents)
            content.append(limit.resetDate.milliseconds)
            content.append(limit.resetType.rawValue)
            content.append(Int64(limit.resetDay))
        }
        return content
    }
}

extension RewardPreferences {
    /// The preferences as the link of their last change holds them, by their digest.
    public var chainContent: ChainContent {
        var content = ChainContent(kind: "reward_preferences")
        content.append(preferred.rawValue)
        content.append(alertThresholdMillionths)
        content.append(language.rawValue)
        content.append(Int64(notificationsEnabled ? 1 : 0))
        content.append(Int64(autoUpdateSpending ? 1 : 0))
        content.append(Int64(pointValues.count))
        for value in pointValues {
            content.append(value.program)
            content.append(value.hundredths)
            content.append(Int64(value.judgedOn.dayNumber))
        }
        return content
    }
}
