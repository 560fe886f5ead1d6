import Kernel
import Rewards
import Testing

@Suite("Purchase sentences")
struct SentenceTests {
    private struct Row {
        var text: String
        var cents: Int64?
        var category: RewardsCategory?
        var merchant: String?
        var intent = SentenceIntent.recommendation
        var percent: Int
    }

    private static let rows: [Row] = [
        // 17 of rewards.md, section 7.
        Row(text: "$1,250.50 flight to Paris", cents: 125_050, category: .airfare, percent: 90),
        Row(
            text: "I'm buying groceries at Whole Foods",
            category: .wholeFoods,
            merchant: "Whole Foods",
            percent: 100
        ),
        Row(
            text: "20 bucks at Starbucks",
            cents: 2_000,
            category: .coffee,
            merchant: "Starbucks",
            percent: 100
        ),
        Row(text: "forty dollars for lunch", cents: 4_000, category: .dining, percent: 90),
        Row(
            text: "Paid 35.5 for an Uber",
            cents: 3_550,
            category: .transit,
            merchant: "Uber",
            intent: .spendingUpdate,
            percent: 60
        ),
        Row(
            text: "UBER EATS, dinner",
            category: .dining,
            merchant: "Uber Eats",
            percent: 100
        ),
        Row(
            text: "2 tickets for $80 at AMC",
            cents: 8_000,
            category: .entertainment,
            merchant: "AMC",
            percent: 100
        ),
        Row(text: "which card for fast food?", category: .fastFood, percent: 90),
        Row(text: "filling up at 7-Eleven, 40", cents: 4_000, category: .gas, percent: 80),
        Row(
            text: "McDonald\u{2019}s drive through, $9.75",
            cents: 975,
            category: .fastFood,
            merchant: "McDonald's",
            percent: 100
        ),
        Row(
            text: "AT&T bill of 80 dollars",
            cents: 8_000,
            category: .phone,
            merchant: "AT&T",
            percent: 100
        ),
        Row(text: "look at t shirts", percent: 50),
        Row(
            text: "Disney+ renewal $13.99",
            cents: 1_399,
            category: .streaming,
            merchant: "Disney+",
            percent: 100
        ),
        Row(text: "How much is left on it?", intent: .limitCheck, percent: 100),
        Row(text: "what are my limits", intent: .limitCheck, percent: 100),
        Row(
            text: "a hundred and twenty-five dollars at the pharmacy",
            cents: 12_500,
            category: .drugstores,
            percent: 90
        ),
        Row(text: "rent 2,000", cents: 200_000, category: .rent, percent: 80),
        Row(
            text: "update 25.50 general spending",
            cents: 2_550,
            category: .general,
            intent: .spendingUpdate,
            percent: 60
        ),
        Row(
            text: "log $5 at WAL-MART",
            cents: 500,
            category: .walmart,
            merchant: "Walmart",
            intent: .spendingUpdate,
            percent: 70
        ),
        Row(
            text: "dinner at Chipotle",
            category: .fastFood,
            merchant: "Chipotle",
            percent: 95
        ),
        Row(
            text: "coffee at Peet's for $4",
            cents: 400,
            category: .coffee,
            merchant: "Peet's Coffee",
            percent: 95
        ),
        Row(text: "my next trip", category: .travel, percent: 90),
        Row(text: "5 hundred dollars at Best Buy", cents: 50_000, percent: 50),
        Row(text: "organic vegetables", category: .groceries, percent: 90),
        Row(text: "organic", category: .wholeFoods, percent: 90),
        Row(text: "hello there", percent: 50),
        Row(text: "", percent: 50),
    ]

    @Test("a sentence says amount, category, merchant and intent, with how sure that is")
    func sentences() {
        for row in Self.rows {
            let read = PurchaseSentence(row.text)
            #expect(read.amount?.cents == row.cents, "\(row.text)")
            #expect(read.category == row.category, "\(row.text)")
            #expect(read.told.merchant == row.merchant, "\(row.text)")
            #expect(read.intent == row.intent, "\(row.text)")
            #expect(read.confidencePercent == row.percent, "\(row.text)")
            #expect(read == PurchaseSentence(row.text))
        }
    }

    @Test("of phrases as long the category first in the alphabet counts")
    func ties() {
        let rows: [(String, RewardsCategory)] = [
            ("taxi or rent", .rent), ("rent or taxi", .rent), ("cafe by taxi", .coffee),
            ("gas, eat", .dining), ("Shell Delta", .airfare), ("food and gas", .groceries),
            ("online shopping", .online), ("eating out on a trip", .dining),
        ]
        for (text, category) in rows {
            #expect(ToldCategory(query: text).category == category, "\(text)")
        }
    }

    @Test("a given category comes first, then the merchant field, then the sentence")
    func order() {
        let given = ToldCategory(given: .gas, merchant: "Netflix", query: "dinner at Delta")
        #expect(given.category == .gas)
        #expect(given.source == .given)
        #expect(ToldCategory(merchant: "netflix", query: "at Delta").category == .streaming)
        #expect(ToldCategory(merchant: "trader joes", query: "gas").category == .groceries)
        #expect(ToldCategory(merchant: "Nobody", query: "lunch at Delta").category == .airfare)
        #expect(ToldCategory(merchant: "Target", query: "gas").category == .target)
        #expect(ToldCategory(merchant: "whole foods", query: "abc").category == .wholeFoods)
        let nothing = ToldCategory(merchant: "Nobody", query: "abc")
        #expect(nothing.category == .general)
        #expect(nothing.source == .nothing)
        #expect(nothing.merchant == "Nobody")
    }

    @Test("whole words alone count")
    func wholeWords() {
        for text in ["gasp", "restaurateur", "seafood", "shellfish", "renting", "amcs", "t-mobil3"]
        {
            #expect(ToldCategory(query: text).source == .nothing, "\(text)")
        }
    }

    @Test("long and odd texts are read in time and say nothing")
    func odd() {
        let texts = [
            String(repeating: "$", count: 1_000), String(repeating: "1", count: 1_000),
            String(repeating: "1,", count: 500), String(repeating: "a\u{301}", count: 500),
            String(repeating: "two ", count: 250) + "dollars", "\u{0}\u{7}",
            String(repeating: "'", count: 1_000), "１２３ dollars",
        ]
        for text in texts {
            let read = PurchaseSentence(text)
            #expect(read.amount == nil, "\(text.prefix(20))")
            #expect(read.category == nil, "\(text.prefix(20))")
        }
    }

    @Test("profane words are found whole, in any case")
    func refused() {
        #expect(RefusedWords.areIn("My SHITTY card"))
        #expect(RefusedWords.areIn("what the fuck?"))
        for text in ["Scunthorpe United", "Amex Gold", "", "classic", "Cockburn"] {
            #expect(!RefusedWords.areIn(text))
        }
    }
}
