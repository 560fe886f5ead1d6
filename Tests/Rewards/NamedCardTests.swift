import Kernel
import Rewards
import Testing

@Suite("The card that a sentence names")
struct NamedCardTests {
    @Test("the longest name counts: a card's own, or that of its product")
    func longest() {
        let cards = [
            card(.chaseFreedom, name: "Chase Freedom", number: 1),
            card(.chaseFreedomFlex, name: "Flexi", number: 2),
            card(.amexGold, name: "Mum's Gold", number: 3),
            card(.custom, name: "Custom", number: 4),
            card(.discoverIt, name: "***", number: 5),
        ]
        let rows: [(String, NamedCard)] = [
            ("$5 on gas with Chase Freedom", .named(id(1))),
            ("$5 on gas with chase freedom flex", .named(id(2))),
            ("with flexi", .named(id(2))), ("with AMEX GOLD!", .named(id(3))),
            ("with mums gold", .named(id(3))), ("with Mum\u{2019}s Gold", .named(id(3))),
            ("with my custom card", .named(id(4))), ("with discover it", .named(id(5))),
            ("with gold", .unclear), ("with Chase Freedoms", .unclear), ("", .unclear),
        ]
        for (text, named) in rows {
            #expect(PurchaseSentence(text, cards: cards).card == named, "\(text)")
        }
    }

    @Test("two cards with one name are unclear, but an own name goes before a product's")
    func shared() {
        let twins = [card(.amexGold, name: "A", number: 1), card(.amexGold, name: "B", number: 2)]
        #expect(PurchaseSentence("on Amex Gold", cards: twins).card == .unclear)
        #expect(PurchaseSentence("on b", cards: twins).card == .named(id(2)))
        let longer = card(.custom, name: "Amex Gold Plus", number: 3)
        let plus = "on Amex Gold Plus"
        #expect(PurchaseSentence(plus, cards: twins + [longer]).card == .named(id(3)))
        #expect(PurchaseSentence(plus, cards: [longer] + twins).card == .named(id(3)))
        let own = [
            card(.amexGold, name: "A", number: 1),
            card(.discoverIt, name: "Amex Gold", number: 2),
        ]
        #expect(PurchaseSentence("on Amex Gold", cards: own).card == .named(id(2)))
        #expect(PurchaseSentence("on Amex Gold", cards: own.reversed()).card == .named(id(2)))
    }

    @Test("without a name it is the only active card")
    func only() {
        var resting = gold(spent: 0)
        resting.isActive = false
        let cards = [resting, doubleCash]
        #expect(PurchaseSentence("$5 for gas", cards: cards).card == .only(id(2)))
        #expect(PurchaseSentence("on Amex Gold", cards: cards).card == .only(id(2)))
        #expect(PurchaseSentence("on Amex Gold", cards: [resting]).card == NamedCard.none)
        #expect(PurchaseSentence("on Amex Gold").card == NamedCard.none)
    }

    @Test("12, 14: what the contract's sentences say")
    func contractSentences() {
        let cards = [gold(spent: 800), doubleCash]
        let full = PurchaseSentence("I spent $50 on groceries with Amex Gold", cards: cards)
        #expect(full.intent == .spendingUpdate)
        #expect(full.amount?.cents == 5_000)
        #expect(full.category == .groceries)
        #expect(full.card == .named(id(1)))
        #expect(full.confidencePercent == 90)
        let bare = PurchaseSentence("I spent $50 with Amex Gold", cards: cards)
        #expect(bare.intent == .spendingUpdate)
        #expect(bare.category == nil)
        #expect(bare.confidencePercent == 70)
        let gas = PurchaseSentence("I spent $50 on gas with Amex Gold", cards: cards)
        #expect(gas.category == .gas)
    }

    @Test("a card's name tells neither amount nor category, unless nothing else does")
    func masked() {
        let cards = [
            card(.paypalCashback, number: 1), card(.custom, name: "Visa 1234", number: 2),
            card(.custom, name: "Costco", number: 3),
        ]
        let paypal = "I spent $50 on gas with PayPal Cashback Mastercard"
        #expect(PurchaseSentence(paypal, cards: cards).category == .gas)
        let visa = PurchaseSentence("with Visa 1234 I spent 50 on gas", cards: cards)
        #expect(visa.amount?.cents == 5_000)
        #expect(visa.card == .named(id(2)))
        let costco = PurchaseSentence("I spent $20 at Costco", cards: cards)
        #expect(costco.category == .costco)
        #expect(costco.card == .named(id(3)))
    }
}
