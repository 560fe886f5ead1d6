import Contract
import Foundation
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Guardian
@testable import NaivePolicies
@testable import Operations

@Suite("Trials of policies on what is stored")
struct StoredBacktestTests {
    private static let seeds: [(Engine, ClosedRange<UInt64>)] = Engine.all.flatMap { engine in
        engine == .sqlite
            ? stride(from: 1, to: 41, by: 10).map { (engine, UInt64($0)...UInt64($0 + 9)) }
            : [(engine, 101...105)]
    }

    /// A policy of a trial, as both readers are told it.
    private struct Judge {
        let condition: NaiveCondition
        let member: Int?
        let action: Policy.Action
    }

    @Test("agree with a naive reading of all history, whatever happened", arguments: seeds)
    func agree(engine: Engine, seeds: ClosedRange<UInt64>) async throws {
        var total = (hits: 0, alone: 0, overrides: 0)
        for seed in seeds {
            try await withServer(engine) { server in
                var past = try await StoredPast(seed, server)
                for _ in 0..<60 { try await past.step() }
                let history = try await past.history()
                var chance = PolicyChance(seed &+ 1_000)
                for _ in 0..<3 {
                    let expected = try await Self.compare(past, history, &chance, seed)
                    total.hits += expected.hits.reduce(0) { $0 + $1.count }
                    total.alone += expected.counts.reduce(0) { $0 + $1.alone }
                    total.overrides += expected.overrides
                }
            }
        }
        // The histories are such that everything happens.
        #expect(total.hits > 5 * seeds.count)
        #expect(total.alone > 0)
        #expect(total.overrides > 0)
    }

    /// Makes one trial by both readings.
    private static func compare(
        _ past: StoredPast,
        _ history: [(happening: NaiveHappening, id: ID<Entity.Transfer>?)],
        _ chance: inout PolicyChance,
        _ seed: UInt64
    ) async throws -> NaiveTrial.Outcome {
        var judges = (0..<8).map { _ in judge(&chance) }
        // What stops everything meets every purchase that a parent had allowed.
        if chance.once(in: 2) {
            judges[0] = Judge(condition: .amount(1, nil), member: nil, action: .decline)
        }
        let tried = 1 + chance.below(6)
        let mode: API.Guardian.BacktestMode = chance.once(in: 2) ? .observed : .counterfactual
        let judged = chance.once(in: 3) ? chance.below(3) : nil
        let zone = try #require(Zone.named(past.zone.identifier))
        let first = history[chance.below(15)].happening.milliseconds
        let from = zone.day(of: Timestamp(milliseconds: first))
        let expected = NaiveTrial(
            policies: judges.map { judge in
                NaiveTrial.Policy(
                    condition: judge.condition,
                    member: judge.member,
                    stops: judge.action.stops
                )
            },
            tried: tried,
            isCounterfactual: mode == .counterfactual,
            from: zone.start(of: from).milliseconds,
            judged: judged
        ).outcome(of: history.map(\.happening))
        try await keepLive(judges.dropFirst(tried), past)
        let request = API.Guardian.BacktestRequest(
            policies: try judges.prefix(tried).enumerated().map { number, judge in
                try API.Guardian.BacktestPolicy(
                    judge.condition.json,
                    judge.action.wire,
                    named: "Tried \(number)",
                    for: judge.member.map { MemberReference(past.members[$0].id.text) }
                )
            },
            from: WireDay(from),
            to: WireDay(zone.day(of: past.server.clock.now)),
            userID: judged.map { MemberReference(past.members[$0].id.text) },
            mode: mode
        )
        let call = try past.server.call(as: past.members[0])
        let report = try await past.server.operations.guardian.backtestPolicies(request, call)
        let counts = report.policies.map { outcome in
            NaiveTrial.Count(
                stopped: outcome.stopped,
                warned: outcome.warned,
                minor: outcome.stoppedCents,
                alone: outcome.alone
            )
        }
        #expect(counts == expected.counts, "seed \(seed)")
        #expect(report.purchases == expected.judged, "seed \(seed)")
        #expect(report.overridesUsed == expected.overrides, "seed \(seed)")
        for (outcome, hits) in zip(report.policies, expected.hits) {
            let newest = hits.suffix(Limits.backtestExamples).reversed().map { history[$0].id }
            #expect(outcome.examples.map(\.id) == newest, "seed \(seed)")
        }
        return expected
    }

    private static func judge(_ chance: inout PolicyChance) -> Judge {
        var condition = chance.condition()
        // What the model says, a naive reader does not know.
        while condition.json.contains("avoidable") { condition = chance.condition() }
        return Judge(
            condition: condition,
            member: chance.once(in: 2) ? chance.below(3) : nil,
            action: chance.one(of: Policy.Action.allCases)
        )
    }

    /// Makes these the policies that are live.
    private static func keepLive(_ judges: ArraySlice<Judge>, _ past: StoredPast) async throws {
        let (call, parent) = (past.server.call(), past.members[0])
        let records = try judges.enumerated().map { number, judge in
            PolicyRecord(
                Policy(
                    id: call.newID(),
                    name: "Live \(number)",
                    member: judge.member.map { past.members[$0].id },
                    condition: try PolicyCondition(API.Guardian.Condition(judge.condition.json)),
                    action: judge.action,
                    state: .live,
                    createdAt: call.now
                ),
                of: parent.household,
                version: 1,
                createdBy: parent.id,
                liveSince: call.now
            )
        }
        try await past.server.database.write { session in
            try session.run(Statement("DELETE FROM policies"))
            for record in records { try Policies.save(record, in: session) }
        }
    }
}

extension Policy.Action {
    fileprivate var wire: API.Guardian.PolicyAction {
        switch self {
        case .decline: .decline
        case .ask: .ask
        case .warn: .warn
        }
    }
}
