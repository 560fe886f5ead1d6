import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("What ends a session by its endpoint")
struct SessionEndTests {
    private let session = StoredSession(
        id: "session",
        accessToken: "token",
        refreshToken: nil,
        issuedAt: TestClock.noon,
        expiresAt: TestClock.noon.adding(seconds: 3_600)
    )

    @Test("leaves it when the server was not reached")
    func unreached() async throws {
        let transport = ScriptedTransport(others: .fails(.unreachable))
        let tokens = MemoryTokenStore(session)
        let purser = try Purser.test(transport, tokens: tokens)
        await #expect(throws: PurserError.self) { try await purser.session.logoutUser() }
        await #expect(throws: PurserError.self) { try await purser.session.endSessions() }
        #expect(tokens.load() == session)
        #expect(try await purser.session.state == .signedIn(owner: "session"))
        await purser.shutdown()
    }

    @Test("forgets it when the server has ended it")
    func ended() async throws {
        let tokens = MemoryTokenStore(session)
        let purser = try Purser.test(PreviewTransport(), tokens: tokens)
        try await purser.session.logoutUser()
        #expect(tokens.load() == nil)
        #expect(try await purser.session.state == .signedOut(.byMember))
        await purser.shutdown()
    }

    @Test("leaves one that began meanwhile")
    func meanwhile() async throws {
        let begun = try API.Banking.loginUser.answersJSON().text
        let app = Mutex<Purser?>(nil)
        let transport = ScriptedTransport { request in
            guard request.method == .delete else { return .json(200, begun) }
            let purser = app.withLock { $0 }
            try await purser?.session.loginUser(email: "b@example.com", password: "password1")
            return TransportResponse(status: 204)
        }
        let tokens = MemoryTokenStore(session)
        let purser = try Purser.test(transport, tokens: tokens)
        app.withLock { $0 = purser }
        try await purser.session.endSessions()
        #expect(tokens.load()?.accessToken == API.Banking.loginUser.answers.accessToken)
        app.withLock { $0 = nil }
        await purser.shutdown()
    }

    @Test("forgets everything when the answer got lost and the session is over")
    func lost() async throws {
        let transport = ScriptedTransport(
            .fails(.connectionLost),
            others: .json(401, #"{"error":{"code":"UNAUTHENTICATED","message":"Sign in"}}"#)
        )
        let tokens = MemoryTokenStore(session)
        let purser = try Purser.test(transport, tokens: tokens)
        try await purser.offline.add(
            API.Guardian.setRule,
            .init(category: "fun", monthlyLimitCents: 20_000)
        )
        try await purser.session.endSessions()
        #expect(tokens.load() == nil)
        #expect(try await purser.session.state == .signedOut(.expired))
        try await purser.client.keeper.begin(
            TokenAnswer(
                accessToken: session.accessToken,
                refreshToken: nil,
                receivedAt: TestClock.noon,
                expiresAt: TestClock.noon.adding(seconds: 3_600)
            )
        )
        #expect(try await purser.offline.waiting.isEmpty)
        await purser.shutdown()
    }
}
