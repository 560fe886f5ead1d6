import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import NaivePolicies

@Suite("Purchases that are decided one by one")
struct CounterfactualTests {
    private static let seeds: [(Engine, ClosedRange<UInt64>)] = Engine.all.map { engine in
        engine == .sqlite ? (engine, 1...6) : (engine, 101...102)
    }

    @Test("are stopped in a fresh household as a trial of the past stops them", arguments: seeds)
    func agree(engine: Engine, seeds: ClosedRange<UInt64>) async throws {
        var stopped: Int64 = 0
        for seed in seeds {
            let life = TriedLife(seed)
            let tried = try await life.tried(engine)
            let decided = try await life.decided(engine)
            #expect(tried == decided, "seed \(seed)")
            stopped += tried.values.reduce(0) { $0 + $1.stopped }
        }
        #expect(stopped > 0)
    }
}

/// Policies, and purchases in their order.
private struct TriedLife {
    struct Outcome: Equatable {
        var stopped: Int64 = 0
        var stoppedCents: Int64 = 0
        var warned: Int64 = 0
    }

    private struct Judge {
        let name: String
        let member: Int?
        let condition: NaiveCondition
        let action: API.Guardian.PolicyAction
    }

    private struct Bought {
        let at: Timestamp
        let member: Int
        let category: String
        let merchant: Int
        let minor: Int64
    }

    private let judges: [Judge]
    private let purchases: [Bought]

    init(_ seed: UInt64) {
        var chance = PolicyChance(seed)
        // What only decisions have, the past of a household that made none does not tell.
        let others = ["approvals", "declines", "avoidable", "wallet"]
        judges = (0..<12).map { number in
            var condition = chance.condition()
            while others.contains(where: condition.json.contains) { condition = chance.condition() }
            return Judge(
                name: "P\(number)",
                member: chance.once(in: 3) ? chance.below(2) : nil,
                condition: condition,
                action: chance.one(of: [.decline, .ask, .warn])
            )
        }
        var now = Timestamp(test: "2025-03-01T06:00:00Z")
        purchases = (0..<30).map { _ in
            now = now.adding(
                milliseconds: chance.one(of: [1, 1_799_999, 3_600_000, 43_200_000, 90_000_000])
            )
            return Bought(
                at: now,
                member: chance.below(2),
                category: "c\(chance.below(3))",
                merchant: chance.below(4),
                minor: Int64(1 + chance.below(12))
            )
        }
    }

    private func members(of server: InProcessServer) async throws -> [TestMember] {
        let parent = try await server.registerParent()
        return [parent, try await server.registerChild(of: parent)]
    }

    private func input(
        _ judge: Judge,
        _ members: [TestMember]
    ) throws -> API.Guardian.PolicyInput {
        API.Guardian.PolicyInput(
            name: judge.name,
            userID: judge.member.map { MemberReference(members[$0].id.text) },
            when: try API.Guardian.Condition(judge.condition.json),
            then: judge.action
        )
    }

    /// What the policies would have done to a household that bought all of it.
    func tried(_ engine: Engine) async throws -> [String: Outcome] {
        var outcomes: [String: Outcome] = [:]
        try await withServer(engine, clock: TestClock("2025-03-30T12:00:00Z")) { server in
            let members = try await members(of: server)
            var accounts: [TestAccount] = []
            for member in members { accounts.append(try await server.openAccount(of: member)) }
            for bought in purchases { try await buy(bought, from: accounts[bought.member], server) }
            let report = try await members[0].purser.call(
                API.Guardian.backtestPolicies,
                API.Guardian.BacktestRequest(
                    policies: try judges.map { .init(try input($0, members)) },
                    from: WireDay(try #require(CivilDay("2025-03-01"))),
                    to: WireDay(try #require(CivilDay("2025-03-30")))
                )
            )
            #expect(report.purchases == purchases.count)
            for policy in report.policies {
                outcomes[policy.name] = Outcome(
                    stopped: Int64(policy.stopped),
                    stoppedCents: policy.stoppedCents,
                    warned: Int64(policy.warned)
                )
            }
        }
        return outcomes
    }

    /// What they did to one that asked about each purchase, and made those that were approved.
    func decided(_ engine: Engine) async throws -> [String: Outcome] {
        var outcomes = Dictionary(uniqueKeysWithValues: judges.map { ($0.name, Outcome()) })
        try await withServer(engine, clock: TestClock("2025-03-01T00:00:00Z")) { server in
            var members = try await members(of: server)
            var accounts: [TestAccount] = []
            for member in members { accounts.append(try await server.openAccount(of: member)) }
            for judge in judges {
                let made = try await members[0].purser.call(
                    API.Guardian.createPolicy,
                    input(judge, members)
                )
                _ = try await members[0].purser.call(
                    API.Guardian.setPolicyState,
                    API.Guardian.PolicyStepRequest(made.id, state: .live)
                )
            }
            for bought in purchases {
                let rest = bought.at.milliseconds - server.clock.now.milliseconds
                server.clock.advance(milliseconds: rest)
                members[bought.member] = try await server.login(members[bought.member].email)
                let answer = try await members[bought.member].purser.call(
                    API.Guardian.authorizePurchase,
                    API.Guardian.AuthorizeRequest(
                        amountCents: bought.minor,
                        merchant: "M\(bought.merchant)",
                        category: bought.category
                    )
                )
                for name in answer.namesOfTruePolicies {
                    guard let judge = judges.first(where: { $0.name == name }) else { continue }
                    let stops: Int64 = judge.action == .warn ? 0 : 1
                    outcomes[name]?.stopped += stops
                    outcomes[name]?.stoppedCents += stops * bought.minor
                    outcomes[name]?.warned += 1 - stops
                }
                guard answer.decision == .approve else { continue }
                try await buy(bought, from: accounts[bought.member], server)
            }
        }
        return outcomes
    }

    private func buy(
        _ bought: Bought,
        from account: TestAccount,
        _ server: InProcessServer
    ) async throws {
        try await server.record(
            account.purchase(
                bought.minor,
                bought.category,
                at: "m\(bought.merchant)",
                on: bought.at
            ),
            in: account
        )
    }
}

extension API.Guardian.AuthorizeResponse {
    /// The policies that were true, which a trace names after how many were looked at.
    fileprivate var namesOfTruePolicies: [String] {
        trace.filter { $0.check == "policy" }.dropFirst()
            .compactMap { $0.detail.split(separator: "\"").first.map(String.init) }
    }
}
