import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The rate limit")
struct RateLimitTests {
    private func settings(_ perSecond: Int, _ burst: Int) -> ServerSettings {
        var settings = ServerSettings()
        settings.requestsPerSecond = perSecond
        settings.requestBurst = burst
        return settings
    }

    @Test(
        "lets a burst through, then so many a second, and says when to come again",
        arguments: Engine.embedded
    )
    func burst(engine: Engine) async throws {
        try await withServer(engine, settings: settings(2, 5)) { server async throws in
            let statuses = { (count: Int) in
                var statuses: [Int] = []
                for _ in 0..<count { statuses.append(try await server.get("/health").status) }
                return statuses
            }
            #expect(try await statuses(7) == [200, 200, 200, 200, 200, 429, 429])
            server.clock.advance(milliseconds: 499)
            #expect(try await statuses(1) == [429])
            server.clock.advance(milliseconds: 1)
            #expect(try await statuses(2) == [200, 429])
            server.clock.advance(seconds: 1)
            #expect(try await statuses(3) == [200, 200, 429])
            server.clock.advance(seconds: 3_600)
            #expect(try await statuses(6) == [200, 200, 200, 200, 200, 429])
        }
    }

    @Test("counts what is read beside the endpoints", arguments: ["/openapi.yaml", "/app/sign-in"])
    func files(path: String) async throws {
        try await withServer(.sqlite, settings: settings(1, 2)) { server in
            var answers = [try await server.get(path), try await server.get("/health")]
            answers += [try await server.get(path), try await server.get("/health")]
            #expect(answers.map(\.status) == [200, 200, 429, 429])
            #expect(answers[2].headers["Retry-After"] == "1")
        }
    }

    @Test("a sender of wrong tokens is not heard with a new one until its own rate allows it")
    func strangers() async throws {
        try await withServer(.sqlite, settings: settings(1, 2)) { server in
            let parent = try await server.registerParent()
            let known = parent.token
            server.clock.advance(seconds: 10)
            #expect(try await server.get("/rules", token: known).status == 200)
            let fresh = try await server.login(parent.email).token
            server.clock.advance(seconds: 10)
            #expect(try await server.get("/rules", token: "wrong").status == 401)
            #expect(try await server.get("/rules", token: "worse").status == 401)
            #expect(try await server.get("/rules", token: fresh).status == 429)
            #expect(try await server.get("/rules", token: known).status == 200)
            server.clock.advance(seconds: 1)
            #expect(try await server.get("/rules", token: fresh).status == 200)
        }
    }

    @Test("tells in whole seconds when to come again, in each surface's words")
    func answers() async throws {
        let rows = [
            ("GET", "/health", "error", "rate limited"),
            ("GET", "/api/auth/me", "error.code", "RATE_LIMITED"),
            ("GET", "/api/v1/auth/me", "error.code", "RATE_LIMITED"),
            ("POST", "/auth/token", "error.code", "RATE_LIMITED"),
        ]
        try await withServer(.sqlite, settings: settings(1, 1)) { server in
            _ = try await server.get("/health")
            for (method, path, key, word) in rows {
                let answer = try await server.raw(method, path, nil)
                #expect(answer.status == 429)
                #expect(answer.headers["Retry-After"] == "1")
                #expect(try answer.string(key) == word)
            }
        }
    }

    @Test(
        "is each caller's own: the member's, or the address's of who is none",
        arguments: Engine.embedded
    )
    func callers(engine: Engine) async throws {
        try await withServer(engine, settings: settings(1, 3)) { server in
            let parent = try await server.registerParent()
            let again = try await server.login(parent.email)
            let get = { (token: String?, address: String) in
                try await server.raw("GET", "/rules", nil, token: token, from: address).status
            }
            #expect(try await get(parent.token, "192.0.2.1") == 200)
            #expect(try await get(again.token, "192.0.2.2") == 200)
            #expect(try await get(parent.token, "192.0.2.3") == 200)
            #expect(try await get(again.token, "192.0.2.4") == 429)
            #expect(try await get(nil, "192.0.2.5") == 401)
            #expect(try await get("bad", "192.0.2.5") == 401)
            #expect(try await get("worse", "192.0.2.5") == 401)
            #expect(try await get(nil, "192.0.2.5") == 429)
            #expect(try await get(nil, "192.0.2.6") == 401)
        }
    }

    @Test("is off at a rate of 0")
    func off() async throws {
        try await withServer(.sqlite, settings: settings(0, 1)) { server async throws in
            for _ in 0..<20 { #expect(try await server.get("/health").status == 200) }
        }
    }

    @Test("is 100 a second with a burst of 200 unless it is set")
    func standard() {
        #expect(ServerSettings().requestsPerSecond == 100)
        #expect(ServerSettings().requestBurst == 200)
    }

    @Test("remembers a bounded number of callers, and those longest that spend")
    func capacity() {
        let limiter = RateLimiter(perSecond: 1, burst: 2, capacity: 3)
        let now = TestClock.noon
        for _ in 0..<2 { #expect(limiter.delay(for: "busy", now: now) == nil) }
        #expect(limiter.delay(for: "busy", now: now) == 1)
        let later = now.adding(seconds: 1)
        #expect(limiter.delay(for: "busy", now: later) == nil)
        for number in 0..<2 { #expect(limiter.delay(for: "\(number)", now: now) == nil) }
        let last = now.adding(milliseconds: 2_500)
        #expect(limiter.delay(for: "new", now: last) == nil)
        #expect(limiter.delay(for: "busy", now: later) == 1)
    }

    @Test("forgets of callers that all wait those who came longest ago, never everybody")
    func oldest() {
        let limiter = RateLimiter(perSecond: 1, burst: 1_000, capacity: 20)
        let now = TestClock.noon
        for index in 0..<20 {
            for _ in 0..<1_000 {
                let time = now.adding(milliseconds: Int64(index))
                #expect(limiter.delay(for: "\(index)", now: time) == nil)
            }
        }
        let later = now.adding(milliseconds: 100)
        #expect(limiter.delay(for: "new", now: later) == nil)
        #expect(!limiter.isSpent("0", now: later))
        #expect(!limiter.isSpent("1", now: later))
        for index in 2..<20 { #expect(limiter.isSpent("\(index)", now: later)) }
    }

    @Test("a clock that goes back gives nobody more and locks nobody out")
    func backwards() {
        let limiter = RateLimiter(perSecond: 1, burst: 1)
        let now = TestClock.noon
        #expect(limiter.delay(for: "a", now: now) == nil)
        #expect(limiter.delay(for: "a", now: now.adding(seconds: -60)) == 1)
        #expect(limiter.delay(for: "a", now: now.adding(seconds: -58)) == nil)
    }
}
