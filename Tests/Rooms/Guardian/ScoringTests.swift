import Contract
import Foundation
import Guardian
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Scoring over the wire")
struct ScoringTests {
    @Test(
        "without a token is by the model alone, whoever is named, and leaves nothing",
        arguments: Engine.all
    )
    func anonymous(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let plain = """
                {"amount": 15.00, "merchant_name": "Starbucks", "mcc": 5814, \
                "timestamp": "2025-01-15T09:30:00", "channel": "offline"
                """
            let answer = try await server.post("/score-transaction", "\(plain)}")
            #expect(answer.status == 200)
            let score = try API.Guardian.scoreTransaction.output(of: answer.body)
            #expect(score.debug.threshold == 0.6)
            #expect(score.debug.spendBefore == 0 && score.debug.spendAfter == 1_500)
            #expect(score.debug.overBudgetRatio == 0.1)
            #expect(score.pAvoid == score.debug.pML)
            #expect(!score.reason.isEmpty && score.decisionID == nil)
            for user in [parent.id.text, "test_user"] {
                let named = try await server.post(
                    "/score-transaction",
                    #"\#(plain), "user_id": "\#(user)"}"#
                )
                #expect(named.text == answer.text)
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "knows the caller's profile, income and spending, and changes none",
        arguments: Engine.all
    )
    func signedIn(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.profile(.saver, 200_000)
            try await server.spend(10_000, "fast_food", at: "Starbucks", from: account)
            for _ in 0..<5 {
                let score = try await parent.score(5_000, at: "Starbucks")
                #expect(score.decision == .block)
                #expect(score.debug.overBudgetRatio == 1.5 && score.debug.threshold == 0.4)
                #expect(score.debug.spendBefore == 10_000 && score.debug.spendAfter == 15_000)
                #expect(score.pAvoid == max(score.debug.pML, 0.95))
                #expect(score.reason.contains("150%") && score.reason.contains("fast food"))
                #expect(score.decisionID != nil)
            }
            let more = try await parent.score(9_500, at: "Starbucks")
            #expect(more.debug.overBudgetRatio == 1.95)
            #expect(more.pAvoid == max(more.debug.pML, 0.99))
            let other = try await parent.score(10_000, at: "Steam", mcc: 7_994)
            #expect(other.debug.overBudgetRatio == 0.5)
            #expect(other.pAvoid == other.debug.pML)
            #expect(try await server.contents().count("scores") == 7)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("learns from feedback, which may be taken back by another", arguments: Engine.all)
    func feedback(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let first = try await parent.score(1_500, at: "Starbucks")
            let id = try #require(first.decisionID)
            try await parent.feedback(id, false)
            let second = try await parent.score(1_500, at: " STARBUCKS ")
            #expect(second.debug.pML < first.debug.pML)
            server.clock.advance(seconds: 1)
            let p = first.debug.pML
            let logit = { (p: Double) in log(p / (1 - p)) }
            // Each of the three offsets moved by 0.3 p.
            #expect(abs(logit(second.debug.pML) - logit(p) + 0.9 * p) < 0.001)
            try await parent.feedback(id, true)
            let third = try await parent.score(1_500, at: "Starbucks")
            #expect(abs(logit(third.debug.pML) - logit(p) - 0.9 * (1 - p)) < 0.001)
            #expect(try await server.contents().count("feedback") == 1)
            // Nobody else learned anything.
            let stranger = try await server.registerParent("stranger@example.com")
            let theirs = try await stranger.score(1_500, at: "Starbucks")
            #expect(theirs.debug.pML == p)
        }
    }

    @Test("offsets are always those of a replay of all feedback", arguments: Engine.all)
    func replay(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            var ids: [ID<Entity.Decision>] = []
            for (turn, merchant) in ["Starbucks", "Steam", "CVS", "Starbucks", "Zara"].enumerated()
            {
                let score = try await parent.score(1_000 + Int64(turn), at: merchant)
                ids.append(try #require(score.decisionID))
                ids.append(try await parent.authorize(900, "fun", at: merchant).decisionID)
            }
            for (turn, place) in [0, 1, 2, 3, 0, 4, 9, 1, 8, 7, 0].enumerated() {
                try await parent.feedback(ids[place], turn % 3 == 0)
                // Once the clock goes back.
                server.clock.advance(seconds: turn == 5 ? -10 : 2)
                let (kept, replayed) = try await server.database.read { session in
                    (
                        try FeedbackRecords.offsets(of: parent.id, in: session),
                        LearnedOffsets.replay(
                            of: try FeedbackRecords.list(of: parent.id, in: session)
                        )
                    )
                }
                #expect(kept == replayed)
            }
        }
    }

    @Test("feedback and profiles are each member's own", arguments: Engine.all)
    func access(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let stranger = try await server.registerParent("stranger@example.com")
            let score = try #require(try await child.score(500, at: "Steam").decisionID)
            let decision = try await child.authorize(500).decisionID
            let before = try await server.contents()
            for member in [parent, stranger] {
                for id in [score, decision, ID(.zero)] {
                    #expect(await refusal { try await member.feedback(id, true) }?.status == 404)
                }
            }
            #expect(await refusal { try await child.profile(.saver, 1) }?.status == 403)
            for subject in [child.id.text, parent.id.text] {
                let error = await refusal { try await stranger.profile(.saver, 1, for: subject) }
                #expect(error?.status == 404)
                let read = await refusal {
                    try await stranger.purser.call(
                        API.Guardian.getProfile,
                        .init(userID: MemberReference(subject))
                    )
                }
                #expect(read?.status == 404)
            }
            #expect(try await server.contents() == before)
            let standard = try await child.purser.call(API.Guardian.getProfile, .init())
            #expect(standard == .init(profile: .average, monthlyIncomeCents: 300_000))
            let set = try await parent.profile(.saver, 50_000, for: child.id.text)
            #expect(set == .init(profile: .saver, monthlyIncomeCents: 50_000))
            #expect(try await child.purser.call(API.Guardian.getProfile, .init()) == set)
            #expect(try await child.score(500, at: "Steam").debug.threshold == 0.4)
            try await child.feedback(decision, true)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("of what cannot be is refused by name, and leaves nothing", arguments: Engine.all)
    func faults(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let rows = [
                ("/score-transaction", "{}", "amount is required"),
                ("/score-transaction", #"{"amount":1}"#, "merchant_name is required"),
                (
                    "/score-transaction", #"{"amount":0,"merchant_name":"a"}"#,
                    "amount must be more than 0"
                ),
                (
                    "/score-transaction", #"{"amount":1.005,"merchant_name":"a"}"#,
                    "amount must have at most 2 decimals"
                ),
                (
                    "/score-transaction", #"{"amount":1,"merchant_name":"a","mcc":10000}"#,
                    "mcc is out of range"
                ),
                (
                    "/score-transaction", #"{"amount":1,"merchant_name":"a","channel":"phone"}"#,
                    "channel must be online or offline"
                ),
                ("/guardian/feedback", #"{"avoidable":true}"#, "decision_id is required"),
                (
                    "/guardian/feedback", #"{"decision_id":"x","avoidable":true}"#,
                    "decision_id is not a UUID"
                ),
            ]
            for (path, body, error) in rows {
                let answer = try await server.post(path, body, token: parent.token)
                #expect(answer.status == 400)
                #expect(try answer.string("error") == error)
            }
            for (body, error) in [
                (#"{"monthly_income_cents":1}"#, "profile is required"),
                (
                    #"{"profile":"Miser","monthly_income_cents":1}"#,
                    "profile must be Saver, Average or Spender"
                ),
                (
                    #"{"profile":"Saver","monthly_income_cents":-1}"#,
                    "monthly_income_cents must be 0 or more"
                ),
            ] {
                let answer = try await server.raw(
                    "PUT",
                    "/guardian/profile",
                    body,
                    token: parent.token
                )
                #expect(answer.status == 400)
                #expect(try answer.string("error") == error)
            }
            #expect(try await server.contents() == before)
        }
    }
}

extension TestMember {
    /// Has a purchase scored.
    fileprivate func score(
        _ cents: Int64,
        at merchant: String,
        mcc: Int64? = nil
    ) async throws -> API.Guardian.ScoreResponse {
        try await purser.call(
            API.Guardian.scoreTransaction,
            .init(amount: DecimalAmount(minor: cents), merchantName: merchant, mcc: mcc)
        )
    }

    /// Sets a profile.
    fileprivate func profile(
        _ profile: API.Guardian.SpendingProfile,
        _ income: Int64,
        for subject: String? = nil
    ) async throws -> API.Guardian.Profile {
        try await purser.call(
            API.Guardian.setProfile,
            .init(
                profile: profile,
                monthlyIncomeCents: income,
                userID: subject.map { MemberReference($0) }
            )
        )
    }

    /// Says whether a purchase was avoidable.
    fileprivate func feedback(_ id: ID<Entity.Decision>, _ isAvoidable: Bool) async throws {
        _ = try await purser.call(
            API.Guardian.giveFeedback,
            .init(decisionID: id, avoidable: isAvoidable)
        )
    }
}
