import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Authorizing a purchase")
struct AuthorizeTests {
    private static let long = String(repeating: "c", count: 33)

    @Test("goes by the limit, what was spent and half of the limit", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            #expect(try await parent.authorize(10_000).reason == .ok)
            #expect(try await parent.authorize(10_001).reason == .risky)
            try await server.spend(12_000, from: account)
            let good = try await parent.authorize(8_000)
            #expect(good.decision == .approve && good.reason == .ok && good.message == nil)
            let bad = try await parent.authorize(8_001)
            #expect(bad.decision == .decline && bad.reason == .risky)
            #expect(bad.message == "This looks risky based on your rule.")
            _ = try await parent.setRule("fun", 0)
            #expect(try await parent.authorize(1).reason == .risky)
            #expect(try await parent.authorize(1, "games").reason == .ok)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("decides nothing by what it decided before", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule("fun", 20_000)
            var ids: Set<ID<Entity.Decision>> = []
            for _ in 0..<5 {
                let answer = try await parent.authorize(10_000)
                #expect(answer.reason == .ok)
                ids.insert(answer.decisionID)
            }
            #expect(ids.count == 5)
            #expect(try await server.contents().count("decisions") == 5)
            #expect(try await server.contents().count("transfers") == 0)
        }
    }

    @Test("tells the checks that ran, with their figures", arguments: Engine.all)
    func trace(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            try await server.spend(12_000, from: account)
            let answer = try await parent.authorize(8_001)
            #expect(
                answer.trace.map { "\($0.check) \($0.outcome)" } == [
                    "override pass", "geofence_block skip", "rule_limit decline",
                ]
            )
            #expect(
                answer.trace.last?.detail
                    == "$80.01 on top of $120.00 spent this month is more than the $200.00 limit "
                    + "for fun."
            )
            let free = try await parent.authorize(1, "games")
            #expect(
                free.trace.map { "\($0.check) \($0.outcome)" } == [
                    "override pass", "geofence_block skip", "rule_limit skip", "geofence_warn skip",
                ]
            )
        }
    }

    @Test("answers with these keys, and a message only where there is one", arguments: Engine.all)
    func keys(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule("fun", 0)
            let body = { (category: String) in
                #"{"amount_cents":5000,"merchant":"Starbucks","category":"\#(category)"}"#
            }
            let no = try await server.post("/guardian/authorize", body("fun"), token: parent.token)
            #expect(
                try no.json().members.map(\.key)
                    == ["decision", "reason", "message", "decision_id", "trace"]
            )
            let yes = try await server.post("/guardian/authorize", body("a"), token: parent.token)
            #expect(
                try yes.json().members.map(\.key) == ["decision", "reason", "decision_id", "trace"]
            )
        }
    }

    @Test(
        "finds the category by the word, the merchant or the code, in this order",
        arguments: [
            ("Rent & Bills", "Starbucks", 5_411, "rent_bills"),
            (nil, " starbucks ", 5_411, "fast_food"),
            (nil, "CVS", nil, "pharmacy_health"), (nil, "Corner Shop", 5_411, "groceries"),
            (nil, "Corner Shop", 5_814, "fast_food"), (nil, "Corner Shop", nil, "uncategorized"),
            (nil, "Corner Shop", 0, "uncategorized"), (" ", "Corner Shop", nil, "uncategorized"),
            ("Games", "Starbucks", nil, "games"),
        ] as [(String?, String, Int64?, String)]
    )
    func categories(word: String?, merchant: String, mcc: Int64?, category: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule(category, 0)
            let blocked = try await parent.authorize(1, word, at: merchant, mcc: mcc)
            #expect(blocked.reason == .risky)
            _ = try await parent.setRule(category, 2)
            let free = try await parent.authorize(1, word, at: merchant, mcc: mcc)
            #expect(free.reason == .ok)
            #expect(free.trace[2].outcome == "pass")
        }
    }

    @Test("goes by the member's own limits and spending, not its parent's", arguments: Engine.all)
    func members(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000, for: child.id.text)
            try await server.spend(20_000, from: account)
            #expect(try await child.authorize(10_000).reason == .ok)
            #expect(try await child.authorize(10_001).reason == .risky)
            #expect(try await parent.authorize(1_000_000).reason == .ok)
        }
    }

    @Test(
        "names what is wrong with the purchase, and decides nothing",
        arguments: [
            ("{}", "amount_cents is required", "amount_cents is required; merchant is required"),
            ("", "amount_cents is required", "amount_cents is required; merchant is required"),
            (#"{"amount_cents":1}"#, "merchant is required", "merchant is required"),
            (#"{"amount_cents":1,"merchant":" "}"#, "merchant is required", "merchant is required"),
            (
                #"{"amount_cents":0,"merchant":"a"}"#, "amount_cents must be more than 0",
                "amount_cents must be more than 0"
            ),
            (
                #"{"amount_cents":-5,"merchant":"a"}"#, "amount_cents must be more than 0",
                "amount_cents must be more than 0"
            ),
            (
                #"{"amount_cents":1000000000001,"merchant":"a"}"#, "amount_cents is out of range",
                "amount_cents is out of range"
            ),
            (
                #"{"amount_cents":"5","merchant":7}"#, "amount_cents has the wrong type",
                "amount_cents has the wrong type; merchant has the wrong type"
            ),
            (
                #"{"amount_cents":1.5,"merchant":"a"}"#, "amount_cents has the wrong type",
                "amount_cents has the wrong type"
            ),
            (
                #"{"amount_cents":1,"merchant":"a","mcc":10000}"#, "mcc is out of range",
                "mcc is out of range"
            ),
            (
                #"{"amount_cents":1,"merchant":"a","mcc":-1}"#, "mcc is out of range",
                "mcc is out of range"
            ),
            (
                #"{"mcc":"x","category":[],"merchant":"a","amount_cents":1}"#,
                "category has the wrong type", "category has the wrong type; mcc has the wrong type"
            ),
            (
                #"{"amount_cents":1,"merchant":"\#(String(repeating: "m", count: 121))"}"#,
                "merchant is too long", "merchant is too long"
            ),
            (
                #"{"amount_cents":1,"merchant":"a","category":"\#(long)"}"#,
                "category is too long", "category is too long"
            ),
            ("[]", "body must be an object", "body must be an object"),
        ]
    )
    func faults(body: String, error: String, message: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let answer = try await server.post("/guardian/authorize", body, token: parent.token)
            #expect(answer.status == 400)
            #expect(try answer.json().members.map(\.key) == ["error", "message", "traceId"])
            #expect(try answer.string("error") == error)
            #expect(try answer.string("message") == message)
            #expect(try await server.contents() == before)
        }
    }

    @Test("takes the longest words there may be", arguments: Engine.all)
    func longest(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let answer = try await parent.authorize(
                1_000_000_000_000,
                String(repeating: "ü", count: 32),
                at: String(repeating: "🐷", count: 120),
                mcc: 9_999
            )
            #expect(answer.reason == .ok)
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
