extension RewardText {
    // MARK: Spending

    /// A purchase was added to what is spent.
    ///
    /// - Parameters:
    ///   - card: The card's name.
    ///   - category: What was bought.
    ///   - addedCents: The purchase.
    ///   - totalCents: What is spent now.
    ///   - limitCents: Of how much.
    /// - Returns: The sentence.
    public func spendingAdded(
        _ card: String,
        _ category: RewardsCategory,
        addedCents: Int64,
        totalCents: Int64,
        limitCents: Int64
    ) -> String {
        let (added, total) = (money(addedCents), money(totalCents))
        let limit = money(limitCents)
        return text(
            "Added \(added) to \(card) for \(category.english): now \(total) of \(limit).",
            "已为 \(card) 的\(category.chinese)记入 \(added)：现为 \(total)，额度 \(limit)。"
        )
    }

    /// The sentence tells no category.
    public var askCategory: String {
        text(
            "Which category was it? Nothing was changed.",
            "是哪一类消费？未做任何更改。"
        )
    }

    /// The sentence tells no card, and there are several.
    public var askCard: String {
        text("Which card was it? Nothing was changed.", "是哪张卡？未做任何更改。")
    }

    /// The card has no limit that counts for the category.
    public func noLimit(_ card: String, _ category: RewardsCategory) -> String {
        text(
            "\(card) has no limit for \(category.english). Nothing was changed.",
            "\(card) 没有\(category.chinese)额度。未做任何更改。"
        )
    }

    // MARK: Limits

    /// How much of a limit is used.
    public func limitLine(_ card: String, _ limit: SpendingLimit) -> String {
        line(card, limit.category, limit.spentCents, limit.limitCents)
    }

    /// How much of a bonus is used.
    public func bonusLine(_ card: String, _ bonus: QuarterlyBonus) -> String {
        line(card, bonus.category, bonus.spentCents, bonus.limitCents)
    }

    private func line(
        _ card: String,
        _ category: RewardsCategory,
        _ spentCents: Int64,
        _ limitCents: Int64
    ) -> String {
        let (spent, limit) = (money(spentCents), money(limitCents))
        let left = money(max(0, limitCents - spentCents))
        return text(
            "\(card), \(category.english): \(spent) used of \(limit), \(left) remaining.",
            "\(card)，\(category.chinese)：额度 \(limit)，已用 \(spent)，剩余 \(left)。"
        )
    }

    /// There is no limit to tell of.
    ///
    /// - Parameter card: The card that was asked for; `nil` for all.
    /// - Returns: The sentence.
    public func noLimits(_ card: String?) -> String {
        guard let card else {
            return text("Your cards have no limits.", "您的卡都没有设置额度。")
        }
        return text("\(card) has no limits.", "\(card) 没有设置额度。")
    }
}
