import Kernel
import Rewards
import Testing

@Suite("Sentences of answers")
struct TextTests {
    private let english = RewardText(language: .english)
    private let chinese = RewardText(language: .chinese)
    private let both = RewardText(language: .bilingual)

    @Test(
        "amounts are in the household's currency, whatever its smallest unit is",
        arguments: [
            ("USD", "with $200.00 remaining of the $1,000.00 limit."),
            ("JPY", "with 200 JPY remaining of the 1,000 JPY limit."),
            ("KWD", "with 200.000 KWD remaining of the 1,000.000 KWD limit."),
        ]
    )
    func currencies(code: String, ending: String) throws {
        let standing = try #require(stands(gold(spent: 800), .groceries))
        let text = RewardText(language: .english, currency: try #require(Currency(code: code)))
        #expect(text.reasoning("Gold", .groceries, standing).hasSuffix(ending))
    }

    @Test("every sentence is there in English, in Chinese, and in both")
    func sentences() throws {
        let standing = try #require(stands(gold(spent: 800), .groceries))
        let passed = try #require(stands(gold(spent: 1_200), .groceries))
        let free = try #require(stands(doubleCash, .wholeFoods))
        let limit = gold(spent: 800).limits[0]
        let bonus = try #require(freedom(spent: 100).bonus)
        check(
            "Amex Gold offers 4x MR points on groceries, with $200.00 remaining of the $1,000.00"
                + " limit.",
            "Amex Gold 在超市杂货消费可得 4x MR 积分，$1,000.00 额度还剩 $200.00。"
        ) { $0.reasoning("Amex Gold", .groceries, standing) }
        check(
            "Amex Gold offers 1x MR points on groceries, with $0.00 remaining of the $1,000.00"
                + " limit.",
            "Amex Gold 在超市杂货消费可得 1x MR 积分，$1,000.00 额度还剩 $0.00。"
        ) { $0.reasoning("Amex Gold", .groceries, passed) }
        check(
            "DC offers 2x TYP points on Whole Foods. Backup: B.",
            "DC 在 Whole Foods 消费可得 2x TYP 积分。备选：B。"
        ) { $0.reasons("DC", .wholeFoods, free, backup: "B").whole }
        check(
            "DC offers 2x TYP points on gas.",
            "DC 在加油消费可得 2x TYP 积分。"
        ) { $0.reasons("DC", .gas, free, backup: nil).whole }
        check("G has reached its limit for gas.", "G 的加油额度已用完。") {
            $0.warning(.reached, card: "G", .gas)
        }
        check(
            "This purchase would pass the limit of G for hotels.",
            "这笔消费会超出 G 的酒店额度。"
        ) { $0.warning(.passing, card: "G", .hotels) }
        check("G is close to its limit for rent (95%).", "G 的房租额度即将用完（95%）。") {
            $0.warning(.close(percent: 95), card: "G", .rent)
        }
        check("A card with a better rate on transit would help.", "一张公共交通回报更高的卡会更合适。") {
            $0.betterCard(for: .transit)
        }
        check(
            "None of these cards earns Cash Back, which you prefer.",
            "这些卡都不累积您偏好的 Cash Back 返现。"
        ) { $0.noneEarns(.cashBack) }
        check("Consider B as a backup.", "可以考虑用 B 作为备选。") { $0.backup("B") }
        check(
            "G, groceries: $800.00 used of $1,000.00, $200.00 remaining.",
            "G，超市杂货：额度 $1,000.00，已用 $800.00，剩余 $200.00。"
        ) { $0.limitLine("G", limit) }
        check(
            "F, gas: $100.00 used of $1,500.00, $1,400.00 remaining.",
            "F，加油：额度 $1,500.00，已用 $100.00，剩余 $1,400.00。"
        ) { $0.bonusLine("F", bonus) }
    }

    @Test("every answer to a message is there in English, in Chinese, and in both")
    func answers() {
        check(
            "Added $50.00 to G for groceries: now $850.00 of $1,000.00.",
            "已为 G 的超市杂货记入 $50.00：现为 $850.00，额度 $1,000.00。"
        ) {
            $0.spendingAdded(
                "G",
                .groceries,
                addedCents: 5_000,
                totalCents: 85_000,
                limitCents: 100_000
            )
        }
        check("Which category was it? Nothing was changed.", "是哪一类消费？未做任何更改。") {
            $0.askCategory
        }
        check("Which card was it? Nothing was changed.", "是哪张卡？未做任何更改。") { $0.askCard }
        check("G has no limit for gas. Nothing was changed.", "G 没有加油额度。未做任何更改。") {
            $0.noLimit("G", .gas)
        }
        check("Your cards have no limits.", "您的卡都没有设置额度。") { $0.noLimits(nil) }
        check("G has no limits.", "G 没有设置额度。") { $0.noLimits("G") }
        check(
            "Add a card first: there is no active card to recommend.",
            "请先添加一张卡：目前没有可推荐的有效卡。"
        ) { $0.addCard }
    }

    @Test("a bilingual recommendation says everything twice")
    func recommendation() throws {
        let cards = [gold(spent: 800), doubleCash]
        let answers = AnswerLanguage.allCases.map {
            cards.recommended(.groceries, dollars: 150, language: $0)
        }
        let english = try #require(answers[0])
        let chinese = try #require(answers[1])
        let both = try #require(answers[2])
        #expect(both.reasoning == english.reasoning + " / " + chinese.reasoning)
        #expect(both.warnings == [english.warnings[0] + " / " + chinese.warnings[0]])
        #expect(both.suggestions == [english.suggestions[0] + " / " + chinese.suggestions[0]])
        #expect(both.cards.map(\.standing) == english.cards.map(\.standing))
    }

    @Test("each category and each kind of points has words in both languages, all different")
    func words() throws {
        let free = try #require(stands(doubleCash, .general))
        for text in [english, chinese] {
            let categories = RewardsCategory.allCases.map { text.reasoning("", $0, free) }
            #expect(Set(categories).count == 24)
            let points = PointType.allCases.map { text.noneEarns($0) }
            #expect(Set(points).count == 8)
            for point in PointType.allCases {
                #expect(text.noneEarns(point).contains(point.displayValue))
            }
        }
    }

    private func check(
        _ english: String,
        _ chinese: String,
        of make: (RewardText) -> String
    ) {
        #expect(make(self.english) == english)
        #expect(make(self.chinese) == chinese)
        #expect(make(both) == english + " / " + chinese)
    }

    private func stands(_ card: RewardCard, _ category: RewardsCategory) -> CardStanding? {
        let wallet = RewardWallet([card], at: today, in: .utc)
        return wallet.cards.first?.standing(
            for: RewardPurchase(category: category),
            preferring: .membershipRewards
        )
    }
}
