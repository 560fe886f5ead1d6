import Kernel

extension RewardText {
    // MARK: Spending

    /// The sentence tells neither card nor category, and there are several cards.
    public var askCardAndCategory: String {
        text(
            "Which card and which category was it? Nothing was changed.",
            "是哪张卡、哪一类消费？未做任何更改。"
        )
    }

    /// More would be spent than any amount may be.
    public func tooMuch(_ card: String, _ category: RewardsCategory) -> String {
        text(
            "That is too much for the limit of \(card) for \(category.english)."
                + " Nothing was changed.",
            "这超出了 \(card) 的\(category.chinese)额度可记录的金额。未做任何更改。"
        )
    }

    // MARK: Limits

    /// How much is used of the limits of some cards, and of their bonuses of the quarter: a line
    /// each, and of very many no more than ``Limits/rewardLimitLines``.
    ///
    /// - Parameters:
    ///   - cards: The cards, with their limits as they are at the instant.
    ///   - isNamed: Whether they are one card that was asked for.
    ///   - quarter: That of the instant.
    /// - Returns: The lines, or that there is no limit.
    public func limits(
        of cards: some Sequence<RewardCard>,
        isNamed: Bool,
        in quarter: CalendarQuarter
    ) -> String {
        var lines: [String] = []
        var left = 0
        var name: String?
        for card in cards {
            name = card.name
            let bonus = card.bonus.flatMap { $0.period == quarter ? $0 : nil }
            for limit in card.limits {
                if lines.count < Limits.rewardLimitLines {
                    lines.append(limitLine(card.name, limit))
                } else {
                    left += 1
                }
            }
            guard let bonus else { continue }
            if lines.count < Limits.rewardLimitLines {
                lines.append(bonusLine(card.name, bonus))
            } else {
                left += 1
            }
        }
        if lines.isEmpty { return noLimits(isNamed ? name : nil) }
        if left > 0 { lines.append(moreLimits(left)) }
        return lines.joined(separator: "\n")
    }

    private func moreLimits(_ count: Int) -> String {
        text(
            "There are \(count) more; name a card to see its own.",
            "还有 \(count) 项；请说出卡名以查看该卡的额度。"
        )
    }
}
