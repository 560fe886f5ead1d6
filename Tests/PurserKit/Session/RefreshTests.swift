import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A session is renewed")
struct RefreshTests {
    @Test("once, when 100 calls are refused at the same time")
    func storm() async throws {
        let gate = Gate()
        let scene = try SessionScene(callGate: gate)
        let old = try await scene.signIn()
        scene.server.forgetAccess()
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { #expect(await scene.outcome() == nil) }
            }
            await gate.arrived(100)
            await gate.open()
        }
        #expect(scene.server.refreshes.count == 1)
        #expect(scene.server.bearers.count == 200)
        #expect(scene.server.bearers.filter { $0 == "Bearer \(old.accessToken)" }.count == 100)
    }

    @Test("once, before 100 calls whose token has ended, and each call is sent once")
    func ended() async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        let old = try await scene.signIn()
        scene.time.advance(by: .seconds(3_601))
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { #expect(await scene.outcome() == nil) }
            }
            await gate.arrived(1)
            await gate.open()
        }
        #expect(scene.server.refreshes.count == 1)
        #expect(scene.server.bearers.count == 100)
        #expect(!scene.server.bearers.contains("Bearer \(old.accessToken)"))
        #expect(scene.store.session?.refreshToken == "refresh-alice-3")
    }

    @Test("behind a call, shortly before the token ends")
    func early() async throws {
        let scene = try SessionScene()
        let old = try await scene.signIn()
        scene.time.advance(by: .seconds(3_569))
        try await scene.call()
        #expect(scene.server.refreshes.isEmpty)
        scene.time.advance(by: .seconds(2))
        try await scene.call()
        await scene.purser.client.keeper.rest()
        #expect(scene.server.refreshes.count == 1)
        try await scene.call()
        let bearers = scene.server.bearers
        #expect(bearers[..<2].allSatisfy { $0 == "Bearer \(old.accessToken)" })
        #expect(bearers[2] != bearers[1])
    }

    @Test("without a refresh token from half of its life on, and not again at once when that fails")
    func halfLife() async throws {
        let scene = try SessionScene()
        try await scene.signIn(refreshable: false)
        scene.time.advance(by: .seconds(43_200))
        try await scene.call()
        let path = "/api/v1/auth/refresh"
        #expect(scene.server.requests(path).isEmpty)
        scene.time.advance(by: .seconds(1))
        scene.server.script(.fails(.unreachable))
        for expected in [1, 1, 2] {
            try await scene.call()
            await scene.purser.client.keeper.rest()
            #expect(scene.server.requests(path).count == expected)
            scene.time.advance(by: .seconds(20))
        }
        try await scene.call()
        #expect(scene.server.requests(path).count == 2)
        let session = try #require(scene.store.session)
        #expect(session.expiresAt - session.issuedAt == 86_400_000)
        #expect(session.accessToken == scene.server.bearers.last?.dropFirst(7).description)
    }

    @Test("again within the server's ten seconds when the answer got lost")
    func lostAnswer() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.server.forgetAccess()
        scene.server.script(.losesAnswer(.connectionLost), .losesAnswer(.timedOut))
        try await scene.call()
        #expect(scene.server.refreshes.count == 3)
        #expect(Set(scene.server.refreshes.map(\.body)).count == 1)
        #expect(scene.time.uptime < .seconds(10))
        // What was kept is the successor, which the server takes.
        scene.time.advance(by: .seconds(3_600))
        try await scene.call()
        #expect(scene.server.refreshes.count == 4)
    }

    @Test("not again after the ten seconds, when the spent token would end the session")
    func lostForLong() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.server.forgetAccess()
        let session = try #require(scene.store.session)
        let time = scene.time
        let steps = Array(repeating: TokenServer.Step.losesAnswer(.connectionLost), count: 50)
        for step in steps { scene.server.script(step) }
        #expect(await scene.outcome() == .network(.connectionLost))
        #expect(scene.server.refreshes.count > 2)
        #expect(time.uptime + .seconds(4) < .seconds(10))
        #expect(scene.server.isAlive("session-alice-1"))
        #expect(scene.store.session == session)
    }

    @Test(
        "once only where the server certainly heard nothing",
        arguments: [
            NetworkFailure.offline, .unreachable, .untrusted,
        ]
    )
    func unheard(failure: NetworkFailure) async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        scene.server.script(.fails(failure))
        #expect(await scene.outcome() == .network(failure))
        #expect(scene.server.refreshes.count == 1)
        #expect(scene.server.bearers.isEmpty)
        #expect(scene.time.pauses.isEmpty)
        try await scene.call()
    }

    @Test("by the tries of the call itself, which was not sent yet, whatever it is")
    func retried() async throws {
        let scene = try SessionScene(retry: RetryPolicy(tries: 3))
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        scene.server.script(.fails(.unreachable), .fails(.unreachable))
        let call = try PreparedCall(API.Banking.currentUser, Empty(), idempotencyKey: nil)
        let never = PreparedCall(
            name: call.name,
            path: call.path,
            surface: call.surface,
            repeats: .never,
            carriesToken: true,
            status: 200,
            wire: call.wire,
            idempotencyKey: nil
        )
        try await scene.purser.client.perform(never, CallOptions()) { _ in }
        #expect(scene.server.refreshes.count == 3)
        #expect(scene.server.bearers.count == 1)
    }

    @Test("not at all when the server has ended it: nobody is signed in, and nothing is kept")
    func refused() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.server.forgetAccess()
        scene.server.script(.answers(.unauthorized))
        #expect(await scene.outcome() == .unauthorized)
        #expect(scene.store.session == nil)
        #expect(try await scene.purser.session.state == .signedOut(.expired))
        let count = scene.server.requests.count
        #expect(await scene.outcome() == .unauthorized)
        #expect(scene.server.requests.count == count)
    }

    @Test(
        "and stays when what answers is not the server",
        arguments: [
            .json(403, #"{"error":{"code":"FORBIDDEN","message":"no"}}"#),
            .json(429, #"{"error":{"code":"RATE_LIMITED","message":"no"}}"#, ["Retry-After": "1"]),
            .json(200, "{}"),
        ] as [TransportResponse]
    )
    func others(response: TransportResponse) async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        let session = try #require(scene.store.session)
        scene.server.script(.answers(response))
        #expect(await scene.outcome() != nil)
        #expect(scene.store.session == session)
        #expect(scene.server.refreshes.count == 1)
        try await scene.call()
    }

    @Test(
        "and stays when a page comes in the answer's place, which is asked for again in vain",
        arguments: [200, 401, 502, 511]
    )
    func pages(status: Int) async throws {
        let page = TransportResponse(
            status: status,
            headers: ["Content-Type": "text/html"],
            body: [0x3C]
        )
        let scene = try SessionScene()
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        let session = try #require(scene.store.session)
        for _ in 0..<9 { scene.server.script(.answers(page)) }
        #expect(await scene.outcome() == (status == 502 ? .server : .network(.intercepted)))
        #expect(scene.store.session == session)
        #expect(scene.server.bearers.isEmpty)
    }

    @Test("after a failure of the server's, which may have rotated the token")
    func serverFailure() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        let failure = #"{"error":{"code":"INTERNAL","message":"no"}}"#
        scene.server.script(.answers(.json(500, failure)), .answers(.json(503, failure)))
        try await scene.call()
        #expect(scene.server.refreshes.count == 3)
    }

    @Test("once for a call: a new token that is refused as well is the call's answer")
    func refusedTwice() async throws {
        let gate = Gate()
        let scene = try SessionScene(callGate: gate)
        try await scene.signIn()
        scene.server.forgetAccess()
        let call = Task { await scene.outcome() }
        await gate.arrived(1)
        await gate.open()
        // The answer to the new token is a refusal as well.
        let other = ScriptedTransport { request in
            if request.target == "/auth/token" { return try await scene.server.send(request) }
            return .unauthorized
        }
        #expect(await call.value == nil)
        let purser = try Purser.test(other, tokens: MemoryTokenStore(scene.store.session))
        #expect(await scene.outcome(purser) == .unauthorized)
        #expect(other.requests.map(\.target) == ["/api/auth/me", "/auth/token", "/api/auth/me"])
        #expect(try await purser.session.state == .signedIn(owner: "alice"))
    }

    @Test("past an open circuit, when its answer was lost and only ten seconds keep the session")
    func openCircuit() async throws {
        let scene = try SessionScene(circuitFailures: 1)
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_601))
        scene.server.script(.losesAnswer(.connectionLost))
        #expect(await scene.outcome() == nil)
        #expect(scene.server.refreshes.count == 2)
        #expect(scene.server.isAlive("session-alice-1"))
    }
}
