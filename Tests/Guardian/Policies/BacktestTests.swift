import Kernel
import Testing

@testable import Guardian

@Suite("Trying policies on the past")
struct BacktestTests {
    private static let cap = #"{"spent":{"window":"day","of":"purchases","more_than":2000}}"#
    private static let noon = Timestamp(seconds: 1_741_176_000)

    private static func purchase(
        _ number: UInt64,
        _ minor: Int64,
        days: Int64 = 0,
        member: UInt64 = 1,
        merchant: String = "Steam",
        wasOverridden: Bool = false,
        isKnownMerchant: Bool = false
    ) -> PastPurchase {
        PastPurchase(
            id: .test(number),
            instant: noon.adding(seconds: days * 86_400 + Int64(number)),
            member: .test(member),
            amountMinor: minor,
            merchant: merchant,
            merchantKey: merchant.lowercased(),
            category: "fun",
            wasOverridden: wasOverridden,
            isKnownMerchant: isKnownMerchant
        )
    }

    private static func report(
        _ tried: [Policy],
        on purchases: [PastPurchase],
        _ mode: PolicyBacktest.Mode = .counterfactual,
        beside live: [Policy] = [],
        from: Timestamp = noon,
        of member: ID<Entity.Member>? = nil
    ) -> PolicyBacktestReport {
        var backtest = PolicyBacktest(
            tried,
            beside: live,
            mode: mode,
            from: from,
            of: member,
            in: .utc
        )
        for purchase in purchases { backtest.take(purchase) }
        return backtest.report
    }

    private static let threeAndOne = [
        purchase(1, 1_500), purchase(2, 600), purchase(3, 300), purchase(4, 2_500, days: 1),
    ]

    @Test("what is stopped was not spent in the counterfactual world, and was in the observed one")
    func worlds() throws {
        let policy = try Policy.test(Self.cap, name: "Daily")
        let counterfactual = Self.report([policy], on: Self.threeAndOne)
        #expect(counterfactual.purchases == 4 && counterfactual.sumMinor == 4_900)
        #expect(counterfactual.overridesUsed == 0)
        let one = try #require(counterfactual.policies.first)
        #expect(one.name == "Daily" && one.stopped == 2 && one.stoppedMinor == 3_100)
        #expect(one.examples.map(\.id) == [.test(4), .test(2)])
        #expect(one.asked == 0 && one.warned == 0 && one.alone == 2)
        let observed = Self.report([policy], on: Self.threeAndOne, .observed).policies[0]
        #expect(observed.examples.map(\.id) == [.test(4), .test(3), .test(2)])
        #expect(observed.stopped == 3 && observed.stoppedMinor == 3_400)
    }

    @Test("asking stops as declining does and is counted twice; warning stops nothing")
    func actions() throws {
        let ask = Self.report([try .test(Self.cap, .ask)], on: Self.threeAndOne).policies[0]
        #expect(ask.stopped == 2 && ask.asked == 2 && ask.warned == 0)
        let warn = Self.report([try .test(Self.cap, .warn)], on: Self.threeAndOne).policies[0]
        #expect(warn.stopped == 0 && warn.asked == 0 && warn.warned == 3)
        #expect(warn.stoppedMinor == 0 && warn.alone == 0 && warn.byMonth.isEmpty)
        #expect(warn.byMerchant.map(\.purchases) == [3] && warn.examples.count == 3)
    }

    @Test("all policies share one world, and one stops alone where no other does")
    func shared() throws {
        let large = try Policy.test(#"{"amount":{"at_least":2500}}"#, number: 1)
        let cap = try Policy.test(Self.cap, .ask, number: 2)
        let first = try Policy.test(#"{"amount":{"at_least":1500,"at_most":1500}}"#, number: 3)
        let both = Self.report([large, cap], on: Self.threeAndOne).policies
        #expect(both.map(\.stopped) == [1, 2] && both.map(\.alone) == [0, 1])
        // Without the first purchase the second is within the cap.
        let three = Self.report([cap, first], on: Self.threeAndOne).policies
        #expect(three.map(\.stopped) == [1, 1] && three.map(\.alone) == [1, 1])
        let beside = Self.report([cap], on: Self.threeAndOne, beside: [first, large]).policies
        #expect(beside.map(\.stopped) == [1] && beside.map(\.alone) == [0])
    }

    @Test("what a parent had allowed is not stopped, but counted, and was spent")
    func overrides() throws {
        let purchases = [
            Self.purchase(1, 1_500), Self.purchase(2, 600, wasOverridden: true),
            Self.purchase(3, 300), Self.purchase(4, 100, days: 1, wasOverridden: true),
        ]
        let report = Self.report([try .test(Self.cap)], on: purchases)
        #expect(report.overridesUsed == 1 && report.purchases == 4)
        #expect(report.policies[0].examples.map(\.id) == [.test(3)])
        let warn = Self.report([try .test(Self.cap, .warn)], on: purchases)
        #expect(warn.overridesUsed == 0 && warn.policies[0].warned == 1)
        let live = Self.report([], on: purchases, beside: [try .test(Self.cap)])
        #expect(live.overridesUsed == 0)
    }

    @Test("what was before the first instant fills windows and is judged by nobody")
    func before() throws {
        let from = Self.noon.adding(seconds: 2)
        let report = Self.report([try .test(Self.cap)], on: Self.threeAndOne, from: from)
        #expect(report.purchases == 3 && report.sumMinor == 3_400)
        #expect(report.policies[0].examples.map(\.id) == [.test(4), .test(2)])
    }

    @Test("a policy judges its member's purchases; windows of the household hold everybody's")
    func members() throws {
        let household =
            #"{"spent":{"window":"day","over":["household"],"of":"purchases","more_than":2000}}"#
        let purchases = [
            Self.purchase(1, 1_500, member: 1), Self.purchase(2, 600, member: 2),
            Self.purchase(3, 700, member: 1),
        ]
        let own = Self.report([try .test(Self.cap, member: .test(2))], on: purchases)
        #expect(own.policies[0].stopped == 0 && own.purchases == 3)
        let theirs = try Policy.test(household, member: .test(2))
        #expect(Self.report([theirs], on: purchases).policies[0].examples.map(\.id) == [.test(2)])
        let everybody = Self.report([try .test(household)], on: purchases, of: .test(1))
        #expect(everybody.purchases == 2 && everybody.sumMinor == 2_200)
        #expect(everybody.policies[0].examples.map(\.id) == [.test(3)])
    }

    @Test("a first purchase that is stopped leaves the next one a first purchase")
    func firsts() throws {
        let first = try Policy.test(#"{"first_time":"merchant"}"#)
        let purchases = [
            Self.purchase(1, 100), Self.purchase(2, 100), Self.purchase(3, 100, member: 2),
            Self.purchase(4, 100, merchant: "GOG", isKnownMerchant: true),
        ]
        let stopping = Self.report([first], on: purchases).policies[0]
        #expect(stopping.examples.map(\.id) == [.test(3), .test(2), .test(1)])
        let observed = Self.report([first], on: purchases, .observed).policies[0]
        #expect(observed.examples.map(\.id) == [.test(3), .test(1)])
    }

    @Test("a purchase that is stopped is a decline; one that was approved, an approval")
    func decisions() throws {
        let declines = try Policy.test(
            #"{"count":{"window":"day","of":"declines","more_than":2}}"#,
            .warn
        )
        let large = try Policy.test(#"{"amount":{"at_least":500}}"#, number: 2)
        let purchases = [
            Self.purchase(1, 500), Self.purchase(2, 500), Self.purchase(3, 100),
        ]
        let stopped = Self.report([declines, large], on: purchases).policies[0]
        #expect(stopped.examples.map(\.id) == [.test(3)])
        let observed = Self.report([declines, large], on: purchases, .observed).policies[0]
        #expect(observed.warned == 0)
    }

    @Test(
        "the report tells months in order, the ten largest merchants and the ten newest purchases"
    )
    func lists() throws {
        let purchases = (UInt64(1)...36).map { (number: UInt64) -> PastPurchase in
            let kind = number % 12
            let merchant = number == 36 ? "SHOP 0" : "Shop \(kind)"
            return Self.purchase(
                number,
                Int64(100 + kind),
                days: Int64(number),
                merchant: merchant
            )
        }
        let all = try Policy.test(#"{"amount":{"at_least":1}}"#)
        let outcome = Self.report([all], on: purchases).policies[0]
        #expect(outcome.byMonth.map(\.month.text) == ["2025-03", "2025-04"])
        #expect(outcome.byMonth.map(\.stopped) == [26, 10])
        #expect(outcome.byMonth.map(\.stoppedMinor).reduce(0, +) == outcome.stoppedMinor)
        let merchants = outcome.byMerchant
        let names = (2...11).reversed().map { "Shop \($0)" }
        #expect(merchants.map(\.merchant) == names)
        #expect(merchants.allSatisfy { $0.purchases == 3 })
        #expect(merchants.first?.sumMinor == 333)
        let newest = (UInt64(27)...36).reversed().map { ID<Entity.Transfer>.test($0) }
        #expect(outcome.examples.map(\.id) == newest)
        #expect(outcome.examples.first?.merchant == "SHOP 0")
        #expect(outcome.examples.first?.amountMinor == 100)
    }

    @Test("of merchants with the same sum the first by name comes first")
    func ties() throws {
        let purchases = [
            Self.purchase(1, 100, merchant: "b"), Self.purchase(2, 100, merchant: "a"),
            Self.purchase(3, 100, merchant: "c"),
        ]
        let outcome = Self.report(
            [try .test(#"{"amount":{"at_least":1}}"#)],
            on: purchases
        )
        #expect(outcome.policies[0].byMerchant.map(\.merchant) == ["a", "b", "c"])
    }

    @Test("the same trial gives the same report, and thousands of purchases fill several blocks")
    func blocks() throws {
        let policies = [
            try Policy.test(#"{"amount":{"at_least":2}}"#, number: 1),
            try Policy.test(
                #"{"count":{"window":{"hours":1},"of":"purchases","more_than":60}}"#,
                number: 2
            ),
        ]
        let purchases = (UInt64(0)..<9_000).map { (number: UInt64) -> PastPurchase in
            Self.purchase(number * 30, Int64(1 + number % 2))
        }
        let report = Self.report(policies, on: purchases, .observed)
        #expect(report == Self.report(policies, on: purchases, .observed))
        #expect(report.policies[0].stopped == 4_500)
        // An hour holds 120 of them before this one.
        #expect(report.policies[1].stopped == 9_000 - 60)
        #expect(report.policies[1].examples.first?.id == .test(8_999 * 30))
    }
}
