import Foundation
import Kernel
import Testing

@testable import Guardian
@testable import NaivePolicies

@Suite("Trials of policies agree with a reading of all history")
struct BacktestAgreementTests {
    /// One trial: policies over a history, by its seed.
    private struct Trial {
        /// Where the calendar has its corners: days of 23 and 25 hours, a zone by half hours, and
        /// a clock that was put back from the first minute of a day into the day before.
        static let places: [(zone: String, start: Int64)] = [
            ("UTC", 1_740_600_000_000), ("America/New_York", 1_761_900_000_000),
            ("Europe/Berlin", 1_743_000_000_000), ("Australia/Lord_Howe", 1_743_700_000_000),
            ("America/St_Johns", 1_289_010_000_000),
        ]

        let seed: UInt64
        let place: (zone: String, start: Int64)
        let mode: PolicyBacktest.Mode
        /// How many of the conditions are tried; the others are live beside them.
        let tried: Int
        let from: Int64
        let judged: Int?
        let conditions: [(condition: NaiveCondition, member: Int?, action: Policy.Action)]
        let history: [NaiveHappening]

        init(_ seed: UInt64) throws {
            var chance = PolicyChance(seed)
            self.seed = seed
            place = chance.one(of: Self.places)
            mode = chance.one(of: PolicyBacktest.Mode.allCases)
            tried = 1 + chance.below(6)
            judged = chance.once(in: 4) ? chance.below(3) : nil
            let zone = try #require(TimeZone(identifier: place.zone))
            let history = chance.history(of: 36, from: place.start, in: zone)
            from = history[chance.below(12)].milliseconds
            self.history = history
            conditions = (0..<8).map { _ in
                let member = chance.once(in: 2) ? chance.below(3) : nil
                return (chance.condition(), member, chance.one(of: Policy.Action.allCases))
            }
        }
    }

    private static func naive(_ trial: Trial) -> NaiveTrial.Outcome {
        NaiveTrial(
            policies: trial.conditions.map { condition, member, action in
                NaiveTrial.Policy(condition: condition, member: member, stops: action.stops)
            },
            tried: trial.tried,
            isCounterfactual: trial.mode == .counterfactual,
            from: trial.from,
            judged: trial.judged
        ).outcome(of: trial.history)
    }

    private static func engine(_ trial: Trial) throws -> PolicyBacktestReport {
        let policies = try trial.conditions.enumerated().map { place, one in
            try Policy.test(
                one.condition.json,
                one.action,
                number: UInt64(place + 1),
                member: one.member.map { .test(UInt64($0)) }
            )
        }
        var backtest = PolicyBacktest(
            Array(policies.prefix(trial.tried)),
            beside: Array(policies.dropFirst(trial.tried)),
            mode: trial.mode,
            from: Timestamp(milliseconds: trial.from),
            of: trial.judged.map { .test(UInt64($0)) },
            in: try #require(Zone.named(trial.place.zone))
        )
        for (number, one) in trial.history.enumerated() {
            backtest.take(one, number)
        }
        return backtest.report
    }

    @Test(
        "in every world, whatever is asked: 800 trials of 8 policies",
        arguments: (0..<8).map { UInt64(1 + 100 * $0) }
    )
    func agree(first: UInt64) throws {
        var total = (hits: 0, overrides: 0, alone: 0)
        for seed in first..<(first + 100) {
            let trial = try Trial(seed)
            let expected = Self.naive(trial)
            let report = try Self.engine(trial)
            let counts = report.policies.map { outcome in
                NaiveTrial.Count(
                    stopped: outcome.stopped,
                    warned: outcome.warned,
                    minor: outcome.stoppedMinor,
                    alone: outcome.alone
                )
            }
            #expect(counts == expected.counts, "seed \(seed)")
            for (outcome, hits) in zip(report.policies, expected.hits) {
                let newest = hits.suffix(Limits.backtestExamples).reversed().map {
                    ID<Entity.Transfer>.test(UInt64($0))
                }
                #expect(outcome.examples.map(\.id) == newest, "seed \(seed)")
            }
            #expect(report.overridesUsed == expected.overrides, "seed \(seed)")
            #expect(report.purchases == expected.judged, "seed \(seed)")
            total.hits += expected.hits.reduce(0) { $0 + $1.count }
            total.overrides += expected.overrides
            total.alone += expected.counts.reduce(0) { $0 + $1.alone }
        }
        // The histories are such that everything happens.
        #expect(total.hits > 1_000 && total.overrides > 20 && total.alone > 50)
    }
}

extension PolicyBacktest {
    /// Tells something that happened.
    fileprivate mutating func take(_ one: NaiveHappening, _ number: Int) {
        let instant = Timestamp(milliseconds: one.milliseconds)
        let member = ID<Entity.Member>.test(UInt64(one.member))
        guard one.kind == .purchase else {
            take(
                PastDecision(
                    instant: instant,
                    member: member,
                    amountMinor: one.minor,
                    merchantKey: "m\(one.merchant)",
                    category: "c\(one.category)",
                    answer: one.kind == .approval ? .approve : .decline
                )
            )
            return
        }
        let place = PolicyPlace(
            centre: .point(Coordinate(latitude: 1.5, longitude: 2)),
            withinMetres: 500
        )
        take(
            PastPurchase(
                id: .test(UInt64(number)),
                instant: instant,
                member: member,
                amountMinor: one.minor,
                merchant: "M\(one.merchant)",
                merchantKey: "m\(one.merchant)",
                category: "c\(one.category)",
                mcc: one.mcc,
                wasApproved: one.wasApproved,
                wasOverridden: one.wasOverridden,
                isKnownMerchant: one.isKnownMerchant,
                isKnownCategory: one.isKnownCategory,
                avoidable: one.score,
                wallet: one.wallet,
                places: one.isInside.map { [place: $0 ? .inside(centimetres: 1) : .outside] } ?? [:]
            )
        )
    }
}
