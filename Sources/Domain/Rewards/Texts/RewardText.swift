public import Kernel

/// The sentences of recommendations, each in one place in both languages.
public struct RewardText: Sendable {
    /// In which language.
    public let language: AnswerLanguage
    /// The household's, in which amounts are shown.
    public let currency: Currency

    /// Makes the sentences of a language.
    public init(language: AnswerLanguage, currency: Currency = .usd) {
        self.language = language
        self.currency = currency
    }

    /// Room for a reason, so that it need not be moved while it grows.
    private static let usualBytes = 160

    /// What parts the two languages of one text.
    static let separator = " / "

    /// A text in the language; the other one is not made.
    func text(
        _ english: @autoclosure () -> String,
        _ chinese: @autoclosure () -> String
    ) -> String {
        switch language {
        case .english: english()
        case .chinese: chinese()
        case .bilingual: english() + Self.separator + chinese()
        }
    }

    /// An amount of hundredths as sentences show it: `$1,250.50`, `¥1,250`.
    func money(_ cents: Int64) -> String {
        Money(minor: currency.minor(ofHundredths: cents), currency: currency).display
    }

    // MARK: Cards

    /// Why a card is named.
    public func reasoning(
        _ card: String,
        _ category: RewardsCategory,
        _ standing: CardStanding
    ) -> String {
        text(
            english(card, category, standing),
            chinese(card, category, standing)
        )
    }

    /// Why the best card is named, and the same with the name of its backup.
    public func reasons(
        _ card: String,
        _ category: RewardsCategory,
        _ standing: CardStanding,
        backup: String?
    ) -> (ofCard: String, whole: String) {
        let english = language == .chinese ? "" : english(card, category, standing)
        let chinese = language == .english ? "" : chinese(card, category, standing)
        guard let backup else {
            let reasoning = text(english, chinese)
            return (reasoning, reasoning)
        }
        return (
            text(english, chinese),
            text(english + " Backup: \(backup).", chinese + "备选：\(backup)。")
        )
    }

    private func english(
        _ card: String,
        _ category: RewardsCategory,
        _ standing: CardStanding
    ) -> String {
        let earning = standing.earning
        let points = earning.pointType.english
        var text = ""
        text.reserveCapacity(Self.usualBytes)
        for part in [card, " offers ", earning.rate.text, "x ", points, " on ", category.english] {
            text += part
        }
        if standing.limitCents > 0 {
            let left = money(max(0, standing.limitCents - standing.spentCents))
            text += ", with \(left) remaining of the \(money(standing.limitCents)) limit"
        }
        text += "."
        return text
    }

    private func chinese(
        _ card: String,
        _ category: RewardsCategory,
        _ standing: CardStanding
    ) -> String {
        let earning = standing.earning
        let points = earning.pointType.chinese
        var text = "\(card) 在\(category.chinese)消费可得 \(earning.rate.text)x \(points)"
        if standing.limitCents > 0 {
            let left = money(max(0, standing.limitCents - standing.spentCents))
            text += "，\(money(standing.limitCents)) 额度还剩 \(left)"
        }
        text += "。"
        return text
    }

    // MARK: Warnings

    /// What there is to mind of a card's limit.
    public func warning(
        _ warning: LimitWarning,
        card: String,
        _ category: RewardsCategory
    ) -> String {
        switch warning {
        case .reached:
            text(
                "\(card) has reached its limit for \(category.english).",
                "\(card) 的\(category.chinese)额度已用完。"
            )
        case .passing:
            text(
                "This purchase would pass the limit of \(card) for \(category.english).",
                "这笔消费会超出 \(card) 的\(category.chinese)额度。"
            )
        case .close(let percent):
            text(
                "\(card) is close to its limit for \(category.english) (\(percent)%).",
                "\(card) 的\(category.chinese)额度即将用完（\(percent)%）。"
            )
        }
    }

    // MARK: Suggestions

    /// No card named is good for the category.
    public func betterCard(for category: RewardsCategory) -> String {
        text(
            "A card with a better rate on \(category.english) would help.",
            "一张\(category.chinese)回报更高的卡会更合适。"
        )
    }

    /// No card named earns the points that are preferred.
    public func noneEarns(_ points: PointType) -> String {
        text(
            "None of these cards earns \(points.english), which you prefer.",
            "这些卡都不累积您偏好的 \(points.chinese)。"
        )
    }

    /// What to pay with when the best card's limit is near.
    public func backup(_ card: String) -> String {
        text("Consider \(card) as a backup.", "可以考虑用 \(card) 作为备选。")
    }

    /// There is no card to name.
    public var addCard: String {
        text(
            "Add a card first: there is no active card to recommend.",
            "请先添加一张卡：目前没有可推荐的有效卡。"
        )
    }
}
