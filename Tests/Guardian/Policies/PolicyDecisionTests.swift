import Foundation
import Kernel
import Testing

@testable import Guardian

@Suite("Decisions with policies")
struct PolicyDecisionTests {
    private static let cap = #"{"spent":{"window":"day","of":"purchases","more_than":2000}}"#
    private static let fun = #"{"category":["fun"]}"#
    private static let food = #"{"category":["food"]}"#

    /// A purchase of a member who spent $15.00 today.
    private static func facts(
        _ policies: [Policy],
        minor: Int64 = 501,
        isAllowed: Bool = false,
        limit: Int64? = nil,
        wallet: Int64? = nil,
        inside policy: Geofence.Policy? = nil
    ) -> PurchaseFacts {
        let money = { (minor: Int64) in Money(minor: minor, currency: .usd) }
        let prepared = PreparedPolicies(policies)
        let hit = FenceHit(number: 1, name: "Mall", distanceCentimetres: 100, radiusMetres: 500)
        let here = FenceFacts(count: 1, applying: 1, hit: hit)
        let none = FenceFacts(count: 0, applying: 0, hit: nil)
        return PurchaseFacts(
            amount: money(minor),
            category: "fun",
            override: isAllowed ? .test(1) : nil,
            limit: limit.map(money),
            spentThisMonth: limit.map { _ in money(0) },
            location: policy.map { policy in
                LocationFacts(
                    isPositionKnown: true,
                    blocking: policy == .block ? here : none,
                    warning: policy == .warn ? here : none
                )
            },
            wallet: wallet.map(money)
        ).judged(
            by: policies.isEmpty
                ? nil
                : PolicyCase(
                    prepared,
                    .test(
                        prepared.needs,
                        minor: minor,
                        values: prepared.needs.windows.map { _ in 1_500 }
                    )
                )
        )
    }

    private static func trace(_ decision: PurchaseDecision) -> [String] {
        decision.trace.map { "\($0.check.rawValue) \($0.outcome.rawValue)" }
    }

    @Test("a cap on a day's spending approves up to it and declines beyond, with its figures")
    func cap() throws {
        let policies = [try Policy.test(Self.cap, name: "Daily")]
        let within = Self.facts(policies, minor: 500).decide()
        #expect(within.answer == .approve && within.reason == .ok && within.policy == nil)
        #expect(
            Self.trace(within) == [
                "override pass", "geofence_block skip", "rule_limit skip", "policy pass",
                "geofence_warn skip",
            ]
        )
        #expect(within.trace[3].detail == "1 policy was looked at: none is true.")
        let beyond = Self.facts(policies, minor: 501).decide()
        #expect(beyond.answer == .decline && beyond.reason == .policy)
        #expect(beyond.policy == .test(1) && !beyond.asksEvenParents)
        #expect(
            Self.trace(beyond) == [
                "override pass", "geofence_block skip", "rule_limit skip", "policy pass",
                "policy decline",
            ]
        )
        #expect(beyond.trace[3].detail == "1 policy was looked at: 1 is true.")
        #expect(
            beyond.trace[4].detail == "\"Daily\" declines: spending today 15.00 + 5.01 of 20.00."
        )
        #expect(
            beyond.message == "\"Daily\" declines when spending today with this purchase is more "
                + "than $20.00."
        )
    }

    @Test("the strictest policy that is true answers, of several the oldest")
    func strictest() throws {
        let warn = { (number: UInt64) in try Policy.test(Self.fun, .warn, number: number) }
        let ask = { (number: UInt64) in try Policy.test(Self.fun, .ask, number: number) }
        let decline = { (number: UInt64) in try Policy.test(Self.fun, .decline, number: number) }
        let quiet = try Policy.test(Self.food, .decline, number: 9)
        let table: [([Policy], UInt64, PurchaseDecision.Reason)] = [
            ([try warn(1), try decline(2)], 2, .policy),
            ([try decline(2), try warn(1)], 2, .policy),
            ([try warn(1), try ask(2), quiet], 2, .policy),
            ([try ask(1), try decline(2), try ask(3)], 2, .policy),
            ([try warn(3), try warn(1), try warn(2)], 1, .policyWarn),
            ([try decline(5), try decline(4)], 4, .policy),
        ]
        for (policies, number, reason) in table {
            let decision = Self.facts(policies).decide()
            #expect(decision.policy == .test(number) && decision.reason == reason)
            #expect(decision.answer == (reason == .policy ? .decline : .approve))
            let isAsk = policies.contains { $0.id == .test(number) && $0.action == .ask }
            #expect(decision.asksEvenParents == isAsk)
            let entries = decision.trace.filter { $0.check == .policy }
            let isTrue = policies.count { $0.id != quiet.id }
            #expect(entries.count == isTrue + 1)
            #expect(entries.dropLast().allSatisfy { $0.outcome == .pass })
            #expect(entries.last?.detail.hasPrefix("\"Policy \(number)\" ") == true)
            #expect(decision.trace.last == entries.last)
        }
    }

    @Test("policies of one instant are as old as their ids say")
    func sameInstant() throws {
        let policies = try [3, 1, 2].map { number in
            Policy(
                id: .test(number),
                name: "\(number)",
                condition: try condition(Self.fun),
                action: .ask,
                state: .live,
                createdAt: Timestamp(seconds: 7)
            )
        }
        #expect(Self.facts(policies).decide().policy == .test(1))
    }

    @Test("a permission, a limit and a blocking fence come before policies, a warning fence after")
    func order() throws {
        let decline = [try Policy.test(Self.fun, .decline)]
        let warn = [try Policy.test(Self.fun, .warn, message: "Think again.")]
        let allowed = Self.facts(decline, isAllowed: true).decide()
        #expect(allowed.reason == .override && Self.trace(allowed) == ["override approve"])
        #expect(Self.facts(decline, limit: 0).decide().reason == .risky)
        #expect(Self.facts(decline, inside: .block).decide().reason == .locationBlock)
        #expect(Self.facts(decline, inside: .warn).decide().reason == .policy)
        let warned = Self.facts(warn, inside: .warn).decide()
        #expect(warned.answer == .approve && warned.reason == .policyWarn)
        #expect(warned.message == "Think again.")
        #expect(Self.trace(warned).last == "policy approve")
        let quiet = [try Policy.test(Self.food)]
        #expect(Self.facts(quiet, inside: .warn).decide().reason == .locationWarn)
    }

    @Test("what a policy approves must also be in the wallet")
    func wallet() throws {
        let warn = [try Policy.test(Self.fun, .warn)]
        let enough = Self.facts(warn, wallet: 501).decide()
        #expect(enough.reason == .policyWarn && enough.policy == .test(1))
        #expect(Self.trace(enough).suffix(2) == ["policy approve", "wallet pass"])
        let short = Self.facts(warn, wallet: 500).decide()
        #expect(short.reason == .insufficientFunds && short.policy == nil)
        let ask = Self.facts([try .test(Self.fun, .ask)], wallet: 501).decide()
        #expect(ask.asksEvenParents && Self.trace(ask).last == "policy decline")
    }

    @Test("without a live policy a decision is what it is without policies")
    func silence() throws {
        for state in [Policy.State.draft, .shadow, .retired] {
            let policies = [try Policy.test(Self.fun, state: state)]
            for limit: Int64? in [nil, 0, 2_000] {
                for fence in [nil, Geofence.Policy.block, .warn] {
                    let with = Self.facts(policies, limit: limit, wallet: 501, inside: fence)
                    let without = Self.facts([], limit: limit, wallet: 501, inside: fence)
                    #expect(with.decide() == without.decide())
                }
            }
        }
    }

    @Test("shadows are answered on the same facts and say nothing in the decision")
    func shadow() throws {
        let live = try Policy.test(Self.food, number: 1)
        let shadow = try Policy.test(Self.cap, number: 2, state: .shadow)
        let facts = Self.facts([live, shadow])
        #expect(facts.decide().reason == .ok)
        #expect(facts.decide().trace[3].detail == "1 policy was looked at: none is true.")
        let verdict = try #require(facts.policies?.verdict(of: .shadow))
        #expect(verdict.count == 1 && verdict.isTrue.map(\.id) == [.test(2)])
        #expect(verdict.strictest?.id == .test(2))
        #expect(facts.policies?.verdict(of: .live).strictest == nil)
    }

    @Test("the trace tells the leaves that made a policy true, and of many the first")
    func witnesses() throws {
        let any = #"""
            {"any":[{"mcc":["5812"]},{"all":[\#(Self.fun),\#(Self.cap)]},{"amount":{"at_least":1}}]}
            """#
        let first = Self.facts([try .test(any, name: "A")]).decide()
        #expect(
            first.trace.last?.detail
                == "\"A\" declines: category fun, spending today 15.00 + 5.01 of 20.00."
        )
        let negated = #"""
            {"not":{"all":[\#(Self.fun),{"any":[{"mcc":["5812"]},\#(Self.food)]},{"mcc":["0001"]}]}}
            """#
        let second = Self.facts([try .test(negated, .ask, name: "B")]).decide()
        #expect(
            second.trace.last?.detail == "\"B\" asks a parent: no merchant code, category fun."
        )
        let many = Array(repeating: Self.fun, count: 9).joined(separator: ",")
        let third = Self.facts([try .test(#"{"all":[\#(many)]}"#, .warn, name: "C")]).decide()
        let words = Array(repeating: "category fun", count: 6).joined(separator: ", ")
        #expect(third.trace.last?.detail == "\"C\" warns: \(words), and 3 more.")
    }

    @Test("a decision with policies is found again from what was stored of it, in the same bytes")
    func replay() throws {
        let texts = [
            Self.cap, Self.food, #"{"not":\#(Self.food)}"#, #"{"first_time":"merchant"}"#,
            #"{"place":{"within_m":500,"of":{"lat":1.5,"lon":2}}}"#,
            #"{"avoidable":{"at_least":0.4}}"#, #"{"wallet":{"left_less_than":500}}"#,
            #"{"goal":{"id":"\#(ID<Entity.Goal>.test(9).text)","short_by_more_than":5}}"#,
            #"{"count":{"window":{"hours":3},"over":["household"],"of":"declines","more_than":2}}"#,
            #"{"time":{"days":["wed"],"from":"11:00"}}"#,
        ]
        let policies = try (0..<40).map { number in
            try Policy.test(
                texts[number % texts.count],
                Policy.Action.allCases[number % 3],
                number: UInt64(number + 1),
                name: "\"P\\\(number)\"",
                member: number % 2 == 0 ? nil : .test(4),
                message: number % 5 == 0 ? "Näh: \(number)" : nil,
                state: number % 4 == 0 ? .shadow : .live
            )
        }
        let prepared = PreparedPolicies(policies)
        let facts = PolicyFacts.test(
            prepared.needs,
            values: prepared.needs.windows.map { _ in 1_999 },
            isFirst: true,
            avoidable: 0.7,
            wallet: 600,
            position: Coordinate(latitude: 1.5, longitude: 2.001),
            goals: [.test(9): 70]
        )
        let stored = PolicyCase(prepared, facts)
        let read = try JSONDecoder().decode(PolicyCase.self, from: Data(stored.json.utf8))
        #expect(read == stored && read.json == stored.json)
        #expect(read.check().trace == stored.check().trace)
        #expect(read.check().trace.count > 20)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(stored), as: UTF8.self) == stored.json)
    }

    @Test("stored facts that are not those of the policies are refused")
    func strangeFacts() throws {
        let one = PreparedPolicies([try .test(Self.cap)])
        let other = PreparedPolicies([try .test(Self.fun)])
        let (mine, strange) = (PolicyCase(one, .test(one.needs)), PolicyFacts.test(other.needs))
        let text = mine.json.replacing(mine.facts.json, with: strange.json)
        #expect(text != mine.json)
        let fault = #expect(throws: PolicyFault.self) {
            try JSONDecoder().decode(PolicyCase.self, from: Data(text.utf8))
        }
        #expect(fault == PolicyFault("policies.facts", "must be those that the policies ask for"))
        let bad = mine.json.replacing("\"clock\":\"wed 12:00\"", with: "\"clock\":\"wed 25:00\"")
        let clock = #expect(throws: PolicyFault.self) {
            try JSONDecoder().decode(PolicyCase.self, from: Data(bad.utf8))
        }
        #expect(clock?.path == "policies.facts.clock")
    }
}
