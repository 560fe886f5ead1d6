import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The progress of monthly limits")
struct RulesProgressTests {
    @Test("is what decisions go by, ordered by id", arguments: Engine.all)
    func figures(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            _ = try await parent.setRule("alcohol", 0)
            _ = try await parent.setRule("groceries", 30_000)
            _ = try await parent.setRule("birthday", 3)
            try await server.spend(15_000, from: account)
            try await server.spend(300, "alcohol", from: account)
            try await server.spend(10, "birthday", from: account)
            // Last month, and in a category without a limit.
            try await server.spend(1, on: "2024-12-31T23:59:59Z", from: account)
            try await server.spend(1, "electronics", from: account)
            let answer = try await server.get("/analytics/rules-progress", token: parent.token)
            #expect(
                answer.text == """
                    [{"category":"fun","limit_cents":20000,"spent_mtd_cents":15000,\
                    "remaining_cents":5000,"utilization":0.75},\
                    {"category":"alcohol","limit_cents":0,"spent_mtd_cents":300,\
                    "remaining_cents":null,"utilization":null},\
                    {"category":"groceries","limit_cents":30000,"spent_mtd_cents":0,\
                    "remaining_cents":30000,"utilization":0},\
                    {"category":"birthday","limit_cents":3,"spent_mtd_cents":10,\
                    "remaining_cents":0,"utilization":3.3333}]
                    """
            )
            let progress = try await parent.progress()
            #expect(progress.map(\.remainingCents) == [5_000, nil, 30_000, 0])
            #expect(try await parent.authorize(5_000).reason == .ok)
            #expect(try await parent.authorize(5_001).reason == .risky)
            #expect(try await parent.authorize(1, "birthday").reason == .risky)
        }
    }

    @Test("moves with a purchase and not with a decision about one", arguments: Engine.all)
    func decisions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            try await server.spend(12_000, from: account)
            for (cents, reason) in [
                (8_000, .ok), (8_001, .risky),
            ] as [(Int64, API.Guardian.AuthorizeReason)] {
                #expect(try await parent.authorize(cents).reason == reason)
                #expect(try await parent.progress().map(\.remainingCents) == [8_000])
            }
            try await server.spend(8_000, from: account)
            #expect(try await parent.progress().map(\.utilization) == [Ratio(1, of: 1)])
        }
    }

    @Test("begins anew with the month in the household's zone", arguments: Engine.all)
    func month(engine: Engine) async throws {
        let clock = TestClock("2025-02-01T04:59:59Z")
        try await withServer(engine, clock: clock) { server in
            let parent = try await server.registerParent(timeZone: "America/New_York")
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            try await server.spend(15_000, from: account)
            #expect(try await parent.progress().map(\.spentMTDCents) == [15_000])
            clock.advance(seconds: 1)
            #expect(try await parent.progress().map(\.spentMTDCents) == [0])
        }
    }
}
