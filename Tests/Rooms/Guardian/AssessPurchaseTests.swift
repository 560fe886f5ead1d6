import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Assessing a purchase, as it is asked for")
struct AssessPurchaseTests {
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

    @Test("goes by what is left of the limit, then by half of it", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            let parent = account.owner
            #expect(try await parent.assess(15_000).assessment.blockReason == .largeFraction)
            #expect(try await parent.assess(10_000).assessment.blockReason == .nothing)
            try await server.spend(12_000, from: account)
            let answer = try await server.post(
                "/analytics/assess-purchase",
                #"{"amount_cents":15000,"merchant":"Steam Games","category":"Fun"}"#,
                token: parent.token
            )
            #expect(
                answer.text == """
                    {"input":{"amount_cents":15000,"merchant":"Steam Games","category":"fun"},\
                    "existing_rule":{"category":"fun","monthly_limit_cents":20000},\
                    "metrics":{"spent_mtd_cents":12000,"spent_7d_cents":12000,"count_7d":1,\
                    "limit_cents":20000,"remaining_cents":8000},\
                    "assessment":{"should_block":true,"block_reason":"exceeds_limit",\
                    "should_create_rule":false,"suggested_rule":null,\
                    "rationale":"The amount (15000¢) is more than the remaining (8000¢) of the \
                    limit (20000¢) for fun."}}
                    """
            )
            _ = try await parent.setRule("fun", 0)
            let blocked = try await parent.assess(1)
            #expect(blocked.assessment.blockReason == .exceedsLimit)
            #expect(blocked.metrics.limitCents == 0 && blocked.metrics.remainingCents == 0)
        }
    }

    @Test("without a limit suggests one, and names the risk word", arguments: Engine.all)
    func suggestion(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            // No purchase that a bank tells of counts as `games`, only one that Guardian charged.
            let games = Spending(
                member: account.owner.id,
                day: Zone.utc.day(of: server.clock.now),
                category: "games",
                guardianCategory: "games",
                merchant: "Steam",
                merchantKey: "steam",
                amountMinor: 11_000,
                count: 1
            )
            try await server.database.write { try SpendRollups.add(games, in: $0) }
            let answer = try await account.owner.assess(4_999, "games", at: "Pixel Casino")
            #expect(answer.existingRule == nil)
            #expect(answer.metrics.spent7DCents == 11_000 && answer.metrics.count7D == 1)
            #expect(answer.metrics.limitCents == nil && answer.metrics.remainingCents == nil)
            let verdict = answer.assessment
            #expect(!verdict.shouldBlock && verdict.blockReason == .nothing)
            #expect(verdict.shouldCreateRule)
            #expect(
                verdict.suggestedRule
                    == API.Guardian.CategoryLimit(category: "games", monthlyLimitCents: 22_000)
            )
            #expect(verdict.rationale.contains("casino"))
            #expect(verdict.rationale.contains("amount (4999¢)"))
        }
    }

    @Test(
        "finds the category by the word, the merchant or the code, in this order",
        arguments: [
            ("Rent & Bills", "Starbucks", 5_411, "rent_bills"),
            (nil, " starbucks ", 5_411, "fast_food"), (nil, "Corner Shop", 5_411, "groceries"),
            (nil, "Corner Shop", nil, "uncategorized"), (" ", "Corner Shop", 0, "uncategorized"),
        ] as [(String?, String, Int64?, String)]
    )
    func categories(word: String?, merchant: String, mcc: Int64?, category: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let answer = try await parent.assess(5_000, word, at: merchant, mcc: mcc)
            #expect(answer.input.category == category)
            #expect(answer.assessment.shouldCreateRule == (category != "uncategorized"))
        }
    }

    @Test(
        "counts seven times 24 hours of one category, and the month beside them",
        arguments: Engine.all
    )
    func windows(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            for (minor, category, instant) in [
                (1, "fun", "2024-12-31T23:59:59Z"), (2, "fun", "2025-01-01T00:00:00Z"),
                (4, "fun", "2025-01-08T11:59:59.999Z"), (8, "fun", "2025-01-08T12:00:00Z"),
                (16, "groceries", "2025-01-08T12:00:00Z"), (32, "fun", "2025-01-12T00:00:00Z"),
                (64, "groceries", "2025-01-12T00:00:00Z"), (128, "fun", "2025-01-15T11:59:59Z"),
            ] as [(Int64, String, String)] {
                try await server.spend(minor, category, on: instant, from: account)
            }
            let metrics = try await account.owner.assess(1).metrics
            #expect(metrics.spent7DCents == 8 + 32 + 128)
            #expect(metrics.count7D == 3)
            #expect(metrics.spentMTDCents == 2 + 4 + 8 + 32 + 128)
            #expect(metrics.remainingCents == 20_000 - metrics.spentMTDCents)
        }
    }

    @Test("stores nothing, but the answer to a key", arguments: Engine.all)
    func silence(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            try await account.owner.override(15_000, at: "Steam")
            let before = try await server.contents()
            let question = API.Guardian.PurchaseQuestion(
                amountCents: 15_000,
                merchant: "Steam",
                category: "fun"
            )
            let first = try await account.owner.purser.call(API.Guardian.assessPurchase, question)
            #expect(first.assessment.blockReason == .largeFraction)
            #expect(try await server.contents() == before)
            let ask = { (question: API.Guardian.PurchaseQuestion) in
                try await account.owner.purser.call(
                    API.Guardian.assessPurchase,
                    question,
                    idempotencyKey: "k"
                )
            }
            #expect(try await ask(question) == first)
            #expect(try await server.contents().changed(since: before) == ["idempotency_keys"])
            try await server.spend(20_000, from: account)
            #expect(try await ask(question) == first)
            let other = await refusal { try await ask(.init(amountCents: 1, merchant: "Steam")) }
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
            let answer = try await server.post(
                "/analytics/assess-purchase",
                body,
                token: parent.token
            )
            #expect(answer.status == 400)
            #expect(try answer.string("error") == error)
        }
    }
}
