import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A refresh that comes late")
struct LateRefreshTests {
    @Test("does not bring back a session that was signed out", arguments: [true, false])
    func afterSignOut(isRefused: Bool) async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        try await scene.signIn()
        scene.server.forgetAccess()
        if isRefused { scene.server.script(.answers(.unauthorized)) }
        let call = Task { await scene.outcome() }
        await gate.arrived(1)
        let keeper = scene.purser.client.keeper
        try await keeper.end(.byMember)
        await gate.open()
        #expect(await call.value == .unauthorized)
        await keeper.rest()
        #expect(scene.store.session == nil)
        #expect(try await scene.purser.session.state == .signedOut(.byMember))
        #expect(scene.server.bearers.count == 1)
    }

    @Test("neither ends nor changes the session of another member", arguments: [true, false])
    func afterOtherSignIn(isRefused: Bool) async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        try await scene.signIn("alice")
        scene.server.forgetAccess()
        if isRefused { scene.server.script(.answers(.unauthorized)) }
        let call = Task { await scene.outcome() }
        await gate.arrived(1)
        try await scene.purser.client.keeper.end(.byMember)
        let bob = try await scene.signIn("bob")
        await gate.open()
        #expect(await call.value == .unauthorized)
        #expect(scene.store.session?.accessToken == bob.accessToken)
        #expect(try await scene.purser.session.state == .signedIn(owner: "bob"))
        #expect(!scene.server.bearers.contains("Bearer \(bob.accessToken)"))
        try await scene.call()
        #expect(scene.server.bearers.last == "Bearer \(bob.accessToken)")
    }

    @Test("does not change a newer session of the same member, whose token the call then takes")
    func afterOwnSignIn() async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        try await scene.signIn("alice")
        scene.server.forgetAccess()
        let call = Task { await scene.outcome() }
        await gate.arrived(1)
        let newer = try await scene.signIn("alice")
        await gate.open()
        #expect(await call.value == nil)
        #expect(scene.store.session?.accessToken == newer.accessToken)
        #expect(scene.server.bearers.last == "Bearer \(newer.accessToken)")
    }

    @Test("that a call renewed meanwhile keeps the newest refresh token")
    func renewedMeanwhile() async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        try await scene.signIn("alice")
        let old = try #require(scene.store.session)
        scene.server.forgetAccess()
        let call = Task { await scene.outcome() }
        await gate.arrived(1)
        let other = TokenAnswer(
            accessToken: TestToken.access("alice", "session-alice-1", number: 99),
            refreshToken: nil,
            receivedAt: scene.time.now,
            expiresAt: scene.time.now.adding(seconds: 86_400)
        )
        await scene.purser.client.keeper.finish(old, with: other)
        await gate.open()
        await scene.purser.client.keeper.rest()
        _ = await call.value
        scene.time.advance(by: .seconds(86_401))
        #expect(await scene.outcome() == nil)
        #expect(scene.server.isAlive("session-alice-1"))
    }

    @Test("leaves a call of who signed out unsent, though another member is signed in")
    func waitingCall() async throws {
        let scene = try SessionScene(retry: RetryPolicy(tries: 4))
        try await scene.signIn("alice")
        let transport = ScriptedTransport(.fails(.unreachable), others: .fails(.unreachable))
        let purser = try Purser(
            scene.purser.client.configuration,
            transport,
            scene.store,
            scene.time.keeper
        )
        scene.time.holds = true
        let call = Task { await scene.outcome(purser) }
        await scene.time.untilWaiting(1)
        try await purser.client.keeper.end(.byMember)
        try await purser.client.keeper.begin(scene.server.issue("bob"))
        scene.time.advance(by: .seconds(10))
        #expect(await call.value == .unauthorized)
        #expect(transport.requests.count == 1)
    }

    @Test("an owner's call is not sent as another member's")
    func owner() async throws {
        let scene = try SessionScene()
        try await scene.signIn("bob")
        let call = try PreparedCall(API.Banking.currentUser, Empty(), idempotencyKey: nil)
        await #expect(throws: PurserError.self) {
            try await scene.purser.client.perform(call, CallOptions(), owner: "alice") { _ in }
        }
        #expect(scene.server.requests.isEmpty)
        try await scene.purser.client.perform(call, CallOptions(), owner: "bob") { _ in }
        #expect(scene.server.requests.count == 1)
    }

    @Test("nor is one of a member who has signed out since")
    func calls() async throws {
        let scene = try SessionScene()
        try await scene.signIn("alice")
        let calls = try await MemberCalls(scene.purser)
        try await scene.purser.client.keeper.end(.byMember)
        try await scene.purser.client.keeper.begin(scene.server.issue("bob"))
        await #expect(throws: PurserError.self) {
            try await calls.call(API.Banking.currentUser, Empty())
        }
        #expect(scene.server.requests.isEmpty)
    }

    @Test("may be waited for until the call's deadline, and no longer")
    func deadline() async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate, alarm: { _ in await gate.arrived(1) })
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        #expect(await scene.outcome() == .network(.timedOut))
        #expect(scene.server.bearers.isEmpty)
        await gate.open()
        await scene.purser.client.keeper.rest()
        #expect(scene.server.refreshes.count == 1)
        try await scene.call()
        #expect(scene.server.refreshes.count == 1)
    }

    @Test("goes on for the others when one of them is cancelled")
    func cancelled() async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        try await scene.signIn()
        scene.time.advance(by: .seconds(3_600))
        let first = Task { try await scene.call() }
        await gate.arrived(1)
        let second = Task { await scene.outcome() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await gate.open()
        #expect(await second.value == nil)
        #expect(scene.server.refreshes.count == 1)
    }
}
