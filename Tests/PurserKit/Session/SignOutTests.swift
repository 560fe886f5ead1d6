import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("Signing in and out")
struct SignOutTests {
    @Test("without anybody signed in, no request is made for a call that needs a member")
    func nobody() async throws {
        let scene = try SessionScene()
        #expect(await scene.outcome() == .unauthorized)
        #expect(scene.server.requests.isEmpty)
        #expect(try await scene.purser.session.state == .signedOut(.none))
    }

    @Test("without anybody signed in, a call for which a token is optional carries none")
    func optional() async throws {
        let scene = try SessionScene()
        let answers = ScriptedTransport(
            .answers(try .of(API.Guardian.scoreTransaction.answers)),
            .answers(try .of(API.Guardian.health.answers))
        )
        let purser = try Purser.test(answers)
        let endpoint = API.Guardian.scoreTransaction
        _ = try await purser.call(endpoint, endpoint.example)
        _ = try await purser.call(API.Guardian.health)
        try await purser.client.keeper.begin(scene.server.issue("alice"))
        answers.add(.answers(try .of(API.Guardian.health.answers)))
        _ = try await purser.call(API.Guardian.health)
        #expect(answers.requests.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test(
        "ends the session on the server and on the device, whatever the token's age",
        arguments: [0, 3_700, 86_400]
    )
    func signOut(seconds: Int) async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.time.advance(by: .seconds(seconds))
        try await scene.purser.session.signOut()
        #expect(!scene.server.isAlive("session-alice-1"))
        #expect(scene.store.session == nil)
        #expect(try await scene.purser.session.state == .signedOut(.byMember))
        #expect(scene.server.refreshes.count == (seconds == 0 ? 0 : 1))
    }

    @Test("ends the session on the server with a new token when the server took the old one back")
    func refusedSignOut() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        scene.server.forgetAccess()
        try await scene.purser.session.signOut()
        #expect(!scene.server.isAlive("session-alice-1"))
        #expect(scene.server.requests("/api/auth/logout").count == 2)
    }

    @Test("signs out on the device when the server cannot be reached")
    func unreachable() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        let dead = ScriptedTransport()
        let purser = try Purser.test(dead, tokens: scene.store)
        try await purser.session.signOut()
        #expect(dead.requests.count == 1)
        #expect(scene.store.session == nil)
        #expect(try await purser.session.state == .signedOut(.byMember))
    }

    @Test("a session that another takes the place of ends on the server")
    func replaced() async throws {
        let scene = try SessionScene()
        try await scene.signIn("alice")
        try await scene.purser.session.keep(scene.server.issue("bob"))
        await scene.purser.client.signOutTasks.settled()
        #expect(!scene.server.isAlive("session-alice-1"))
        #expect(scene.server.isAlive("session-bob-3"))
        #expect(try await scene.purser.session.state == .signedIn(owner: "bob"))
        // New tokens of the same session end nothing.
        let same = TokenAnswer(
            accessToken: TestToken.access("bob", "session-bob-3", number: 9),
            refreshToken: "other",
            receivedAt: scene.time.now,
            expiresAt: scene.time.now.adding(seconds: 60)
        )
        try await scene.purser.session.keep(same)
        await scene.purser.client.signOutTasks.settled()
        #expect(scene.server.isAlive("session-bob-3"))
    }

    @Test("a token of another issuer is exchanged for a session of the server's own")
    func otherIssuer() async throws {
        let scene = try SessionScene()
        let foreign = scene.server.issue("alice").accessToken
        try await scene.purser.session.signIn(token: foreign)
        let session = try #require(scene.store.session)
        #expect(session.owner == "alice")
        #expect(session.accessToken != foreign)
        await #expect(throws: PurserError.self) {
            try await scene.purser.session.signIn(token: "nonsense")
        }
        #expect(scene.store.session == session)
    }

    @Test("states tell each sign-in and sign-out, and none twice")
    func states() async throws {
        let scene = try SessionScene()
        var states = scene.purser.session.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.none))
        try await scene.signIn()
        #expect(await states.next() == .signedIn(owner: "alice"))
        scene.server.forgetAccess()
        try await scene.call()
        scene.server.forgetAccess()
        scene.server.script(.answers(.unauthorized))
        _ = await scene.outcome()
        #expect(await states.next() == .signedOut(.expired))
        try await scene.signIn("bob")
        #expect(await states.next() == .signedIn(owner: "bob"))
        try await scene.purser.session.signOut()
        #expect(await states.next() == .signedOut(.byMember))
    }

    @Test(
        "a clock that is a day wrong neither ends a session nor keeps it too long",
        arguments: [-86_400, 86_400] as [Int64]
    )
    func wrongClock(seconds: Int64) async throws {
        let scene = try SessionScene()
        let token = TestToken.access("alice", lifetime: 86_400)
        let answer = API.Allowance.AuthResponse(
            user: API.Allowance.currentMember.answers,
            token: token,
            expiresAt: WireTimestamp(scene.time.now.adding(seconds: seconds + 86_400))
        )
        let tokens = answer.tokens(at: scene.time.now)
        #expect(tokens.expiresAt == scene.time.now.adding(seconds: 86_400))
        let session = StoredSession(tokens, id: "1")
        #expect(!session.wantsRenewal(at: scene.time.now.adding(seconds: 43_200)))
        #expect(session.wantsRenewal(at: scene.time.now.adding(seconds: 43_201)))
        // Set back after the sign-in: nobody knows when it ends.
        #expect(session.wantsRenewal(at: scene.time.now.adding(seconds: -1)))
        #expect(!session.hasEnded(at: scene.time.now.adding(seconds: -1)))
    }

    @Test("signs out on the server as well when whoever asked is gone")
    func cancelled() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        let purser = scene.purser
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await purser.session.signOut()
        }
        try await task.value
        #expect(!scene.server.isAlive("session-alice-1"))
        #expect(try await purser.session.state == .signedOut(.byMember))
    }

    @Test("a session that was replaced ends on the server though the next one ends at once")
    func replacedAndLeft() async throws {
        let scene = try SessionScene()
        try await scene.signIn("alice")
        try await scene.purser.session.keep(scene.server.issue("bob"))
        try await scene.purser.session.signOut()
        await scene.purser.client.signOutTasks.settled()
        #expect(!scene.server.isAlive("session-alice-1"))
        #expect(!scene.server.isAlive("session-bob-3"))
    }
}
