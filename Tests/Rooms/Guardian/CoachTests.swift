import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The coach")
struct CoachTests {
    /// Runs `work` with a parent whose limit for fun is 20000 cents, and an account.
    private func withLimit(
        _ engine: Engine,
        _ work: (InProcessServer, TestAccount) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule("fun", 20_000)
            try await work(server, try await server.openAccount(of: parent))
        }
    }

    @Test("answers the document's question with figures and a way out", arguments: Engine.all)
    func document(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            try await server.spend(12_000, from: account)
            let answer = try await server.post(
                "/agent/coach",
                #"{"amount_cents":15000,"merchant":"Steam Games","category":"Fun"}"#,
                token: account.owner.token
            )
            #expect(answer.status == 200)
            #expect(
                answer.text == """
                    {"result":"BLOCK","message":"I'd advise against this purchase. You have \
                    already spent $120.00 of your $200.00 monthly limit for fun, and another \
                    $150.00 would put you $70.00 over it. You could choose something up to \
                    $80.00."}
                    """
            )
        }
    }

    @Test(
        "advises against what authorizing would decline, and against a limit nearly spent",
        arguments: Engine.all
    )
    func declined(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            let parent = account.owner
            try await server.spend(12_000, from: account)
            for (minor, verdict) in [(8_000, .allow), (8_001, .block)] as [(Int64, Verdict)] {
                #expect(try await parent.coach(minor).result == verdict)
                let decision = try await parent.authorize(minor).decision
                #expect((decision == .decline) == (verdict == .block))
            }
            try await server.spend(3_999, from: account)
            #expect(try await parent.coach(1).result == .allow)
            try await server.spend(1, from: account)
            #expect(try await parent.coach(1).result == .block)
            #expect(try await parent.authorize(1).decision == .approve)
            _ = try await parent.setRule("groceries", 1_000)
            try await server.spend(900, "groceries", from: account)
            #expect(try await parent.coach(100, "groceries").result == .allow)
            #expect(try await parent.coach(101, "groceries").result == .block)
        }
    }

    @Test(
        "finds the category by the word, the merchant or the code, and risk words in both",
        arguments: [
            ("fun", "Corner Shop", 5_411, "on fun in"),
            (nil, " starbucks ", 5_411, "on fast food in"),
            (nil, "Corner Shop", 5_411, "on groceries in"),
            (nil, "Corner Shop", nil, "on uncategorized purchases in"),
            (" ", "Pixel Casino", nil, "\"casino\""), ("Loot Box", "Corner", nil, "\"loot box\""),
        ] as [(String?, String, Int64?, String)]
    )
    func categories(word: String?, merchant: String, mcc: Int64?, named: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let answer = try await parent.coach(500, word, at: merchant, mcc: mcc)
            #expect(answer.message.contains(named))
            #expect((answer.result == .block) == named.hasPrefix("\""))
        }
    }

    @Test("holds the week against a usual one of the last 90 days", arguments: Engine.all)
    func weeks(engine: Engine) async throws {
        // Noon of 2025-01-15 is now; the windows begin at noon, the first purchase has a day.
        let rows: [(first: Purchase, then: Purchase, verdict: Verdict)] = [
            ((100, "groceries", "2024-12-18T23:59:59Z"), (2_000, "fun", week), .block),
            ((100, "groceries", "2024-12-19T00:00:00Z"), (2_000, "fun", week), .allow),
            ((100, "groceries", "2024-12-18T23:59:59Z"), (1_999, "fun", week), .allow),
            ((11_000, "fun", quarter), (2_000, "fun", week), .block),
            ((11_001, "fun", quarter), (2_000, "fun", week), .allow),
            ((11_001, "fun", "2024-10-17T11:59:59.999Z"), (2_000, "fun", week), .block),
            ((100, "fun", quarter), (2_000, "fun", "2025-01-08T11:59:59.999Z"), .allow),
            ((100, "fun", quarter), (2_000, "groceries", week), .allow),
        ]
        try await withServer(engine) { server in
            for (index, row) in rows.enumerated() {
                let parent = try await server.registerParent("parent\(index)@example.com")
                let account = try await server.openAccount(of: parent)
                for (minor, category, instant) in [row.first, row.then] {
                    try await server.spend(minor, category, on: instant, from: account)
                }
                #expect(try await parent.coach(1).result == row.verdict, "row \(index)")
                #expect(try await parent.coach(1, "groceries").result == .allow)
            }
        }
    }

    @Test("holds the price against the week's average", arguments: Engine.all)
    func prices(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            #expect(try await parent.coach(90_000).result == .allow)
            try await server.spend(2_001, on: week, from: account)
            #expect(try await parent.coach(4_002).result == .allow)
            let answer = try await parent.coach(4_003)
            #expect(answer.result == .block)
            #expect(answer.message.contains("your average of $20.01"))
            #expect(answer.message.contains("up to $40.02"))
            try await server.spend(99_999, on: "2025-01-08T11:59:59.999Z", from: account)
            #expect(try await parent.coach(4_003).result == .block)
        }
    }

    @Test(
        "counts on an override and leaves it unused, warns of a place, stores nothing",
        arguments: Engine.all
    )
    func silence(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            try await parent.override(5_000, at: "Steam", for: child.id.text)
            try await child.ping(40.8)
            let before = try await server.contents()
            let allowed = try await child.coach(5_000, at: " STEAM ")
            #expect(allowed.result == .allow)
            #expect(allowed.message.contains("A parent allowed $50.00"))
            let other = try await child.coach(5_001)
            #expect(other.result == .block)
            #expect(other.message.contains("ask a parent"))
            #expect(try await server.contents() == before)
            #expect(try await child.authorize(5_000).reason == .override)
            #expect(try await child.coach(5_000).result == .block)
        }
    }

    @Test("goes by where the member is, as authorizing does", arguments: Engine.all)
    func places(engine: Engine) async throws {
        let model = ScriptedModel("Nothing speaks against it.")
        try await withServer(engine, languageModel: model) { server in
            let parent = try await server.registerParent()
            try await parent.fence(.block, "fun", name: "Arcade")
            try await parent.fence(.warn, name: "Mall")
            try await parent.ping(40.7128)
            let blocked = try await parent.coach(100)
            #expect(blocked.result == .block && blocked.message.contains("Arcade"))
            let warned = try await parent.coach(100, "clothing")
            #expect(warned.result == .allow && warned.message.contains("Mall"))
            // Where somebody is is told to nobody.
            #expect(model.requests == [])
        }
    }

    @Test("is about the caller, whoever else is named", arguments: Engine.all)
    func subject(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            let body = """
                {"amount_cents":100,"merchant":"Steam","category":"fun",\
                "user_id":"\(child.id.text)"}
                """
            for (member, result) in [(parent, "ALLOW"), (child, "BLOCK")] {
                let answer = try await server.post("/agent/coach", body, token: member.token)
                #expect(try answer.string("result") == result)
            }
        }
    }

    @Test("keeps only the answer to a key", arguments: Engine.all)
    func keys(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            let parent = account.owner
            let before = try await server.contents()
            let first = try await parent.coach(10_000, key: "k")
            #expect(first.result == .allow)
            #expect(try await server.contents().changed(since: before) == ["idempotency_keys"])
            try await server.spend(20_000, from: account)
            #expect(try await parent.coach(10_000, key: "k") == first)
            #expect(try await parent.coach(10_000, key: "l").result == .block)
            let other = await refusal { try await parent.coach(1, key: "k") }
            #expect(other?.status == 409)
        }
    }

    @Test(
        "names what is wrong with the question",
        arguments: [
            ("{}", "amount_cents is required"),
            (#"{"amount_cents":1}"#, "merchant is required"),
            (#"{"amount_cents":0,"merchant":"a"}"#, "amount_cents must be more than 0"),
            (#"{"amount_cents":1,"merchant":"a","mcc":-1}"#, "mcc is out of range"),
            (#"{"amount_cents":1,"merchant":"a","category":7}"#, "category has the wrong type"),
        ]
    )
    func faults(body: String, error: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let answer = try await server.post("/agent/coach", body, token: parent.token)
            #expect(answer.status == 400)
            #expect(try answer.string("error") == error)
        }
    }
}

private typealias Verdict = API.Guardian.Advice
private typealias Purchase = (minor: Int64, category: String, instant: String)

/// Seven times 24 hours before noon of 2025-01-15.
private let week = "2025-01-08T12:00:00Z"
/// Ninety times 24 hours before it.
private let quarter = "2024-10-17T12:00:00Z"
