import Kernel
import Testing

@testable import Guardian

@Suite("Scoring a purchase")
struct ScoreTests {
    /// One purchase, what the model says of it, and what must come of it.
    struct Case: Sendable {
        let category: String
        var profile = SpendingProfile.average
        /// Minor units.
        var income: Int64 = 300_000
        var before: Int64 = 0
        let amount: Int64
        let pML: Double
        let pAvoid: Double
        let ratio: Double
        let decision: Advice
    }

    static let cases: [Case] = [
        // A want: within its budget, at it, above it, far above it.
        Case(
            category: "fast_food",
            amount: 1_500,
            pML: 0.75,
            pAvoid: 0.75,
            ratio: 0.1,
            decision: .block
        ),
        Case(
            category: "fast_food",
            profile: .saver,
            income: 200_000,
            amount: 10_000,
            pML: 0.3,
            pAvoid: 0.3,
            ratio: 1,
            decision: .allow
        ),
        Case(
            category: "fast_food",
            profile: .saver,
            income: 200_000,
            amount: 10_001,
            pML: 0.3,
            pAvoid: 0.9,
            ratio: 1.0001,
            decision: .block
        ),
        Case(
            category: "fast_food",
            profile: .saver,
            income: 200_000,
            before: 10_000,
            amount: 5_000,
            pML: 0.75,
            pAvoid: 0.95,
            ratio: 1.5,
            decision: .block
        ),
        Case(
            category: "fast_food",
            profile: .saver,
            income: 200_000,
            before: 10_000,
            amount: 9_500,
            pML: 0.75,
            pAvoid: 0.99,
            ratio: 1.95,
            decision: .block
        ),
        Case(
            category: "fast_food",
            income: 200_000,
            before: 10_000,
            amount: 5_000,
            pML: 0.97,
            pAvoid: 0.97,
            ratio: 1.5,
            decision: .block
        ),
        // An essential: halved up to 1.3 times its budget.
        Case(
            category: "groceries",
            profile: .saver,
            income: 200_000,
            before: 10_000,
            amount: 5_000,
            pML: 0.7,
            pAvoid: 0.35,
            ratio: 0.5,
            decision: .allow
        ),
        Case(
            category: "groceries",
            profile: .saver,
            income: 200_000,
            before: 30_000,
            amount: 9_000,
            pML: 0.7,
            pAvoid: 0.35,
            ratio: 1.3,
            decision: .allow
        ),
        Case(
            category: "groceries",
            profile: .saver,
            income: 200_000,
            before: 30_000,
            amount: 9_001,
            pML: 0.7,
            pAvoid: 0.7,
            ratio: 1.3,
            decision: .block
        ),
        Case(
            category: "groceries",
            profile: .saver,
            income: 200_000,
            before: 30_000,
            amount: 9_300,
            pML: 0.7,
            pAvoid: 0.7,
            ratio: 1.31,
            decision: .block
        ),
        // Neither: the model alone.
        Case(
            category: "subscription",
            before: 90_000,
            amount: 1,
            pML: 0.59,
            pAvoid: 0.59,
            ratio: 10.0001,
            decision: .allow
        ),
        Case(
            category: "gifts",
            before: 30_000,
            amount: 3_000,
            pML: 0.76,
            pAvoid: 0.76,
            ratio: 1.1,
            decision: .block
        ),
        // Without an income there is no budget.
        Case(
            category: "fun",
            income: 0,
            before: 5_000,
            amount: 1,
            pML: 0.2,
            pAvoid: 0.2,
            ratio: 0,
            decision: .allow
        ),
        Case(
            category: "transport",
            income: 0,
            before: 5_000,
            amount: 1,
            pML: 0.2,
            pAvoid: 0.1,
            ratio: 0,
            decision: .allow
        ),
        // A budget need not be a whole number of cents: 5 % of 3.33 are 16.65 cents.
        Case(
            category: "clothing",
            income: 333,
            amount: 16,
            pML: 0.2,
            pAvoid: 0.2,
            ratio: 0.961,
            decision: .allow
        ),
        Case(
            category: "clothing",
            income: 333,
            amount: 17,
            pML: 0.2,
            pAvoid: 0.9021,
            ratio: 1.021,
            decision: .block
        ),
        // Sums that do not fit are too much.
        Case(
            category: "fun",
            income: 1_000_000_000_000,
            before: .max,
            amount: 1,
            pML: 0.2,
            pAvoid: 0.99,
            ratio: 92_233_720.3685,
            decision: .block
        ),
        // A purchase taken back later leaves less than nothing spent.
        Case(
            category: "fun",
            before: -40_000,
            amount: 10_000,
            pML: 0.2,
            pAvoid: 0.2,
            ratio: -1,
            decision: .allow
        ),
    ]

    static func facts(
        _ category: String,
        _ amount: Int64,
        before: Int64 = 0,
        income: Int64 = 300_000,
        profile: SpendingProfile = .average,
        offsets: PersonalOffsets = .none
    ) -> ScoringFacts {
        ScoringFacts(
            amount: Money(minor: amount, currency: .usd),
            category: ScoringCategory(category),
            hour: 9,
            weekday: 2,
            channel: .offline,
            member: ScoringFacts.Member(
                profile: profile,
                monthlyIncome: Money(minor: income, currency: .usd),
                spendBefore: Money(minor: before, currency: .usd),
                offsets: offsets
            )
        )
    }

    @Test(
        "budget and kind of the category decide what becomes of the model's answer",
        arguments: cases
    )
    func table(one: Case) {
        let facts = Self.facts(
            one.category,
            one.amount,
            before: one.before,
            income: one.income,
            profile: one.profile
        )
        let score = facts.score(modelLogit: PortableMath.logit(one.pML))
        #expect(PurchaseScore.withFourDecimals(score.pML) == one.pML)
        #expect(PurchaseScore.withFourDecimals(score.pAvoid) == one.pAvoid)
        #expect(PurchaseScore.withFourDecimals(score.overBudgetRatio) == one.ratio)
        #expect(score.decision == one.decision)
        #expect(score.threshold == one.profile.threshold)
        #expect(score.spendBefore.minor == one.before)
        let sum = one.before.addingReportingOverflow(one.amount)
        #expect(score.spendAfter.minor == (sum.overflow ? .max : sum.partialValue))
        #expect(!score.reason.isEmpty)
        #expect(score == facts.score(modelLogit: PortableMath.logit(one.pML)))
    }

    @Test("the threshold itself blocks, the next smaller probability does not, unrounded")
    func thresholds() {
        for (profile, threshold) in [
            (SpendingProfile.saver, 0.40), (.average, 0.60), (.spender, 0.75),
        ] {
            let facts = Self.facts("subscription", 100, profile: profile)
            // The smallest log-odds whose probability is the threshold or more.
            var high = 2.0
            var low = -2.0
            while low.nextUp < high {
                let middle = low + (high - low) / 2
                let isAbove = PortableMath.logistic(middle) >= threshold
                (low, high) = isAbove ? (low, middle) : (middle, high)
            }
            let (block, allow) = (facts.score(modelLogit: high), facts.score(modelLogit: low))
            #expect(block.decision == .block && block.pAvoid >= threshold)
            #expect(allow.decision == .allow && allow.pAvoid < threshold)
            // Written with four decimals, both are the threshold.
            #expect(PurchaseScore.withFourDecimals(allow.pAvoid) == threshold)
        }
    }

    @Test("a score of an unknown caller is of an average one with 3,000.00 a month")
    func anonymous() throws {
        let model = try ScoringModel.carried()
        let facts = ScoringFacts(
            amount: Money(minor: 1_500, currency: .usd),
            category: ScoringCategory("fast_food"),
            hour: 9,
            weekday: 2,
            channel: .offline,
            member: .unknown(currency: .usd)
        )
        let score = facts.score(by: model)
        #expect(score.threshold == 0.6)
        #expect(score.spendBefore.minor == 0)
        #expect(score.spendAfter.minor == 1_500)
        #expect(score.overBudgetRatio == 0.1)
        #expect(score.pAvoid == score.pML)
        #expect(score.pML > 0.6 && score.pML < 0.9)
        #expect(score.decision == .block)
    }

    @Test("what was learned moves the log-odds, and is kept out of those the model gave")
    func offsets() {
        let known = PersonalOffsets(member: -0.225, category: -0.225, merchant: -0.225)
        let logit = PortableMath.logit(0.75)
        let score = Self.facts("fast_food", 1_500, offsets: known).score(modelLogit: logit)
        #expect(PurchaseScore.withFourDecimals(score.pML) == 0.6043)
        #expect(score.modelLogit == logit)
    }

    @Test("any amount has a score between 0 and 1", arguments: [1, 100, Limits.amountMinor])
    func extremes(minor: Int64) throws {
        let model = try ScoringModel.carried()
        for category in ["rent_bills", "groceries", "fun", "gifts"] {
            let score = Self.facts(category, minor).score(by: model)
            #expect((0...1).contains(score.pML) && (0...1).contains(score.pAvoid))
            #expect(score.modelLogit.isFinite)
        }
    }

    @Test("an amount in another currency is scored in its major units")
    func currencies() throws {
        let yen = try #require(Currency(code: "JPY"))
        let facts = ScoringFacts(
            amount: Money(minor: 1_500, currency: yen),
            category: ScoringCategory("fun"),
            hour: 0,
            weekday: 6,
            channel: .online,
            member: .unknown(currency: yen)
        )
        #expect(facts.modelInput.amount == 1_500)
        #expect(Self.facts("fun", 1_999).modelInput.amount == 19.99)
    }
}
