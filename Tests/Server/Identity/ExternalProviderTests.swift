import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Grants for an external provider")
struct ExternalProviderTests {
    private static let code = #"""
        {"grantType":"authorization_code","code":"c","redirectUri":"safepocket://auth/callback",
        "codeVerifier":"v"}
        """#
    private static let refresh = #"{"grantType":"refresh_token","refreshToken":"r"}"#

    private func withProvider(
        _ engine: Engine,
        _ reply: IssuerWire.Reply,
        _ work: (InProcessServer, IssuerWire) async throws -> Void
    ) async throws {
        try await IssuerWire.with(reply) { wire, url in
            let issuers = ExternalIssuers(
                verifier: ExternalTokenVerifier([.test(.supabaseSecret, .hs256)]),
                provider: ProviderClient(url: url, web: nil, nativeID: "app")
            )
            try await withServer(engine, issuers: issuers) { try await work($0, wire) }
        }
    }

    @Test("bring its tokens as they are, and whose they are", arguments: Engine.all)
    func tokens(engine: Engine) async throws {
        let issuer = try TestIssuer()
        let access = try issuer.token(
            TestIssuer.claims(at: TestClock.noon),
            .bytes(TestIssuer.secret)
        )
        let reply = """
            {"access_token":"\(access)","id_token":"i","refresh_token":"next","expires_in":60,
            "scope":"openid"}
            """
        try await withProvider(engine, .answer(reply)) { server, wire in
            let answer = try await server.post("/auth/token", Self.code)
            #expect(answer.status == 200)
            #expect(try answer.string("accessToken") == access)
            #expect(try answer.string("idToken") == "i")
            #expect(try answer.string("refreshToken") == "next")
            #expect(try answer.string("scope") == "openid")
            #expect(try answer.json()["expiresIn"] == .number("60"))
            let member = try await server.purser(token: access).call(API.Allowance.currentMember)
            #expect(try answer.string("userId") == member.userID.text)
            #expect(wire.requests.map(\.line) == ["POST /keys"])
        }
    }

    @Test("that are codes need a verifier, whoever redeems them", arguments: Engine.all)
    func verifiers(engine: Engine) async throws {
        let code = #"""
            {"grantType":"authorization_code","code":"c","redirectUri":"safepocket://auth/callback"}
            """#
        try await withProvider(engine, .answer(#"{"access_token":"opaque"}"#)) { server, wire in
            let unproven = try await server.post("/auth/token", code)
            #expect(unproven.status == 400)
            #expect(try unproven.faults() == ["codeVerifier is required"])
            let bare = #"{"grantType":"authorization_code","code":" "}"#
            let refused = try await server.post("/auth/token", bare)
            #expect(refused.status == 400)
            let missing = ["code", "redirectUri", "codeVerifier"].map { "\($0) is required" }
            #expect(try refused.faults() == missing)
            #expect(wire.requests.isEmpty)
            #expect(try await server.post("/auth/token", Self.code).status == 200)
            #expect(wire.requests.map { $0.body.contains("code_verifier=v") } == [true])
        }
        try await withServer(engine) { server in
            let before = try await server.contents()
            let refused = try await server.post("/auth/token", code)
            #expect(refused.status == 400)
            #expect(try refused.string("error.code") == "INVALID_REQUEST")
            #expect(try refused.faults() == ["codeVerifier is required"])
            #expect(try await server.contents() == before)
        }
    }

    @Test("of which no token names anybody tell nobody", arguments: Engine.all)
    func opaque(engine: Engine) async throws {
        try await withProvider(engine, .answer(#"{"access_token":"opaque"}"#)) { server, _ in
            let before = try await server.contents()
            let answer = try await server.post("/auth/token", Self.refresh)
            #expect(answer.status == 200)
            #expect(try answer.string("accessToken") == "opaque")
            #expect(try answer.string("refreshToken") == nil)
            #expect(try answer.string("userId") == nil)
            #expect(try answer.json()["expiresIn"] == .number("3600"))
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "that it refuses are refused, and that it does not answer are told as such",
        arguments: [
            (.answer(status: 400, #"{"error":"invalid_grant"}"#), 401, "UNAUTHENTICATED"),
            (.answer(status: 401, "{}"), 401, "UNAUTHENTICATED"),
            (.answer(status: 500, "secret"), 502, "INTERNAL"),
            (.redirect(#"{"access_token":"a"}"#), 502, "INTERNAL"),
            (.answer("<html>"), 502, "INTERNAL"),
        ] as [(IssuerWire.Reply, Int, String)]
    )
    func refusals(reply: IssuerWire.Reply, status: Int, code: String) async throws {
        try await withProvider(.sqlite, reply) { server, _ in
            let before = try await server.contents()
            for body in [Self.code, Self.refresh] {
                let answer = try await server.post("/auth/token", body)
                #expect(answer.status == status)
                #expect(try answer.string("error.code") == code)
                #expect(!answer.text.contains("secret"))
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("that are refresh tokens of ours stay here", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await withProvider(engine, .answer(status: 400, "{}")) { server, wire in
            try await server.registerParent()
            let session = try await server.purser().call(
                API.Banking.loginUser,
                API.Banking.LoginRequest(
                    email: "parent@example.com",
                    password: InProcessServer.password
                )
            )
            let answer = try await server.purser().call(
                API.Identity.exchangeToken,
                .init(grantType: .refreshToken, refreshToken: session.refreshToken)
            )
            #expect(answer.refreshToken != nil)
            #expect(wire.requests.isEmpty)
            let unknown = String(repeating: "A", count: 43)
            let error = await refusal {
                try await server.purser().call(
                    API.Identity.exchangeToken,
                    .init(grantType: .refreshToken, refreshToken: unknown)
                )
            }
            #expect(error?.status == 401)
            #expect(wire.requests.count == 1)
        }
    }
}
