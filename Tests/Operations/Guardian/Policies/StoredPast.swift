import Contract
import Foundation
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Guardian
@testable import NaivePolicies

/// A household of three whose random past is in the books, and is known to a naive reader.
struct StoredPast {
    /// A clock that is put forward or back on one of the days; in the last zone, over midnight.
    private static let places: [(zone: String, start: String)] = [
        ("UTC", "2025-03-05T12:00:00Z"), ("America/New_York", "2025-10-20T12:00:00Z"),
        ("Europe/Berlin", "2025-03-20T20:00:00Z"), ("America/St_Johns", "2010-10-28T12:00:00Z"),
    ]

    /// A purchase or a decision, and where what counts of it is in the chain.
    private struct Told {
        var happening: NaiveHappening
        var counts: ID<Entity.Transfer>?
        var decision: ID<Entity.Decision>?
        var isPending = false
        var isGone = false
        /// The transfer that began it.
        var began: ID<Entity.Transfer>?
    }

    let server: InProcessServer
    let zone: TimeZone
    private(set) var chance: PolicyChance
    private(set) var members: [TestMember] = []
    private var accounts: [TestAccount] = []
    private var signedInUntil = Timestamp(milliseconds: 0)
    private var told: [Told] = []

    init(_ seed: UInt64, _ server: InProcessServer) async throws {
        self.server = server
        chance = PolicyChance(seed)
        let place = chance.one(of: Self.places)
        zone = try #require(TimeZone(identifier: place.zone))
        server.clock.set(place.start)
        let parent = try await server.registerParent(timeZone: place.zone)
        let children = [
            try await server.registerChild("alice@example.com", of: parent),
            try await server.registerChild("bob@example.com", of: parent),
        ]
        members = [parent] + children
        for member in members { accounts.append(try await server.openAccount(of: member)) }
        let card = API.Guardian.ConfirmCardRequest(paymentMethodID: "card_1")
        _ = try await parent.purser.call(API.Guardian.confirmCard, card)
        // What is asked for in one category is declined, unless it was allowed.
        for member in members {
            let rule = API.Guardian.RuleRequest(
                category: "c2",
                monthlyLimitCents: 0,
                userID: MemberReference(member.id.text)
            )
            _ = try await parent.purser.call(API.Guardian.setRule, rule)
        }
    }

    /// Something happens.
    mutating func step() async throws {
        server.clock.advance(
            milliseconds: chance.one(of: [
                0, 0, 1, 3_600_000, 1_799_999, 43_200_000, 90_000_000, 150_000_000,
            ])
        )
        if server.clock.now >= signedInUntil {
            for place in members.indices {
                members[place] = try await server.login(members[place].email)
            }
            signedInUntil = server.clock.now.adding(seconds: 20 * 3_600)
        }
        switch chance.below(8) {
        case 0, 1: try await ask()
        case 2, 3: try await change()
        default: try await buy()
        }
    }

    /// What a bank tells of, now or some days later.
    private mutating func buy() async throws {
        let member = chance.below(3)
        var bought = happening(.purchase, member)
        if chance.once(in: 4) {
            let instant = bought.milliseconds - Int64(chance.below(3 * 86_400_000))
            (bought.milliseconds, bought.clock) = (instant, NaiveClock(instant, in: zone))
        }
        let isPending = chance.once(in: 4)
        let id = try await server.record(
            transfer(bought, isPending ? .pending : .posted),
            in: accounts[member]
        )[0]
        told.append(Told(happening: bought, counts: id, isPending: isPending, began: id))
    }

    private func transfer(
        _ bought: NaiveHappening,
        _ phase: Transfer.Phase,
        of pending: ID<Entity.Transfer>? = nil
    ) -> NewTransfer {
        accounts[bought.member].purchase(
            bought.minor,
            "c\(bought.category)",
            at: "M\(bought.merchant)",
            on: Timestamp(milliseconds: bought.milliseconds),
            phase: phase,
            pending: pending
        )
    }

    /// A purchase is settled, edited or taken back.
    private mutating func change() async throws {
        let places = told.indices.filter { told[$0].decision == nil && !told[$0].isGone }
        guard !places.isEmpty else { return try await buy() }
        let place = chance.one(of: places)
        guard !told[place].isPending else { return try await settle(place) }
        guard let id = told[place].counts, let began = told[place].began else { return }
        let old = told[place].happening
        if chance.once(in: 2) {
            told[place].happening.category = chance.below(3)
            try await server.operations.ledger.annotateTransfer(
                began,
                category: "c\(told[place].happening.category)",
                notes: nil,
                server.call(as: members[old.member])
            )
        } else {
            let account = accounts[old.member]
            let back = account.reversal(of: id, old.minor, on: server.clock.now)
            try await server.record(back, in: account)
            told[place].isGone = true
        }
    }

    /// What was pending is posted, with another amount, or is not bought after all.
    private mutating func settle(_ place: Int, isLast: Bool = false) async throws {
        guard let began = told[place].began else { return }
        var posted = told[place].happening
        let isVoid = !isLast && chance.once(in: 3)
        if !isVoid {
            posted.minor = Int64(1 + chance.below(12))
            posted.milliseconds = server.clock.now.milliseconds
            posted.clock = NaiveClock(posted.milliseconds, in: zone)
        }
        told[place].counts = try await server.record(
            transfer(posted, isVoid ? .void : .post, of: began),
            in: accounts[posted.member]
        )[0]
        told[place].happening = posted
        told[place].isPending = false
        told[place].isGone = isVoid
    }

    /// A member asks; what the parent may buy is then charged, or not.
    private mutating func ask() async throws {
        var asked = happening(.approval, chance.below(3))
        asked.wasOverridden = chance.once(in: 3)
        let merchant = "M\(asked.merchant)"
        if asked.wasOverridden {
            let allowed = API.Guardian.OverrideRequest(
                amountCents: asked.minor,
                merchant: merchant,
                userID: MemberReference(members[asked.member].id.text)
            )
            _ = try await members[0].purser.call(API.Guardian.createOverride, allowed)
        }
        let client = members[asked.member].purser
        let answer = try await client.call(
            API.Guardian.authorizePurchase,
            API.Guardian.AuthorizeRequest(
                amountCents: asked.minor,
                merchant: merchant,
                category: "c\(asked.category)"
            )
        )
        let usual: API.Guardian.AuthorizeReason = asked.category == 2 ? .risky : .ok
        #expect(answer.reason == (asked.wasOverridden ? .override : usual))
        if answer.decision == .decline { asked.kind = .decline }
        try await keepFacts(&asked, of: answer.decisionID)
        guard asked.member == 0, asked.kind == .approval, chance.once(in: 2) else {
            asked.wasOverridden = false
            return told.append(Told(happening: asked, decision: answer.decisionID))
        }
        server.clock.advance(milliseconds: Int64(chance.below(600_000)))
        let charge = API.Guardian.ChargeRequest(amountCents: asked.minor, merchant: merchant)
        _ = try await client.call(API.Guardian.chargeCard, charge)
        asked.kind = .purchase
        asked.wasApproved = true
        asked.milliseconds = server.clock.now.milliseconds
        asked.clock = NaiveClock(asked.milliseconds, in: zone)
        told.append(Told(happening: asked, decision: answer.decisionID, isPending: false))
    }

    /// Stores facts as a decision has them that policies were asked about.
    private mutating func keepFacts(
        _ asked: inout NaiveHappening,
        of decision: ID<Entity.Decision>
    ) async throws {
        guard chance.once(in: 2) else { return }
        asked.mcc = chance.once(in: 3) ? nil : Int64(1_000 + chance.below(8))
        asked.isInside = chance.one(of: [nil, true, false])
        let (latitude, longitude) = asked.isInside == true ? (1.5, 2.0) : (50, 50)
        let needs = PolicyNeeds(of: [
            try JSONDecoder().decode(
                PolicyCondition.self,
                from: Data(NaiveCondition.place(isUnknownTrue: true).json.utf8)
            )
        ])
        let facts = PolicyFacts(
            for: needs,
            amount: Money(minor: asked.minor, currency: .usd),
            category: "c\(asked.category)",
            merchant: "m\(asked.merchant)",
            mcc: asked.mcc,
            clock: PolicyClock(at: server.clock.now, in: .utc),
            position: asked.isInside.map { _ in
                Coordinate(latitude: latitude, longitude: longitude)
            }
        )
        let update = Statement(
            "UPDATE decisions SET policies_version = 1, policy_facts = $2 WHERE id = $1"
        )
        try await server.database.write { session in
            _ = try session.run(update, [.id(decision), .text(facts.json)])
        }
    }

    private mutating func happening(
        _ kind: NaiveHappening.Kind,
        _ member: Int
    ) -> NaiveHappening {
        NaiveHappening(
            kind: kind,
            milliseconds: server.clock.now.milliseconds,
            member: member,
            category: chance.below(3),
            merchant: chance.below(4),
            minor: Int64(1 + chance.below(12)),
            clock: NaiveClock(server.clock.now.milliseconds, in: zone)
        )
    }
}

extension StoredPast {
    /// Ends it: what is pending is posted.
    ///
    /// - Returns: Everything in its order, with the transfers that began purchases.
    mutating func history() async throws -> [(
        happening: NaiveHappening, id: ID<Entity.Transfer>?
    )] {
        for place in told.indices where told[place].isPending && !told[place].isGone {
            try await settle(place, isLast: true)
        }
        let (transfers, decisions, charged) = try await places()
        var ordered: [(happening: NaiveHappening, sequence: Int64, id: ID<Entity.Transfer>?)] = []
        for one in told where !one.isGone {
            var id = one.began
            var sequence = one.counts.flatMap { transfers[$0.text] }
            if let decision = one.decision {
                if one.happening.kind == .purchase {
                    let text = try #require(charged[decision.text])
                    id = ID(text)
                    sequence = transfers[text]
                } else {
                    sequence = decisions[decision.text]
                }
            }
            ordered.append((one.happening, try #require(sequence), id))
        }
        return
            ordered.sorted {
                ($0.happening.milliseconds, $0.sequence)
                    < ($1.happening.milliseconds, $1.sequence)
            }
            .map { ($0.happening, $0.id) }
    }

    /// The places of transfers and decisions in the chain, and what each decision became.
    private func places() async throws -> ([String: Int64], [String: Int64], [String: String]) {
        try await server.database.read { session in
            let pairs = { (table: String) in
                try session.rows(Statement("SELECT id, sequence FROM \(table)")) { row in
                    (row.text(0), row.integer(1))
                }
            }
            let charges = try session.rows(
                Statement("SELECT decision_id, transfer_id FROM charges")
            ) { row in (row.text(0), row.text(1)) }
            return (
                Dictionary(uniqueKeysWithValues: try pairs("transfers")),
                Dictionary(uniqueKeysWithValues: try pairs("decisions")),
                Dictionary(uniqueKeysWithValues: charges)
            )
        }
    }
}
