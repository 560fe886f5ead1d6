import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Exchanging a refresh token")
struct RefreshTests {
    /// Signs in to Money App.
    private func login(_ server: InProcessServer) async throws -> API.Banking.AuthResponse {
        try await server.purser().call(
            API.Banking.loginUser,
            API.Banking.LoginRequest(
                email: "parent@example.com",
                password: InProcessServer.password
            )
        )
    }

    private func exchange(
        _ token: String,
        _ server: InProcessServer
    ) async throws -> API.Identity.AuthTokenResponse {
        try await server.purser().call(
            API.Identity.exchangeToken,
            API.Identity.AuthTokenRequest(grantType: .refreshToken, refreshToken: token)
        )
    }

    private func expectRefused(_ token: String, _ server: InProcessServer) async {
        let error = await refusal { try await exchange(token, server) }
        #expect(error?.status == 401)
        #expect(error?.code == "UNAUTHENTICATED")
    }

    @Test(
        "rotates it: the same successor within ten seconds, later the end of the session",
        arguments: Engine.all
    )
    func rotation(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await login(server)
            let other = try await login(server)
            let first = try await exchange(session.refreshToken, server)
            let successor = try #require(first.refreshToken)
            #expect(successor != session.refreshToken)
            #expect(successor.count == 43)
            #expect(first.expiresIn == 3_600)
            #expect(first.tokenType == "Bearer")
            server.clock.advance(seconds: 9)
            let again = try await exchange(session.refreshToken, server)
            #expect(again.refreshToken == successor)
            for token in [session.accessToken, first.accessToken, again.accessToken] {
                _ = try await server.purser(token: token).call(API.Banking.currentUser)
            }
            server.clock.advance(seconds: 2)
            await expectRefused(session.refreshToken, server)
            await expectRefused(successor, server)
            for token in [session.accessToken, first.accessToken, again.accessToken] {
                let ended = await refusal {
                    try await server.purser(token: token).call(API.Banking.currentUser)
                }
                #expect(ended?.status == 401)
            }
            _ = try await server.purser(token: other.accessToken).call(API.Banking.currentUser)
            _ = try await exchange(other.refreshToken, server)
        }
    }

    @Test(
        "gives the same successor at ten seconds sharp, and one millisecond later none",
        arguments: Engine.all
    )
    func grace(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await login(server)
            let first = try await exchange(session.refreshToken, server)
            server.clock.advance(seconds: 10)
            #expect(
                try await exchange(session.refreshToken, server).refreshToken == first.refreshToken
            )
            server.clock.advance(milliseconds: 1)
            await expectRefused(session.refreshToken, server)
        }
    }

    @Test("works 60 days from each rotation", arguments: Engine.all)
    func life(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let (first, second) = (try await login(server), try await login(server))
            server.clock.advance(seconds: 60 * 86_400 - 1)
            let next = try #require(try await exchange(first.refreshToken, server).refreshToken)
            server.clock.advance(seconds: 1)
            await expectRefused(second.refreshToken, server)
            server.clock.advance(seconds: 30 * 86_400 - 1)
            _ = try await exchange(next, server)
        }
    }

    @Test("ends with its session, 90 days after the sign-in", arguments: Engine.all)
    func end(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await login(server)
            var token = session.refreshToken
            for _ in 0..<2 {
                server.clock.advance(seconds: 44 * 86_400)
                token = try #require(try await exchange(token, server).refreshToken)
            }
            server.clock.advance(seconds: 2 * 86_400 - 600)
            let last = try await exchange(token, server)
            let end = server.clock.now.adding(seconds: 600)
            let latest = Statement("SELECT MAX(expires_at_ms) FROM refresh_tokens")
            let kept = try await server.database.read { try $0.first(latest) { $0.instant(0) } }
            #expect(kept == end)
            // No token outlives its session, and the answer says so.
            #expect(last.expiresIn == 600)
            let purser = server.purser(token: last.accessToken)
            let sessions = try await purser.call(API.Identity.listSessions).sessions
            #expect(sessions.map(\.isCurrent) == [true])
            server.clock.advance(seconds: 599)
            _ = try await purser.call(API.Banking.currentUser)
            // Also one that was issued by an earlier version, for longer.
            let longer = Statement("UPDATE refresh_tokens SET expires_at_ms = expires_at_ms * 2")
            try await server.database.write { _ = try $0.run(longer) }
            server.clock.advance(seconds: 1)
            let ended = await refusal { try await purser.call(API.Banking.currentUser) }
            #expect(ended?.status == 401)
            await expectRefused(try #require(last.refreshToken), server)
            // Nobody is shown it any more.
            let other = try await login(server)
            let live = try await server.purser(token: other.accessToken)
                .call(API.Identity.listSessions).sessions
            #expect(live.map(\.isCurrent) == [true])
        }
    }

    @Test("of 24 hours is renewed for 90 days and no longer", arguments: Engine.all)
    func allowance(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let end = server.clock.now.adding(seconds: 90 * 86_400)
            var purser = parent.purser
            var count = 0
            while server.clock.now.adding(seconds: 86_399) < end {
                server.clock.advance(seconds: 86_399)
                let current = purser
                let renewed = try await current.call(API.Allowance.refreshMember)
                #expect(renewed.expiresAt.instant <= end)
                purser.token = renewed.token
                count += 1
            }
            #expect(count == 90)
            let last = purser
            server.clock.advance(seconds: end.seconds - server.clock.now.seconds - 1)
            _ = try await last.call(API.Banking.currentUser)
            server.clock.advance(seconds: 1)
            let ended = await refusal { try await last.call(API.Allowance.refreshMember) }
            #expect(ended?.status == 401)
        }
    }

    @Test("from many sides at once gives one successor to all", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await login(server)
            let successors = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await exchange(session.refreshToken, server).refreshToken }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(successors.count == 1)
        }
    }

    @Test("tells whose it is, and the trace of the call", arguments: Engine.all)
    func answer(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let session = try await login(server)
            var purser = server.purser()
            purser.trace = "trace-1"
            let answer = try await purser.call(
                API.Identity.exchangeToken,
                .init(grantType: .refreshToken, refreshToken: session.refreshToken)
            )
            #expect(answer.userID == parent.id)
            #expect(answer.traceID == "trace-1")
            let claims = try Claims(answer.accessToken)
            #expect(claims.string("sid") == (try Claims(session.accessToken)).string("sid"))
        }
    }

    @Test(
        "that is none of ours changes nothing",
        arguments: Engine.all,
        [
            "", " ", "x", "8kXo3m0v4sJp1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
            String(repeating: "A", count: 43), String(repeating: "A", count: 44), "' OR 1=1 --",
            String(repeating: "é", count: 10_000),
        ]
    )
    func foreign(engine: Engine, token: String) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let before = try await server.contents()
            let body = JSON.object([
                .init("grantType", .string("refresh_token")), .init("refreshToken", .string(token)),
            ])
            let answer = try await server.post("/auth/token", body.text)
            let isBlank = token.allSatisfy { $0 == " " }
            #expect(answer.status == (isBlank ? 400 : 401))
            #expect(try answer.faults() == (isBlank ? ["refreshToken is required"] : []))
            #expect(try await server.contents() == before)
        }
    }

    @Test("whose session was signed out is refused", arguments: Engine.all)
    func signedOut(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await login(server)
            _ = try await server.purser(token: session.accessToken).call(API.Banking.logoutUser)
            await expectRefused(session.refreshToken, server)
        }
    }

    @Test(
        "needs the fields of its grant, and no others",
        arguments: [
            ("{}", 400, ["grantType is required"]),
            (
                #"{"grantType":"password"}"#, 400,
                ["grantType must be authorization_code or refresh_token"]
            ),
            (#"{"grantType":"REFRESH_TOKEN"}"#, 400, ["refreshToken is required"]),
            (
                #"{"grantType":"Authorization_Code"}"#, 400,
                ["code is required", "redirectUri is required", "codeVerifier is required"]
            ),
            (
                #"{"grantType":"refresh_token","refreshToken":"x","scope":"all","a":1}"#, 400,
                ["scope is not known here", "a is not known here"]
            ),
            (
                #"""
                {"grantType":"authorization_code","code":"c","codeVerifier":"v",
                "redirectUri":"safepocket://auth/callback"}
                """#,
                401, []
            ),
        ] as [(String, Int, [String])]
    )
    func fields(body: String, status: Int, faults: [String]) async throws {
        try await withServer(.sqlite) { server in
            let answer = try await server.post("/auth/token", body)
            #expect(answer.status == status)
            #expect(try answer.faults() == faults)
            let code = status == 400 ? "INVALID_REQUEST" : "UNAUTHENTICATED"
            #expect(try answer.string("error.code") == code)
        }
    }

    @Test("ignores an Idempotency-Key, whose rules are its own", arguments: Engine.all)
    func key(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await login(server)
            let body = JSON.object([
                .init("grantType", .string("refresh_token")),
                .init("refreshToken", .string(session.refreshToken)),
            ])
            for _ in 0..<2 {
                let answer = try await server.post(
                    "/auth/token",
                    body.text,
                    headers: ["Idempotency-Key": "k"]
                )
                #expect(answer.status == 200)
                #expect(answer.headers["Idempotency-Replayed"] == nil)
            }
            #expect(try await server.contents().count("idempotency_keys") == 0)
        }
    }
}
