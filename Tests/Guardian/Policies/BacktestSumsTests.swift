import Kernel
import Testing

@testable import Guardian
@testable import NaivePolicies

@Suite("Sums that trials keep")
struct BacktestSumsTests {
    @Test("a log has the sum and the number of any window, whatever went before", arguments: 1...20)
    func log(seed: Int) {
        var chance = PolicyChance(UInt64(seed))
        var log = RollingLog()
        var entries: [(instant: Int64, amount: Int64)] = []
        var instant: Int64 = 0
        let longest: Int64 = 60
        for _ in 0..<400 {
            instant += Int64(chance.below(4) * chance.below(2))
            let end = log.end(before: instant)
            var last = end
            for span in [Int64(0), 1, 2, 3, 7, 20, 59, longest] {
                let start = log.start(from: instant - span, upTo: end)
                #expect(log.start(from: instant - span, upTo: last) == start)
                last = start
                let window = entries.filter { $0.instant >= instant - span && $0.instant < instant }
                #expect(end - start == window.count)
                #expect(log.sum(from: start, upTo: end) == window.reduce(0) { $0 + $1.amount })
            }
            let amount = Int64(chance.below(9))
            log.append(amount, at: instant, longest: longest)
            entries.append((instant, amount))
        }
    }

    @Test("a tally has the newest period and the one before it")
    func periods() {
        var tally = PeriodTally()
        #expect(tally.sum(of: 7) == 0 && tally.count(of: 7) == 0)
        for (amount, period) in [(1, 7), (2, 7), (4, 8), (8, 7), (16, 8)] as [(Int64, Int32)] {
            tally.add(amount, to: period)
        }
        #expect(tally.sum(of: 7) == 11 && tally.count(of: 7) == 3)
        #expect(tally.sum(of: 8) == 20 && tally.count(of: 8) == 2)
        tally.add(32, to: 12)
        #expect(tally.sum(of: 7) == 0 && tally.count(of: 7) == 0)
        #expect(tally.sum(of: 8) == 20 && tally.sum(of: 12) == 32)
        #expect(tally.sum(of: 9) == 0 && tally.count(of: 9) == 0)
    }

    @Test("a day that a clock shows again is the same day")
    func sameDayAgain() throws {
        // At 00:01 of the 7th the clock was put back to 23:01 of the 6th.
        let zone = try #require(Zone.named("America/St_Johns"))
        let change = try #require(Timestamp("2010-11-07T02:31:00Z"))
        let days = [-90, -30, 0, 30, 3_600].map { zone.day(of: change.adding(seconds: $0)) }
        #expect(days.map(\.dayOfMonth) == [6, 7, 6, 6, 7])
        var backtest = PolicyBacktest(
            [try .test(#"{"count":{"window":"day","of":"purchases","more_than":1}}"#, .warn)],
            mode: .observed,
            from: change.adding(seconds: -3_600),
            in: zone
        )
        for (number, seconds) in [-90, -30, 0, 30, 3_600].enumerated() {
            backtest.take(
                PastPurchase(
                    id: .test(UInt64(number)),
                    instant: change.adding(seconds: Int64(seconds)),
                    member: .test(1),
                    amountMinor: 1,
                    merchant: "a",
                    merchantKey: "a",
                    category: "fun"
                )
            )
        }
        let warned = backtest.report.policies[0].examples.map(\.id)
        #expect(warned == [.test(4), .test(3), .test(2)])
    }
}
