import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a token is given")
struct ScopeTests {
    private func app(_ scope: String?) -> CodeFlow {
        CodeFlow(client: "test-app", redirect: "http://[::1]:9/back", scope: scope)
    }

    /// What of the API a token opens, as the server reads it.
    private func scopes(_ token: String, _ server: InProcessServer) throws -> APIScopes {
        let now = server.clock.now
        return try #require(server.operations.identity.tokens.bearer(of: token, now: now)).scopes
    }

    @Test(
        "is what a configured app asked for, and nothing of the API where it did not ask",
        arguments: [
            (nil, "offline_access", []), ("openid email", "openid email", []),
            ("openid guardian:read", "openid guardian:read", .guardianRead),
            ("banking insights:read", "banking insights:read", [.banking, .insightsRead]),
        ] as [(String?, String, APIScopes)]
    )
    func configured(asked: String?, granted: String, scopes expected: APIScopes) async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let tokens = try await app(asked).tokens(server)
            #expect(tokens.scope == granted)
            let claims = try Claims(tokens.access)
            #expect(claims.string("client_id") == "test-app")
            #expect(claims.string("scope") == granted)
            #expect(try scopes(tokens.access, server) == expected)
            let renewed = try OAuthTokens(
                try await server.refresh(tokens.refresh, client: "test-app")
            )
            #expect(renewed.scope == granted)
            #expect(try scopes(renewed.access, server) == expected)
        }
    }

    @Test("of an app of the house is all of the API, unless it asks for some of it")
    func own() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let all = try await CodeFlow(scope: "openid").tokens(server)
            #expect(try scopes(all.access, server) == .all)
            #expect(try Claims(all.access).string("scope") == "openid \(CodeFlow.wholeAPI)")
            let some = try await CodeFlow(scope: "openid account rewards:read").tokens(server)
            #expect(some.scope == "openid account rewards:read")
            #expect(try scopes(some.access, server) == [.account, .rewardsRead])
        }
    }

    @Test("is never the account for a configured app, however it asks", arguments: Engine.all)
    func account(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for scope in ["account", "openid guardian account"] {
                guard case .redirect(let location) = check(scope, server) else {
                    Issue.record("\(scope) is asked for")
                    continue
                }
                #expect(location.contains("error=invalid_scope"))
                #expect(!location.contains("insights%20account"))
            }
            // A grant that was kept with it gives it no more.
            let tokens = try await app("guardian").tokens(server)
            _ = try await server.database.write { session in
                try session.run(
                    Statement("UPDATE sessions SET scope = $2 WHERE member_id = $1 AND scope = $3"),
                    [.id(parent.id), .text("guardian account"), .text("guardian")]
                )
            }
            let renewed = try OAuthTokens(
                try await server.refresh(tokens.refresh, client: "test-app")
            )
            #expect(renewed.scope == "guardian")
            #expect(try scopes(renewed.access, server) == .guardian)
        }
    }

    private func check(_ scope: String, _ server: InProcessServer) -> AuthorizationCheck {
        AuthorizationRequest.read(
            [
                ("response_type", "code"), ("client_id", "test-app"),
                ("redirect_uri", "http://[::1]:9/back"), ("code_challenge", CodeFlow().challenge),
                ("code_challenge_method", "S256"), ("scope", scope),
            ],
            server.operations.identity.oauthClients
        )
    }

    @Test(
        "may be less at a refresh, for that answer alone, and never more",
        arguments: Engine.embedded
    )
    func narrowed(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            var tokens = try await app("openid guardian banking:read").tokens(server)
            let rows: [(String, String?, APIScopes)] = [
                ("guardian:read", "guardian:read", .guardianRead),
                ("guardian banking:read", "guardian banking:read", [.guardian, .bankingRead]),
                ("openid", "openid", []), ("banking", nil, []), ("email", nil, []),
                ("insights:read", nil, []), ("account", nil, []),
            ]
            for (asked, granted, expected) in rows {
                let answer = try await server.refresh(
                    tokens.refresh,
                    client: "test-app",
                    scope: asked
                )
                guard let granted else {
                    #expect(answer.status == 400)
                    #expect(try answer.string("error") == "invalid_scope")
                    continue
                }
                tokens = try OAuthTokens(answer)
                #expect(tokens.scope == granted)
                #expect(try scopes(tokens.access, server) == expected)
            }
            // What was granted stays.
            tokens = try OAuthTokens(try await server.refresh(tokens.refresh, client: "test-app"))
            #expect(tokens.scope == "openid guardian banking:read")
        }
    }

    @Test("of an app of the house stays what it has of the API where a refresh names none of it")
    func ownNarrowed() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let tokens = try await CodeFlow(scope: "openid email guardian").tokens(server)
            let next = try OAuthTokens(try await server.refresh(tokens.refresh, scope: "email"))
            #expect(next.scope == "email guardian")
            #expect(next.identity == nil)
            let less = try OAuthTokens(
                try await server.refresh(next.refresh, scope: "guardian:read")
            )
            #expect(try scopes(less.access, server) == .guardianRead)
        }
    }

    @Test("of a document's own sign-in is everything, at every door", arguments: Engine.all)
    func logins(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            #expect(try scopes(parent.token, server) == .all)
            let banking = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: parent.email, password: InProcessServer.password)
            )
            #expect(try scopes(banking.accessToken, server) == .all)
            let exchanged = try await server.purser().call(
                API.Identity.exchangeToken,
                .init(grantType: .refreshToken, refreshToken: banking.refreshToken)
            )
            #expect(try scopes(exchanged.accessToken, server) == .all)
        }
    }

    @Test(
        "is renewed for a day by the token alone where a sign-in began it, and never widened",
        arguments: Engine.all
    )
    func renewed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let whole = try await parent.purser.call(API.Allowance.refreshMember)
            #expect(try scopes(whole.token, server) == .all)
            // Less of a login's session, by its refresh token.
            let banking = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: parent.email, password: InProcessServer.password)
            )
            let less = try OAuthTokens(
                try await server.refresh(banking.refreshToken, scope: "allowance:read")
            )
            let renewed = try await server.purser(token: less.access)
                .call(API.Allowance.refreshMember)
            #expect(try scopes(renewed.token, server) == .allowanceRead)
            for flow in [CodeFlow(scope: "openid"), app("openid"), app("allowance")] {
                let token = try await flow.tokens(server).access
                let before = try await server.contents()
                let answer = try await server.post("/api/v1/auth/refresh", nil, token: token)
                #expect(answer.status == 403)
                #expect(try answer.string("error.code") == "FORBIDDEN")
                #expect(try answer.string("error.details.scope") == nil)
                #expect(try await server.contents() == before)
            }
        }
    }

    @Test(
        "by another issuer is everything, or what is configured for it, also once renewed",
        arguments: Engine.all
    )
    func issuers(engine: Engine) async throws {
        let issuer = try TestIssuer()
        for scopes in [APIScopes.all, [.guardianRead, .allowanceRead]] {
            let verifier = ExternalTokenVerifier([
                .test(.supabaseSecret, .hs256, scopes: scopes)
            ])
            try await withServer(engine, issuers: ExternalIssuers(verifier: verifier)) { server in
                let claims = TestIssuer.claims(at: server.clock.now)
                let token = try issuer.token(claims, .bytes(TestIssuer.secret))
                let purser = server.purser(token: token)
                // Founded by one call, and remembered at the next.
                for _ in 0..<2 {
                    #expect(try await purser.call(API.Guardian.listRules, .init()) == [])
                }
                #expect(try self.scopes(token, server) == scopes)
                let rule = try await server.post("/rules", "{}", token: token)
                #expect(rule.status == (scopes == .all ? 400 : 403))
                let renewed = try await purser.call(API.Allowance.refreshMember).token
                #expect(try self.scopes(renewed, server) == scopes)
            }
        }
    }

    @Test("is, for a session from before there were scopes, what it would be given now")
    func old() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let banking = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: parent.email, password: InProcessServer.password)
            )
            let configured = try await app("openid").tokens(server)
            let native = try await CodeFlow(scope: "openid").tokens(server)
            let kept = try await server.contents().tables["sessions", default: []]
            #expect(kept.count { $0.contains(.text("openid")) } == 2)
            let rows = [
                (banking.refreshToken, "purser-native", APIScopes.all),
                (native.refresh, "purser-native", .all), (configured.refresh, "test-app", []),
            ]
            for (token, client, expected) in rows {
                let answer = try await server.refresh(token, client: client)
                #expect(try scopes(try OAuthTokens(answer).access, server) == expected)
            }
        }
    }
}
