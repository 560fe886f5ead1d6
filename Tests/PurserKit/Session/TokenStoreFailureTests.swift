import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A token store that fails")
struct TokenStoreFailureTests {
    @Test("at reading leaves calls without a token alone, and is asked again")
    func load() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        let purser = try scene.another()
        scene.store.fail(.load)
        #expect(await scene.outcome(purser) == .storage)
        await #expect(throws: PurserError.self) { try await purser.session.state }
        // Whoever follows the session is told, and does not wait for ever.
        var states = purser.session.states.makeAsyncIterator()
        #expect(await states.next() == .unreadable)
        #expect(scene.server.requests.isEmpty)
        let transport = ScriptedTransport(.answers(try .of(API.Guardian.health.answers)))
        _ = try await Purser.test(transport, tokens: scene.store).call(API.Guardian.health)
        scene.store.fail([])
        #expect(await scene.outcome(purser) == nil)
        #expect(await states.next() == .signedIn(owner: "alice"))
    }

    @Test("at keeping a new session leaves who was signed in, and ends the new one on the server")
    func begin() async throws {
        let scene = try SessionScene()
        let first = try await scene.signIn("alice")
        scene.store.fail(.save)
        let bob = scene.server.issue("bob")
        await #expect(throws: PurserError(.storage, "The session could not be kept: a test (5)")) {
            try await scene.purser.session.keep(bob)
        }
        #expect(!scene.server.isAlive("session-bob-3"))
        #expect(try await scene.purser.session.state == .signedIn(owner: "alice"))
        #expect(scene.store.session?.accessToken == first.accessToken)
        try await scene.call()
    }

    @Test("at keeping a renewed session goes on with it, and keeps it as soon as it can")
    func renewal() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.server.forgetAccess()
        scene.store.fail(.save)
        try await scene.call()
        #expect(scene.store.session?.refreshToken == "refresh-alice-2")
        scene.store.fail([])
        try await scene.call()
        #expect(scene.store.session?.refreshToken == "refresh-alice-3")
        #expect(scene.server.refreshes.count == 1)
        let saves = scene.store.saves
        try await scene.call()
        #expect(scene.store.saves == saves)
    }

    @Test("at forgetting says so; nobody is signed in even so, and signing out again forgets")
    func remove() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.store.fail(.remove)
        await #expect(throws: PurserError.self) { try await scene.purser.session.signOut() }
        #expect(try await scene.purser.session.state == .signedOut(.byMember))
        #expect(await scene.outcome() == .unauthorized)
        #expect(!scene.server.isAlive("session-alice-1"))
        scene.store.fail([])
        try await scene.purser.session.signOut()
        #expect(scene.store.session == nil)
    }

    @Test("at reading is signed out even so")
    func unreadable() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        let purser = try scene.another()
        scene.store.fail(.load)
        try await purser.session.signOut()
        scene.store.fail([])
        #expect(scene.store.session == nil)
    }

    @Test("never shows what an unknown store's error says")
    func foreign() {
        struct Telling: Error, CustomStringConvertible { let description = "token-secret" }
        let error = PurserError(.storage, "The session could not be read", because: Telling())
        #expect(!error.message.contains("secret"))
    }
}

@Suite("Two processes over one token store")
struct OneStoreTests {
    @Test("the second takes over what the first renewed")
    func renewed() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        let other = try scene.another()
        try await scene.call(other)
        scene.time.advance(by: .seconds(3_600))
        try await scene.call()
        try await scene.call(other)
        #expect(scene.server.refreshes.count == 1)
        #expect(scene.server.isAlive("session-alice-1"))
        scene.time.advance(by: .seconds(3_600))
        try await scene.call(other)
        try await scene.call()
        #expect(scene.server.refreshes.count == 2)
    }

    @Test("the second is signed out when the first was, and does not bring the session back")
    func signedOut() async throws {
        let gate = Gate()
        let scene = try SessionScene(refreshGate: gate)
        try await scene.signIn()
        let other = try scene.another()
        try await scene.call(other)
        scene.server.forgetAccess()
        let late = Task { await scene.outcome(other) }
        await gate.arrived(1)
        try await scene.purser.client.keeper.end(.byMember)
        await gate.open()
        #expect(await late.value == .unauthorized)
        #expect(scene.store.session == nil)
        #expect(try await other.session.state == .signedOut(.byMember))
    }

    @Test("the second goes on as the member who signed in at the first")
    func otherMember() async throws {
        let scene = try SessionScene()
        try await scene.signIn("alice")
        let other = try scene.another()
        try await scene.call(other)
        let bob = try await scene.signIn("bob")
        scene.server.forgetAccess()
        #expect(await scene.outcome(other) == .unauthorized)
        #expect(!scene.server.bearers.contains("Bearer \(bob.accessToken)"))
        #expect(try await other.session.state == .signedIn(owner: "bob"))
        #expect(await scene.outcome(other) == nil)
    }
}
