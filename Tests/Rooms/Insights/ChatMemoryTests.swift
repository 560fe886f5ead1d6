import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a conversation was told")
struct ChatMemoryTests {
    @Test("is not told again for four hours", arguments: Engine.all)
    func hours(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let rent = #"{"merchant":"oakwood","from":"2025-05-01","to":"2025-05-31"}"#
            #expect(try await home.search(rent, chat: "rent").stats.count == 1)
            #expect(try await home.search(rent, chat: "other").stats.count == 1)
            #expect(try await home.search(rent).stats.count == 1)
            home.server.clock.advance(seconds: 4 * 3_600 - 1)
            let token = try await home.server.login("parent@example.com").token
            #expect(try await home.search(rent, chat: "rent", token: token).stats.count == 0)
            home.server.clock.advance(seconds: 1)
            #expect(try await home.search(rent, chat: "rent", token: token).stats.count == 1)
            #expect(try await home.search(rent, chat: "rent", token: token).stats.count == 0)
            #expect(try await home.server.contents().count("search_memory") == 3)
            home.server.clock.advance(seconds: 4 * 3_600 + 1)
            try await home.server.operations.forgetOldRecords(now: home.server.clock.now)
            #expect(try await home.server.contents().count("search_memory") == 0)
        }
    }

    @Test("is told again to who repeats a call", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let body = #"{"merchant":"netflix"}"#
            let first = try await home.searchAnswer(body, key: "k")
            let again = try await home.searchAnswer(body, key: "k")
            #expect(first.status == 200 && again.body == first.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(again.headers["X-Chat-Id"] == first.headers["X-Chat-Id"])
            #expect(try first.string("chatId") == first.headers["X-Chat-Id"])
            #expect(try await home.searchAnswer(body, chat: "c", key: "k").status == 409)
            #expect(try await home.searchAnswer(#"{"q":"a"}"#, key: "k").status == 409)
            let named = try await home.searchAnswer(body, chat: "c", key: "l")
            let repeated = try await home.searchAnswer(body, chat: "c", key: "l")
            #expect(named.headers["X-Chat-Id"] == "c" && repeated.body == named.body)
            #expect(try await home.search(body, chat: "c").stats.count == 0)
        }
    }
}
