import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The list of overrides, as it is asked for")
struct ListOverridesTests {
    @Test("has those of the range, newest first, with what came of them", arguments: Engine.all)
    func rows(engine: Engine) async throws {
        let clock = TestClock("2025-01-08T11:59:59Z")
        try await withServer(engine, clock: clock) { server in
            let early = try await server.registerParent()
            try await early.override(100, at: "Too early")
            clock.advance(seconds: 1)
            try await early.override(5_000, at: " Starbucks ")
            #expect(try await early.authorize(5_000, at: "STARBUCKS").reason == .override)
            clock.set("2025-01-15T12:00:00Z")
            let parent = try await server.login(early.email)
            try await parent.override(200, at: "Steam")
            let answer = try await server.get("/analytics/overrides?range=7d", token: parent.token)
            #expect(
                answer.text == """
                    [{"ts":"2025-01-15T12:00:00","merchant":"Steam","amount_cents":200,\
                    "used":false},\
                    {"ts":"2025-01-08T12:00:00","merchant":"Starbucks","amount_cents":5000,\
                    "used":true}]
                    """
            )
            #expect(try await parent.overrides().map(\.amountCents) == [200, 5_000, 100])
        }
    }

    @Test("has fifty at most", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for cents in 1...51 { try await parent.override(Int64(cents)) }
            let amounts = try await parent.overrides(.monthToDate).map(\.amountCents)
            #expect(amounts == Array((2...51).reversed()))
        }
    }
}
