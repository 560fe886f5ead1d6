import Kernel
import Rewards
import Testing

@Suite("What is done for a message")
struct ChatStepTests {
    private static let quarter = CalendarQuarter(of: today, in: .utc)

    private func step(
        _ content: String,
        _ cards: [RewardCard],
        _ language: AnswerLanguage = .english
    ) -> ChatStep {
        let wallet = RewardWallet(cards, at: today, in: .utc)
        return PurchaseSentence(content, cards: cards)
            .step(with: wallet, in: Self.quarter, RewardText(language: language))
    }

    private func isSaid(_ step: ChatStep) -> String? {
        guard case .say(let text) = step else { return nil }
        return text
    }

    @Test("A purchase is added where card, category and limit are known")
    func spending() {
        let cards = [gold(spent: 800), card(.citiDoubleCash, number: 2)]
        let spent = ChatStep.spend(card: id(1), category: .groceries, amountCents: 5_000)
        #expect(step("I spent $50 on groceries with Amex Gold", cards) == spent)
        #expect(step("Paid fifty dollars at Safeway, amex gold", cards) == spent)
        // The only active card need not be named.
        let inactive = card(.citiDoubleCash, number: 2, isActive: false)
        #expect(step("I spent $50 on groceries", [gold(spent: 800), inactive]) == spent)
        #expect(step("I spent $50 on organic food", [gold(spent: 5_000)]) != spent)
    }

    @Test("Whatever is missing is said, in the language asked for")
    func missing() {
        let cards = [gold(spent: 800), card(.citiDoubleCash, number: 2)]
        for (content, english, chinese) in [
            ("I spent $50 with Amex Gold", "Which category was it?", "是哪一类消费？"),
            ("I spent $50 on groceries", "Which card was it?", "是哪张卡？"),
            ("I spent $50", "Which card and which category was it?", "是哪张卡、哪一类消费？"),
            (
                "I spent $50 on gas with Amex Gold", "Amex Gold has no limit for gas.",
                "Amex Gold 没有加油额度。"
            ),
            (
                "I spent $10,000,000,000 on groceries with Amex Gold",
                "That is too much for the limit of Amex Gold for groceries.",
                "这超出了 Amex Gold 的超市杂货额度可记录的金额。"
            ),
        ] {
            let (nothing, same) = ("Nothing was changed.", "未做任何更改。")
            #expect(isSaid(step(content, cards)) == "\(english) \(nothing)")
            #expect(isSaid(step(content, cards, .chinese)) == chinese + same)
            let both = "\(english) \(nothing) / \(chinese)\(same)"
            #expect(isSaid(step(content, cards, .bilingual)) == both)
        }
    }

    @Test("Two cards of one name are asked about")
    func sameNames() {
        let cards = [gold(spent: 0), card(.citiDoubleCash, name: "Amex Gold", number: 2)]
        let said = isSaid(step("I spent $50 on groceries with Amex Gold", cards))
        #expect(said == "Which card was it? Nothing was changed.")
    }

    @Test("Anything else asks for a card")
    func recommendation() {
        let cards = [gold(spent: 800)]
        let flight = RewardPurchase(category: .airfare, amountCents: 125_050)
        #expect(step("$1,250.50 flight to Paris", cards) == .recommend(flight))
        #expect(step("hm", cards) == .recommend(RewardPurchase(category: .general)))
        let asked = isSaid(step("$1,250.50 flight to Paris", []))
        #expect(asked == "Add a card first: there is no active card to recommend.")
    }

    @Test("A limit is told as it is now, and a bonus in its quarter only")
    func limits() {
        let past = SpendingLimit(
            id: id(9),
            category: .gas,
            limitCents: 10_000,
            enteredCents: 5_000,
            resetDate: instant("2025-02-01T00:00:00Z"),
            resetType: .monthly
        )
        let bonus = QuarterlyBonus(
            category: .dining,
            multiplier: Multiplier(hundredths: 500),
            pointType: .cashBack,
            limitCents: 150_000,
            enteredCents: 151_000,
            postedCents: 0,
            period: Self.quarter
        )
        var former = bonus
        former.period = CalendarQuarter(year: 2_024, quarter: 1)
        let cards = [
            card(.discoverIt, number: 2, limits: [past], bonus: bonus),
            card(.chaseFreedom, number: 3, bonus: former),
        ]
        let told = """
            Discover It, gas: $0.00 used of $100.00, $100.00 remaining.
            Discover It, dining: $1,510.00 used of $1,500.00, $0.00 remaining.
            """
        #expect(isSaid(step("limits", cards)) == told)
        let none = "Chase Freedom has no limits."
        #expect(isSaid(step("what is left on Chase Freedom", cards)) == none)
        #expect(isSaid(step("limits", [cards[1]])) == none)
        let two = [card(.citiDoubleCash, number: 4), card(.chaseFreedom, number: 5)]
        #expect(isSaid(step("limits", two)) == "Your cards have no limits.")
    }

    @Test("Of very many limits the first hundred are told")
    func manyLimits() {
        let categories = RewardsCategory.allCases
        let cards = (1...6).map { number in
            card(
                .custom,
                name: "Card \(number)",
                number: number,
                limits: categories.map { limit($0, 100, spent: 0) }
            )
        }
        let lines = isSaid(step("limits", cards))?.split(separator: "\n") ?? []
        // 6 × 24 = 144.
        #expect(lines.count == 101)
        #expect(lines.last == "There are 44 more; name a card to see its own.")
        #expect(isSaid(step("limits of Card 6", cards))?.split(separator: "\n").count == 24)
    }
}
