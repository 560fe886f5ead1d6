import Contract
import Foundation
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import NaivePolicies

@Suite("Decisions by policies")
struct DecisionAgreementTests {
    private static let seeds: [(Engine, ClosedRange<UInt64>)] = Engine.all.flatMap { engine in
        engine == .sqlite
            ? stride(from: 1, to: 50, by: 10).map { (engine, UInt64($0)...UInt64($0 + 9)) }
            : [(engine, 101...105)]
    }

    @Test("agree with a naive reading of all history, 10,000 policies by seed", arguments: seeds)
    func agree(engine: Engine, seeds: ClosedRange<UInt64>) async throws {
        for seed in seeds {
            try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
                var world = try await LivedWorld(seed, policies: 200, server)
                for _ in 0..<60 { try await world.step() }
                try await world.checkShadows()
                #expect(try await server.faultInBooks() == nil, "seed \(seed)")
            }
        }
    }
}

/// A household that lives under random policies, and what it did, as a naive reader knows it.
private struct LivedWorld {
    private struct Judge {
        let id: ID<Entity.Policy>
        let name: String
        let member: Int?
        let condition: NaiveCondition
        let action: API.Guardian.PolicyAction
        var state: API.Guardian.PolicyState
        /// The decisions that it was true for in shadow.
        var shadowHits = 0
        var shadowDecisions = 0
    }

    private struct Movement {
        /// The transfer that began it, and the one that settled it.
        let id: ID<Entity.Transfer>
        let final: ID<Entity.Transfer>
        let account: TestAccount
        var happening: NaiveHappening
        var isPending: Bool
    }

    private static let zones = ["UTC", "America/New_York", "Europe/Berlin"]

    private let seed: UInt64
    private let server: InProcessServer
    private let zone: TimeZone
    private var chance: PolicyChance
    private var members: [TestMember]
    private var signedInUntil: Timestamp
    private var accounts: [TestAccount] = []
    private var judges: [Judge] = []
    private var movements: [Movement] = []
    private var decisions: [NaiveHappening] = []

    init(_ seed: UInt64, policies: Int, _ server: InProcessServer) async throws {
        self.seed = seed
        self.server = server
        chance = PolicyChance(seed)
        let name = chance.one(of: Self.zones)
        zone = try #require(TimeZone(identifier: name))
        // Near a month's end, a clock change or neither.
        server.clock.set(
            chance.one(of: [
                "2025-03-05T12:00:00Z", "2025-03-29T20:00:00Z", "2024-02-28T23:30:00Z",
                "2025-11-01T22:00:00Z",
            ])
        )
        let parent = try await server.registerParent(timeZone: name)
        let children = [
            try await server.registerChild("alice@example.com", of: parent),
            try await server.registerChild("bob@example.com", of: parent),
        ]
        members = [parent] + children
        signedInUntil = server.clock.now.adding(seconds: 20 * 3_600)
        for member in members { accounts.append(try await server.openAccount(of: member)) }
        // What was before the first policy is history, too.
        for _ in 0..<12 { try await live() }
        for number in 0..<policies { try await add(number) }
    }

    /// Makes a policy that is live, or in shadow, or becomes live later.
    private mutating func add(_ number: Int) async throws {
        var condition = chance.condition()
        while condition.asksScore { condition = chance.condition() }
        let member = chance.once(in: 3) ? chance.below(3) : nil
        let policy = try await members[0].purser.call(
            API.Guardian.createPolicy,
            API.Guardian.PolicyInput(
                name: "P\(number)",
                userID: member.map { MemberReference(members[$0].id.text) },
                when: try API.Guardian.Condition(condition.json),
                then: chance.once(in: 60) ? chance.one(of: [.decline, .ask]) : .warn
            )
        )
        judges.append(
            Judge(
                id: policy.id,
                name: policy.name,
                member: member,
                condition: condition,
                action: policy.then,
                state: .draft
            )
        )
        let state: API.Guardian.PolicyState = chance.once(in: 4) ? .shadow : .live
        try await set(judges.count - 1, state)
    }

    private mutating func set(
        _ place: Int,
        _ state: API.Guardian.PolicyState
    ) async throws {
        let step: API.Guardian.PolicyStep = state == .live ? .live : .shadow
        let policy = try await members[0].purser.call(
            API.Guardian.setPolicyState,
            API.Guardian.PolicyStepRequest(judges[place].id, state: step)
        )
        #expect(policy.state == state)
        judges[place].state = state
    }

    /// Something happens: money moves, a policy becomes live, or somebody asks.
    mutating func step() async throws {
        if chance.once(in: 10),
            let place = judges.indices.first(where: { judges[$0].state == .shadow })
        {
            try await checkShadow(judges[place])
            try await set(place, .live)
        }
        if chance.once(in: 2) {
            try await live()
        } else {
            try await ask()
        }
    }

    // MARK: What happens

    private mutating func pass() async throws {
        server.clock.advance(
            milliseconds: chance.one(of: [
                0, 0, 1, 3_600_000, 1_799_999, 43_200_000, 90_000_000, 260_000_000,
            ])
        )
        guard server.clock.now >= signedInUntil else { return }
        for place in members.indices {
            members[place] = try await server.login(members[place].email)
        }
        signedInUntil = server.clock.now.adding(seconds: 20 * 3_600)
    }

    /// Money moves in the books.
    private mutating func live() async throws {
        try await pass()
        guard let place = movements.indices.last, chance.once(in: 2) else { return try await buy() }
        let movement = movements[place]
        let (account, old) = (movement.account, movement.happening)
        if movement.isPending {
            let isVoid = chance.once(in: 3)
            let minor = isVoid ? old.minor : Int64(1 + chance.below(Int(old.minor)))
            let settled = try await server.record(
                account.purchase(
                    minor,
                    "c\(old.category)",
                    at: "m\(old.merchant)",
                    on: server.clock.now,
                    phase: isVoid ? .void : .post,
                    pending: movement.id
                ),
                in: account
            )[0]
            movements.removeLast()
            guard !isVoid else { return }
            var posted = happening(.purchase, old.member, old.category, old.merchant, minor)
            posted.mcc = nil
            movements.insert(
                Movement(
                    id: movement.id,
                    final: settled,
                    account: account,
                    happening: posted,
                    isPending: false
                ),
                at: 0
            )
        } else if chance.once(in: 2) {
            movements[place].happening.category = chance.below(3)
            try await server.operations.ledger.annotateTransfer(
                movement.id,
                category: "c\(movements[place].happening.category)",
                notes: nil,
                server.call(as: members[old.member])
            )
        } else if place > 0 {
            try await server.record(
                account.reversal(of: movement.final, old.minor, on: server.clock.now),
                in: account
            )
            movements.removeLast()
        }
    }

    private mutating func buy() async throws {
        let member = chance.below(3)
        var bought = happening(
            .purchase,
            member,
            chance.below(3),
            chance.below(4),
            Int64(1 + chance.below(12))
        )
        // A bank may tell of it days later.
        if chance.once(in: 4) {
            let instant = bought.milliseconds - Int64(chance.below(40 * 86_400_000))
            bought.milliseconds = instant
            bought.clock = NaiveClock(instant, in: zone)
        }
        let isPending = chance.once(in: 3)
        bought.isPending = isPending
        let id = try await server.record(
            accounts[member].purchase(
                bought.minor,
                "c\(bought.category)",
                at: "m\(bought.merchant)",
                on: Timestamp(milliseconds: bought.milliseconds),
                phase: isPending ? .pending : .posted
            ),
            in: accounts[member]
        )[0]
        movements.append(
            Movement(
                id: id,
                final: id,
                account: accounts[member],
                happening: bought,
                isPending: isPending
            )
        )
    }

    private func happening(
        _ kind: NaiveHappening.Kind,
        _ member: Int,
        _ category: Int,
        _ merchant: Int,
        _ minor: Int64
    ) -> NaiveHappening {
        NaiveHappening(
            kind: kind,
            milliseconds: server.clock.now.milliseconds,
            member: member,
            category: category,
            merchant: merchant,
            minor: minor,
            clock: NaiveClock(server.clock.now.milliseconds, in: zone)
        )
    }

    // MARK: What is asked

    /// A member asks about a purchase, and every policy is held against the naive reading.
    private mutating func ask() async throws {
        try await pass()
        var asked = happening(
            .approval,
            chance.below(3),
            chance.below(3),
            chance.below(4),
            Int64(1 + chance.below(12))
        )
        asked.mcc = chance.once(in: 3) ? nil : Int64(1_000 + chance.below(8))
        let answer = try await members[asked.member].purser.call(
            API.Guardian.authorizePurchase,
            API.Guardian.AuthorizeRequest(
                amountCents: asked.minor,
                merchant: "M\(asked.merchant)",
                category: "c\(asked.category)",
                mcc: asked.mcc
            )
        )
        let past = movements.map(\.happening) + decisions
        var isTrue: [Judge] = []
        for place in judges.indices
        where judges[place].member == nil || judges[place].member == asked.member {
            let judge = judges[place]
            let holds = judge.condition.isTrue(asked, after: past)
            if judge.state == .live, holds { isTrue.append(judge) }
            guard judge.state == .shadow else { continue }
            judges[place].shadowDecisions += 1
            if holds { judges[place].shadowHits += 1 }
        }
        let told = answer.trace.filter { $0.check == "policy" }.dropFirst()
            .compactMap { $0.detail.split(separator: "\"").first.map(String.init) }
        let others = Set(told).symmetricDifference(isTrue.map(\.name)).sorted()
        let wrong = judges.filter { others.contains($0.name) }.map(\.condition.json)
        #expect(others == [], "seed \(seed): \(wrong)")
        let strictness: [API.Guardian.PolicyAction] = [.decline, .ask, .warn]
        let strictest = strictness.lazy
            .compactMap { action in isTrue.first { $0.action == action } }.first
        let reason: API.Guardian.AuthorizeReason =
            switch strictest?.action {
            case nil: .ok
            case .warn: .policyWarn
            case .ask, .decline: .policy
            }
        #expect(answer.reason == reason, "seed \(seed)")
        #expect(told.last == strictest?.name, "seed \(seed)")
        if answer.decision == .decline { asked.kind = .decline }
        decisions.append(asked)
        if chance.once(in: 10) {
            let file = try await server.operations.guardian.exportDecision(answer.decisionID)
            let explained = try DecisionFile(file.text.utf8).explained()
            #expect(explained.difference == nil, "seed \(seed)")
        }
    }

    /// Holds what the policies in shadow found against the naive reading.
    func checkShadows() async throws {
        for judge in judges where judge.state == .shadow { try await checkShadow(judge) }
    }

    private func checkShadow(_ judge: Judge) async throws {
        let report = try await members[0].purser.call(
            API.Guardian.getPolicyShadow,
            API.Guardian.ShadowRequest(judge.id)
        )
        #expect(report.decisions == judge.shadowDecisions, "seed \(seed)")
        let hits = report.wouldDecline + report.wouldAsk + report.wouldWarn
        #expect(hits == judge.shadowHits, "seed \(seed)")
    }
}

extension NaiveCondition {
    /// Whether it asks for the score, which a naive reader does not work out.
    fileprivate var asksScore: Bool {
        switch self {
        case .avoidable: true
        case .all(let parts), .any(let parts): parts.contains(where: \.asksScore)
        case .not(let part): part.asksScore
        case .amount, .category, .merchant, .mcc, .firstTime, .time, .spent, .count, .place,
            .wallet:
            false
        }
    }
}
