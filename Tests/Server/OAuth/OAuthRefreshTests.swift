import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Refresh tokens at /oauth2/token")
struct OAuthRefreshTests {
    private let flow = CodeFlow(scope: "openid email", nonce: "n")

    private func refused(_ token: String, _ server: InProcessServer) async throws -> String? {
        let answer = try await server.refresh(token)
        #expect(answer.status == 400)
        return try answer.string("error")
    }

    @Test(
        "rotate: the same successor within ten seconds, later the end of the session",
        arguments: Engine.all
    )
    func rotation(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let begun = try await flow.tokens(server)
            let first = try OAuthTokens(try await server.refresh(begun.refresh))
            #expect(first.scope == "openid email \(CodeFlow.wholeAPI)")
            let identity = try Claims(try #require(first.identity))
            #expect(identity.string("nonce") == nil)
            #expect(identity.string("email") == "parent@example.com")
            server.clock.advance(seconds: 9)
            let again = try OAuthTokens(try await server.refresh(begun.refresh))
            #expect(again.refresh == first.refresh)
            server.clock.advance(seconds: 2)
            #expect(try await refused(begun.refresh, server) == "invalid_grant")
            #expect(try await refused(first.refresh, server) == "invalid_grant")
            for token in [begun.access, first.access, again.access] {
                #expect(try await server.status(of: token) == 401)
            }
        }
    }

    @Test("fifty calls with one token get one successor", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let begun = try await flow.tokens(server)
            let successors = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try OAuthTokens(try await server.refresh(begun.refresh)).refresh
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(successors.count == 1)
            // The one that was spent, and its successor.
            #expect(try await server.contents().count("refresh_tokens") == 2)
        }
    }

    @Test("are redeemed at either door, whichever surface issued them", arguments: Engine.all)
    func doors(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let banking = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: "parent@example.com", password: InProcessServer.password)
            )
            let first = try OAuthTokens(try await server.refresh(banking.refreshToken))
            #expect(first.scope == "offline_access \(CodeFlow.wholeAPI)")
            #expect(first.identity == nil)
            let second = try await server.purser().call(
                API.Identity.exchangeToken,
                .init(grantType: .refreshToken, refreshToken: first.refresh)
            )
            #expect(second.scope == first.scope)
            #expect(try await server.refresh(try #require(second.refreshToken)).status == 200)
            let native = try await server.purser().call(
                API.Identity.exchangeToken,
                .init(grantType: .refreshToken, refreshToken: try await flow.tokens(server).refresh)
            )
            #expect(native.scope == "openid email \(CodeFlow.wholeAPI)")
            #expect(native.idToken != nil)
        }
    }

    @Test("belong to their client", arguments: Engine.all)
    func clients(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let other = CodeFlow(client: "test-app", redirect: "http://[::1]:9/back")
            let tokens = try await other.tokens(server)
            let native = try await flow.tokens(server)
            let before = try await server.contents()
            #expect(try await refused(tokens.refresh, server) == "invalid_grant")
            let taken = try await server.refresh(native.refresh, client: "test-app")
            #expect(try taken.string("error") == "invalid_grant")
            let exchange = await refusal {
                try await server.purser().call(
                    API.Identity.exchangeToken,
                    .init(grantType: .refreshToken, refreshToken: tokens.refresh)
                )
            }
            #expect(exchange?.status == 401)
            #expect(try await server.contents() == before)
            #expect(try await server.refresh(tokens.refresh, client: "test-app").status == 200)
        }
    }

    @Test("bring no more than was granted", arguments: Engine.all)
    func scopes(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let tokens = try await flow.tokens(server)
            let before = try await server.contents()
            for scope in ["profile", "openid profile", "admin"] {
                let answer = try await server.refresh(tokens.refresh, scope: scope)
                #expect(answer.status == 400)
                #expect(try answer.string("error") == "invalid_scope")
            }
            #expect(try await server.contents() == before)
            #expect(try await server.refresh(tokens.refresh, scope: "email").status == 200)
        }
    }

    @Test("a reuse ends the session, also when it asks for too much", arguments: Engine.all)
    func greedyReuse(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let tokens = try await flow.tokens(server)
            let next = try OAuthTokens(try await server.refresh(tokens.refresh))
            server.clock.advance(seconds: 11)
            let answer = try await server.refresh(tokens.refresh, scope: "profile")
            #expect(answer.status == 400)
            #expect(try answer.string("error") == "invalid_grant")
            #expect(try await refused(next.refresh, server) == "invalid_grant")
            for access in [tokens.access, next.access] {
                #expect(try await server.status(of: access) == 401)
            }
        }
    }

    @Test("a reuse is told to the member", arguments: Engine.all)
    func events(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let tokens = try await flow.tokens(server)
            _ = try await server.refresh(tokens.refresh)
            server.clock.advance(seconds: 11)
            let before = try await server.contents()
            _ = try await server.refresh(tokens.refresh)
            let after = try await server.contents()
            #expect(after.changed(since: before) == ["auth_events", "sessions"])
            let reuses = after.tables["auth_events", default: []].count { row in
                row.contains(.text("token_reused"))
            }
            #expect(reuses == 1)
        }
    }
}
