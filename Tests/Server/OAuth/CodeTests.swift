import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Codes of the sign-in page")
struct CodeTests {
    private let flow = CodeFlow(scope: "openid profile email offline_access", nonce: "n-0S6")

    @Test("a code and its verifier bring tokens that work everywhere", arguments: Engine.all)
    func redeemed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let code = try await flow.code(server)
            #expect(code.count == 43)
            let answer = try await server.token(flow.form(code))
            #expect(answer.status == 200)
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(answer.headers["Content-Type"] == "application/json")
            #expect(try answer.string("token_type") == "Bearer")
            #expect(try answer.json()["expires_in"] == .number("3600"))
            let tokens = try OAuthTokens(answer)
            #expect(tokens.scope == "openid profile email offline_access \(CodeFlow.wholeAPI)")
            #expect(try await server.status(of: tokens.access) == 200)
            let claims = try Claims(tokens.access)
            #expect(claims.string("sub") == parent.id.text)
            let seconds = server.clock.now.seconds
            #expect(claims.integer("exp") == seconds + 3_600)
            let identity = try Claims(try #require(tokens.identity))
            #expect(identity.string("iss") == server.issuer)
            #expect(identity.string("aud") == "purser-native")
            #expect(identity.string("sub") == parent.id.text)
            #expect(identity.string("nonce") == "n-0S6")
            #expect(identity.string("email") == "parent@example.com")
            #expect(identity.string("given_name") == "John")
            #expect(identity.string("family_name") == "Doe")
            #expect(identity.integer("iat") == seconds)
        }
    }

    @Test("an ID token says what was asked for and no more", arguments: Engine.all)
    func scopes(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let bare = try await CodeFlow().tokens(server)
            #expect(bare.identity == nil)
            #expect(bare.scope == "offline_access \(CodeFlow.wholeAPI)")
            let tokens = try await CodeFlow(scope: "openid").tokens(server)
            let claims = try Claims(try #require(tokens.identity))
            for name in ["email", "given_name", "family_name", "nonce"] {
                #expect(claims.string(name) == nil)
            }
            #expect(try await server.status(of: try #require(tokens.identity)) == 401)
        }
    }

    @Test(
        "a code lives for sixty seconds, works once, and its return ends what it began",
        arguments: Engine.all
    )
    func life(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let code = try await flow.code(server)
            let late = try await flow.code(server)
            let other = try await flow.tokens(server)
            server.clock.advance(seconds: 59)
            let tokens = try OAuthTokens(try await server.token(flow.form(code)))
            #expect(try await server.status(of: tokens.access) == 200)
            server.clock.advance(milliseconds: 500)
            let again = try await server.token(flow.form(code))
            #expect(again.status == 400)
            #expect(try again.string("error") == "invalid_grant")
            #expect(try await server.status(of: tokens.access) == 401)
            #expect(try await server.refresh(tokens.refresh).status == 400)
            #expect(try await server.status(of: other.access) == 200)
            server.clock.advance(milliseconds: 500)
            let before = try await server.contents()
            let expired = try await server.token(flow.form(late))
            #expect(try expired.string("error") == "invalid_grant")
            #expect(try await server.contents() == before)
        }
    }

    @Test("a code that comes back ends its session whoever brings it", arguments: Engine.all)
    func stolen(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let code = try await flow.code(server)
            let tokens = try OAuthTokens(try await server.token(flow.form(code)))
            server.clock.advance(seconds: 300)
            let wrong = try await server.token(
                flow.form(code, ["code_verifier": String(repeating: "x", count: 43)])
            )
            #expect(try wrong.string("error") == "invalid_grant")
            #expect(try await server.status(of: tokens.access) == 401)
            let ended = try await server.contents()
            #expect(try await server.token(flow.form(code)).status == 400)
            #expect(try await server.contents() == ended)
        }
    }

    @Test(
        "whoever is not exactly the one who asked gets nothing, and spoils nothing",
        arguments: Engine.all,
        [
            ["code_verifier": String(repeating: "d", count: 43)],
            ["code_verifier": "short"], ["code_verifier": String(repeating: "d", count: 129)],
            ["code_verifier": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
            ["client_id": "test-app"], ["redirect_uri": "http://127.0.0.1:5/callback"],
            ["redirect_uri": "safepocket://auth/callback/"],
            ["redirect_uri": "Safepocket://auth/callback"],
            ["redirect_uri": "safepocket://evil/callback"],
            ["code": String(repeating: "A", count: 43)], ["code": "' OR 1=1 --"],
            ["code": "a\u{0}b"], ["code": String(repeating: "é", count: 10_000)],
        ] as [[String: String?]]
    )
    func wrong(engine: Engine, changes: [String: String?]) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let code = try await flow.code(server)
            let before = try await server.contents()
            let answer = try await server.token(flow.form(code, changes))
            #expect(answer.status == 400)
            #expect(try answer.string("error") == "invalid_grant")
            #expect(try await server.contents() == before)
            #expect(try await server.token(flow.form(code)).status == 200)
        }
    }

    @Test("the loopback port of the request is the one to redeem with", arguments: Engine.all)
    func loopback(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let flow = CodeFlow(redirect: "http://127.0.0.1:51234/callback")
            let code = try await flow.code(server)
            let other = ["redirect_uri": "http://127.0.0.1:51235/callback"]
            #expect(try await server.token(flow.form(code, other)).status == 400)
            #expect(try await server.token(flow.form(code)).status == 200)
        }
    }

    @Test("from many sides at once begins one session at the most", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let form = flow.form(try await flow.code(server))
            let before = try await server.contents().count("sessions")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await server.token(form).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
            #expect(try await server.contents().count("sessions") == before + 1)
        }
    }

    @Test("of a member who is locked out meanwhile is refused", arguments: Engine.all)
    func lockedOut(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let code = try await flow.code(server)
            try await server.operations.identity.setUserActive(
                false,
                email: parent.email,
                server.call()
            )
            #expect(try await server.token(flow.form(code)).status == 400)
        }
    }

    @Test("is exchanged at /auth/token by the same rules", arguments: Engine.all)
    func nativeDoor(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let exchange = { (flow: CodeFlow, code: String) in
                try await server.purser().call(
                    API.Identity.exchangeToken,
                    API.Identity.AuthTokenRequest(
                        grantType: .authorizationCode,
                        code: code,
                        redirectURI: flow.redirect,
                        codeVerifier: flow.verifier
                    )
                )
            }
            let code = try await flow.code(server)
            let wrong = CodeFlow(verifier: String(repeating: "d", count: 43))
            #expect(await refusal { try await exchange(wrong, code) }?.status == 401)
            let answer = try await exchange(flow, code)
            #expect(answer.userID == parent.id)
            #expect(answer.scope == "openid profile email offline_access \(CodeFlow.wholeAPI)")
            #expect(try Claims(try #require(answer.idToken)).string("aud") == "purser-native")
            #expect(try await server.status(of: answer.accessToken) == 200)
            #expect(await refusal { try await exchange(flow, code) }?.code == "UNAUTHENTICATED")
            #expect(try await server.status(of: answer.accessToken) == 401)
            let other = CodeFlow(
                client: "test-app",
                redirect: "https://app.example.com/back?from=purser"
            )
            let foreign = try await other.code(server)
            #expect(await refusal { try await exchange(other, foreign) }?.status == 401)
            #expect(try await server.token(other.form(foreign)).status == 200)
        }
    }
}
