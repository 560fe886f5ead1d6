import Catalogue
import Kernel
import Rewards
import Testing

@Suite("Written choices")
struct ChoiceTests {
    @Test("every value is read by case name and display value, in any case and with white space")
    func bothSpellings() {
        check(RewardsCategory.self)
        check(PointType.self)
        check(CardType.self)
        check(ResetType.self)
        check(AnswerLanguage.self)
    }

    private func check<Choice: WrittenChoice & Equatable>(_: Choice.Type) {
        for value in Choice.allCases {
            for text in [value.rawValue, value.displayValue] {
                #expect(Choice(written: text) == value)
                #expect(Choice(written: text.uppercased()) == value)
                #expect(Choice(written: " \(text.lowercased())\n") == value)
            }
            #expect(Choice.allowedValues.contains(value.rawValue))
        }
        for text in ["", " ", "amexBlack", "gold\u{0}", String(repeating: "a", count: 100_000)] {
            #expect(Choice(written: text) == nil)
        }
    }

    @Test("10: the spellings of the contract's case")
    func spellings() {
        #expect(CardType(written: "Amex Gold") == .amexGold)
        #expect(RewardsCategory(written: "GROCERIES") == .groceries)
        #expect(PointType(written: "membershipRewards")?.displayValue == "MR")
        #expect(CardType(written: "amexBlack") == nil)
        #expect(ResetType.allowedValues == "monthly, quarterly, annually, never")
    }

    @Test("11: a new Amex Gold has the contract's rows")
    func startingRows() {
        let rows = card(.amexGold).rows
        #expect(
            rows.map { "\($0.category.rawValue) \($0.multiplier.text)" } == [
                "groceries 4", "dining 4", "travel 3", "general 1",
            ]
        )
        #expect(rows.allSatisfy { $0.isActive && $0.pointType == .membershipRewards })
        #expect(Set(rows.map(\.id)).count == 4)
    }

    @Test("every product but the custom one starts with a general row, in its own points")
    func products() {
        #expect(CardType.allCases.count == 17)
        for type in CardType.allCases where type != .custom {
            let rows = card(type).rows
            #expect(rows.last?.category == .general)
            #expect(rows.allSatisfy { $0.pointType == type.points })
            #expect(Set(rows.map(\.category)).count == rows.count)
        }
        #expect(card(.custom).rows.isEmpty)
        let rates = card(.capitalOneVentureX).rows.map(\.multiplier.hundredths)
        #expect(rates == [1_000, 500, 500, 200])
        #expect(card(.chaseFreedomUnlimited).rows.last?.multiplier.text == "1.5")
    }

    @Test("every kind of spending of the catalogue is a category")
    func vocabulary() {
        let words = Set(Catalogue.standard.categories.compactMap(\.rewards))
        #expect(words.count > 10)
        for word in words { #expect(RewardsCategory(rawValue: word) != nil, "\(word)") }
    }

    @Test("a category's chain is itself, its parent, and general")
    func chains() {
        #expect(RewardsCategory.allCases.count == 24)
        #expect(RewardsCategory.wholeFoods.chain == [.wholeFoods, .groceries, .general])
        #expect(RewardsCategory.costco.chain == [.costco, .general])
        #expect(RewardsCategory.general.chain == [.general])
    }

    @Test("multipliers are exact")
    func multipliers() throws {
        #expect(try Multiplier(text: "1.5").hundredths == 150)
        #expect(try Multiplier(text: "4.0").text == "4")
        #expect(throws: MoneyError.tooManyDecimals) { try Multiplier(text: "1.255") }
    }
}
