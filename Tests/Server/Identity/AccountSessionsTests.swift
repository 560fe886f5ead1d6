import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The sessions of an account")
struct AccountSessionsTests {
    private func sessions(
        of member: TestMember
    ) async throws -> [API.Identity.AccountSession] {
        try await member.purser.call(API.Identity.listSessions).sessions
    }

    private func session(of member: TestMember) throws -> ID<Entity.Session> {
        try #require(Claims(member.token).string("sid").flatMap { ID($0) })
    }

    private func status(_ member: TestMember, _ server: InProcessServer) async throws -> Int {
        try await server.get("/api/v1/auth/me", token: member.token).status
    }

    private func kinds(of member: TestMember) async throws -> [String] {
        try await member.purser.call(API.Identity.listAccountEvents, .init()).events.map(\.kind)
    }

    @Test(
        "are listed newest first, this one marked, and nobody else's among them",
        arguments: Engine.all
    )
    func list(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            _ = try await server.registerParent("other@example.com")
            server.clock.advance(seconds: 60)
            let second = try await server.login(parent.email)
            let listed = try await sessions(of: parent)
            #expect(
                try listed.map(\.sessionID) == [session(of: second), session(of: parent)]
            )
            #expect(listed.map(\.isCurrent) == [false, true])
            #expect(listed.map(\.origin) == [.password, .password])
            #expect(listed.map(\.clientID) == [nil, nil])
            let times = [TestClock.noon.adding(seconds: 60), TestClock.noon]
            #expect(listed.map(\.createdAt.instant) == times)
            #expect(listed.map(\.lastUsedAt.instant) == times)
        }
    }

    @Test(
        "are listed as long as a token of theirs may be good, and show when they were renewed",
        arguments: Engine.all
    )
    func lapsed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let idle = try await server.login(parent.email)
            let login = API.Banking.LoginRequest(
                email: parent.email,
                password: InProcessServer.password
            )
            let banking = try await server.purser().call(API.Banking.loginUser, login)
            let kept = try #require(Claims(banking.accessToken).string("sid"))
            server.clock.advance(seconds: 86_399)
            #expect(try await sessions(of: parent).count == 3)
            let renewed = try await parent.purser.call(API.Allowance.refreshMember)
            server.clock.advance(seconds: 1)
            let listed = try await server.purser(token: renewed.token)
                .call(API.Identity.listSessions).sessions
            #expect(try Set(listed.map(\.sessionID.text)) == [kept, session(of: parent).text])
            #expect(try !listed.contains { try $0.sessionID == session(of: idle) })
            let own = try #require(listed.first { $0.isCurrent })
            #expect(own.lastUsedAt.instant == TestClock.noon.adding(seconds: 86_399))
            #expect(own.createdAt.instant == TestClock.noon)
        }
    }

    @Test("end one at a time, from the next request on in every process", arguments: Engine.all)
    func endOne(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let lost = try await server.login(parent.email)
            let other = try server.another()
            #expect(try await status(lost, other) == 200)
            let id = try session(of: lost)
            _ = try await parent.purser.call(API.Identity.endSession, .init(sessionID: id))
            for process in [server, other] {
                #expect(try await status(lost, process) == 401)
                #expect(try await status(parent, process) == 200)
            }
            #expect(try await sessions(of: parent).map(\.isCurrent) == [true])
            let event = try #require(
                try await parent.purser.call(API.Identity.listAccountEvents, .init()).events.first
            )
            #expect(event.kind == "session_ended" && event.sessionID == id)
            let again = await refusal {
                try await parent.purser.call(API.Identity.endSession, .init(sessionID: id))
            }
            #expect(again?.status == 404)
        }
    }

    @Test("of somebody else are not there, not even for a parent", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let stranger = try await server.registerParent("other@example.com")
            let target = "/api/v1/auth/sessions/"
            let headers: Headers = ["X-Request-Trace": "t"]
            let unknown = "00000000-0000-7000-8000-000000000000"
            let before = try await server.contents()
            for (caller, victim) in [(parent, child), (child, parent), (stranger, child)] {
                let answers = [
                    try await server.raw(
                        "DELETE",
                        target + session(of: victim).text,
                        nil,
                        token: caller.token,
                        headers: headers
                    ),
                    try await server.raw(
                        "DELETE",
                        target + unknown,
                        nil,
                        token: caller.token,
                        headers: headers
                    ),
                ]
                #expect(answers[0] == answers[1])
                #expect(answers[0].status == 404)
                #expect(try answers[0].string("error.code") == "NOT_FOUND")
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("end all at once, this one too, with their refresh tokens", arguments: Engine.all)
    func endAll(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let second = try await server.login(parent.email)
            let login = API.Banking.LoginRequest(
                email: parent.email,
                password: InProcessServer.password
            )
            let banking = try await server.purser().call(API.Banking.loginUser, login)
            _ = try await second.purser.call(API.Identity.endSessions)
            for member in [parent, second] {
                #expect(try await status(member, server) == 401)
            }
            #expect(try await status(child, server) == 200)
            let exchange = await refusal {
                try await server.purser().call(
                    API.Identity.exchangeToken,
                    .init(grantType: .refreshToken, refreshToken: banking.refreshToken)
                )
            }
            #expect(exchange?.status == 401)
            let back = try await server.login(parent.email)
            #expect(try await kinds(of: back).contains("session_ended"))
            #expect(try await sessions(of: back).map(\.isCurrent) == [true])
        }
    }

    @Test("tell of a sign-out, and of what the operator does", arguments: Engine.all)
    func events(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await parent.purser.call(API.Banking.logoutUser)
            let second = try await server.login(parent.email)
            let first = try #require(
                try await second.purser.call(API.Identity.listAccountEvents, .init())
                    .events.first { $0.kind == "signed_out" }
            )
            #expect(try first.sessionID == session(of: parent))
            for isActive in [false, true] {
                try await server.operations.identity.setUserActive(
                    isActive,
                    email: parent.email,
                    server.call()
                )
            }
            #expect(try await status(second, server) == 401)
            let third = try await server.login(parent.email)
            #expect(try await kinds(of: third).contains("session_ended"))
            let before = try await kinds(of: third).count
            try await server.operations.identity.resetPassword(
                email: parent.email,
                to: InProcessServer.password,
                server.call()
            )
            let fourth = try await server.login(parent.email)
            let kinds = try await kinds(of: fourth)
            #expect(kinds.count >= before + 2)
            #expect(kinds.contains("password_changed"))
            #expect(
                try await server.operations.identity.userEvents(email: parent.email, limit: 100)
                    .map(\.kind) == kinds
            )
        }
    }

    @Test(
        "that stand for another issuer's tokens end by nobody's word here; a renewal's does",
        arguments: Engine.all
    )
    func external(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let id = try session(of: parent)
            _ = try await server.database.write { session in
                try session.run(
                    Statement("UPDATE sessions SET origin = 'external' WHERE id = $1"),
                    [.id(id)]
                )
            }
            #expect(try await sessions(of: parent).isEmpty)
            _ = try await parent.purser.call(API.Banking.logoutUser)
            let ending = await refusal {
                try await parent.purser.call(API.Identity.endSession, .init(sessionID: id))
            }
            #expect(ending?.status == 404)
            let answer = try await parent.purser.call(API.Allowance.refreshMember)
            let renewed = server.purser(token: answer.token)
            let listed = try await renewed.call(API.Identity.listSessions).sessions
            #expect(listed.map(\.origin) == [.renewal])
            #expect(listed.map(\.isCurrent) == [true])
            #expect(listed.first?.sessionID != id)
            _ = try await parent.purser.call(API.Identity.endSessions)
            #expect(try await server.get("/rules", token: answer.token).status == 401)
            #expect(try await status(parent, server) == 200)
        }
    }
}
