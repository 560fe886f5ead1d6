import Kernel
import Testing

@testable import Guardian

@Suite("What the coach says")
struct CoachWordingTests {
    static let against: [(CoachFacts, String)] = [
        (
            .test(15_000, limit: 20_000, spent: 12_000),
            """
            You have already spent $120.00 of your $200.00 monthly limit for fun, and another \
            $150.00 would put you $70.00 over it. You could choose something up to $80.00.
            """
        ),
        (
            .test(9_000, limit: 20_000, spent: 12_000, hasParent: true),
            """
            You have already spent $120.00 of your $200.00 monthly limit for fun, and another \
            $90.00 would put you $10.00 over it. You could choose something up to $80.00, wait \
            until next month, when the limit starts afresh or ask a parent to allow it.
            """
        ),
        (
            .test(25_000, limit: 20_000, spent: -500),
            """
            $250.00 is $45.00 more than your $200.00 monthly limit for fun. You could choose \
            something up to $100.00.
            """
        ),
        (
            .test(15_000, limit: 20_000),
            """
            $150.00 is more than half of your $200.00 monthly limit for fun. You could choose \
            something up to $100.00.
            """
        ),
        (
            .test(500, "fast_food", limit: 0, hasParent: true),
            """
            Your monthly limit for fast food is $0.00, which blocks it. You could ask a parent to \
            allow it.
            """
        ),
        (
            .test(500, "dog food", limit: 0),
            """
            Your monthly limit for dog food is $0.00, which blocks it. You could raise the limit, \
            if you meant to spend more.
            """
        ),
        (
            .test(500, hasParent: true, inside: .block),
            """
            Purchases are blocked at Mall, where you are. You could buy it somewhere else or ask \
            a parent to allow it.
            """
        ),
        (
            .test(4_999, "games", at: "Pixel Casino"),
            """
            The word "casino" can stand for gambling, where $49.99 is gone in a moment. Something \
            you can keep may be worth more to you.
            """
        ),
        (
            .test(2_000, limit: 20_000, spent: 17_000),
            """
            You have already spent $170.00 of your $200.00 monthly limit for fun, which leaves \
            $30.00. You could wait until next month, when the limit starts afresh.
            """
        ),
        (
            .test(2_000, isAllowed: true, limit: 20_000, spent: 25_000),
            """
            You have already spent $250.00 of your $200.00 monthly limit for fun, which leaves \
            $0.00. You could wait until next month, when the limit starts afresh.
            """
        ),
        (
            .test(5_000, limit: 20_000, spent: 17_000),
            """
            You have already spent $170.00 of your $200.00 monthly limit for fun, and another \
            $50.00 would put you $20.00 over it. You could wait until next month, when the limit \
            starts afresh.
            """
        ),
        (
            .test(1_000, "uncategorized", week: (9_000, 3), quarter: 39_012, days: 80),
            """
            You spent $90.00 on uncategorized purchases in the last 7 days, at least twice your \
            usual $30.00 a week. You could wait a few days and see whether you still want it.
            """
        ),
        (
            .test(8_000, week: (5_000, 3), quarter: 5_000, days: 6),
            """
            $80.00 is more than twice your average of $16.66 for fun in the last 7 days. You \
            could choose something up to $33.33 or wait a few days and see whether you still want \
            it.
            """
        ),
        (
            .test(15_000, "groceries", limit: 20_000, week: (1_000, 1)),
            """
            $150.00 is more than half of your $200.00 monthly limit for groceries. You could \
            choose something up to $100.00.
            """
        ),
        (
            .test(8_000, hasParent: true, wallet: 5_000),
            """
            There is $50.00 left in your wallet, not enough for $80.00. You could choose \
            something up to $50.00 or ask a parent for money.
            """
        ),
        (
            .test(8_000, isAllowed: true, limit: 0, hasParent: true, wallet: 99),
            """
            There is $0.99 left in your wallet, not enough for $80.00. You could ask a parent for \
            money.
            """
        ),
        (
            .test(15_000, limit: 20_000, hasParent: true, wallet: 3_000),
            """
            $150.00 is more than half of your $200.00 monthly limit for fun. You could choose \
            something up to $30.00 or ask a parent to allow it.
            """
        ),
        (
            .test(8_000, isAllowed: true, week: (100, 1), inside: .block),
            """
            $80.00 is more than twice your average of $1.00 for fun in the last 7 days. You could \
            wait a few days and see whether you still want it.
            """
        ),
    ]

    @Test("against a purchase: why, with the figures, and what else to do", arguments: against)
    func blocks(facts: CoachFacts, explanation: String) {
        let advice = facts.advise()
        #expect(advice.explanation == explanation)
        #expect(advice.message == "I'd advise against this purchase. \(explanation)")
    }

    @Test("amounts are written in the household's currency")
    func euros() throws {
        let euro = try #require(Currency(code: "EUR"))
        let advice = CoachFacts.test(8_000, week: (100, 1), currency: euro).advise()
        #expect(
            advice.explanation == """
                80.00 EUR is more than twice your average of 1.00 EUR for fun in the last 7 days. \
                You could choose something up to 30.00 EUR or wait a few days and see whether you \
                still want it.
                """
        )
    }

    static let support: [(CoachFacts, String)] = [
        (
            .test(1_500, limit: 20_000, spent: 12_000),
            "$15.00 leaves $65.00 of your $200.00 monthly limit for fun."
        ),
        (
            .test(1_500, week: (2_000, 1), quarter: 26_000, days: 27),
            "You spent $20.00 on fun in the last 7 days, and this adds $15.00."
        ),
        (
            .test(1_500, week: (2_000, 1), quarter: 26_012, days: 28),
            """
            You spent $20.00 on fun in the last 7 days, where a usual week is $20.00, and this \
            adds $15.00.
            """
        ),
        (
            .test(1_500, week: (-100, 1)),
            "You spent $0.00 on fun in the last 7 days, and this adds $15.00."
        ),
        (
            .test(5_000, isAllowed: true, limit: 0),
            """
            A parent allowed $50.00 at this merchant. You spent $0.00 on fun in the last 7 days, \
            and this adds $50.00.
            """
        ),
        (
            .test(1_500, limit: 20_000, inside: .warn),
            """
            You are at Mall, where you wanted to be warned. $15.00 leaves $185.00 of your $200.00 \
            monthly limit for fun.
            """
        ),
        (
            .test(1_000, "groceries", limit: 20_000, spent: 16_000),
            """
            $10.00 leaves $30.00 of your $200.00 monthly limit for groceries. That is a lot, but \
            it looks essential.
            """
        ),
    ]

    @Test("for a purchase: what it leaves or adds to", arguments: support)
    func allows(facts: CoachFacts, explanation: String) {
        let advice = facts.advise()
        #expect(advice.explanation == explanation)
        #expect(advice.message == "This purchase looks fine. \(explanation)")
    }

    @Test("a smaller price that is suggested is advised, and one above it is not")
    func suggestion() throws {
        var suggested = 0
        for limit: Int64? in [nil, 0, 150, 300, 5_000, 9_001] {
            for spent: Int64 in [-200, 0, 90, 2_500, 4_100] {
                for week: (Int64, Int64) in [(0, 0), (100, 1), (5_000, 3)] {
                    for minor: Int64 in [1, 101, 2_400, 3_400, 20_000] {
                        let facts = { (minor: Int64) in
                            CoachFacts.test(minor, limit: limit, spent: spent, week: week)
                        }
                        let message = facts(minor).advise().message
                        guard let match = message.firstMatch(of: /up to \$(\d+)\.(\d\d)\b/),
                            let most = Int64("\(match.1)\(match.2)")
                        else { continue }
                        suggested += 1
                        #expect(most < minor && most >= 100)
                        #expect(facts(most).advise().verdict == .allow)
                        #expect(facts(most + 1).advise().verdict == .block)
                    }
                }
            }
        }
        #expect(suggested > 30)
    }

    @Test("who is told where they are is told in our words only")
    func places() {
        #expect(!CoachFacts.test(1, inside: .block).advise().mayBePhrased)
        #expect(!CoachFacts.test(1, inside: .warn).advise().mayBePhrased)
        #expect(CoachFacts.test(1, at: "Bet", inside: .warn).advise().mayBePhrased)
        #expect(CoachFacts.test(1, isAllowed: true, inside: .block).advise().mayBePhrased)
        let advice = CoachFacts.test(1, inside: .block).advise()
        #expect(advice.message(inOtherWords: advice.explanation + " Kindly.") == advice.message)
    }

    @Test("other words take the place of the explanation, never of the verdict")
    func phrasing() {
        let advice = CoachFacts.test(15_000, limit: 20_000, spent: 12_000).advise()
        let words = """
            Of your $200 for fun, $120 is gone; $150 more would be $70 too much. $80 would fit.
            """
        let opening = "I'd advise against this purchase."
        #expect(advice.message(inOtherWords: " \(words)\n") == "\(opening) \(words)")
        #expect(advice.message(inOtherWords: "Sure, go ahead!") == advice.message)
        #expect(advice.message(inOtherWords: "\(words) And $1 more.") == advice.message)
        #expect(advice.message(inOtherWords: nil) == advice.message)
    }
}
