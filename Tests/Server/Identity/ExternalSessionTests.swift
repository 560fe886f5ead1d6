import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

/// What a token of another issuer may begin here, and for how long.
@Suite("Sessions that another issuer's token began")
struct ExternalSessionTests {
    private let issuer: TestIssuer

    init() throws {
        issuer = try TestIssuer()
    }

    private func withIssuer(
        _ engine: Engine,
        _ work: (InProcessServer) async throws -> Void
    ) async throws {
        let verifier = ExternalTokenVerifier([.test(.supabaseSecret, .hs256)])
        var settings = ServerSettings.unlimited
        // A host that browsers keep passkeys for.
        settings.publicURL = "https://purser.example"
        let issuers = ExternalIssuers(verifier: verifier)
        try await withServer(engine, settings: settings, issuers: issuers, work)
    }

    /// A token with instants so many seconds from now; `nil` leaves a claim out.
    private func token(
        _ server: InProcessServer,
        _ offsets: [String: Int64?] = [:]
    ) throws -> String {
        let now = server.clock.now
        let changes = offsets.mapValues { $0.map { "\(now.seconds + $0)" } }
        return try issuer.token(TestIssuer.claims(at: now, changes), .bytes(TestIssuer.secret))
    }

    private func renew(_ token: String, _ server: InProcessServer) async throws -> String {
        try await server.purser(token: token).call(API.Allowance.refreshMember).token
    }

    private func addPasskey(
        _ token: String,
        _ authenticator: TestAuthenticator? = nil,
        on server: InProcessServer
    ) async throws {
        let purser = server.purser(token: token)
        let options = try await purser.call(API.Identity.passkeyOptions)
        let challenge = try #require(Base64URL.bytes(options.challenge))
        let device = try authenticator ?? TestAuthenticator()
        let made = device.make(answering: challenge, server.site)
        _ = try await purser.call(API.Identity.addPasskey, .init(made, password: nil))
    }

    @Test(
        "end 24 hours after the token, and are renewed by a fresh one alone",
        arguments: Engine.all
    )
    func end(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            // As late as leeway allows: the session does not gain what the token lacks.
            let late = try token(server, ["exp": -20])
            let answer = try await server.purser(token: late).call(API.Allowance.refreshMember)
            let end = server.clock.now.adding(seconds: -20 + 86_400)
            #expect(answer.expiresAt.instant == end)
            let own = server.purser(token: answer.token)
            let before = try await server.contents()
            let renewal = await refusal { try await own.call(API.Allowance.refreshMember) }
            #expect(renewal?.status == 403 && renewal?.code == "FORBIDDEN")
            #expect(try await server.contents() == before)
            server.clock.advance(seconds: end.seconds - server.clock.now.seconds - 1)
            let listed = try await own.call(API.Identity.listSessions).sessions
            #expect(listed.map(\.origin) == [.renewal])
            let fresh = try await renew(try token(server), server)
            server.clock.advance(seconds: 1)
            let over = await refusal { try await own.call(API.Banking.currentUser) }
            #expect(over?.status == 401)
            let sessions = try await server.purser(token: fresh)
                .call(API.Identity.listSessions).sessions
            #expect(sessions.count == 1)
        }
    }

    @Test(
        "add a passkey only within five minutes of what the issuer says of the sign-in",
        arguments: Engine.all,
        [
            ([:], 0, true), (["iat": -299], 0, true), (["iat": -300], 0, false),
            (["iat": 0, "auth_time": -299], 0, true), (["iat": 0, "auth_time": -300], 0, false),
            (["iat": -3_000, "auth_time": -10], 0, true), (["iat": nil], 0, false),
            (["iat": 30], 0, true), (["iat": 31], 0, false), (["iat": 0], 299, true),
            (["iat": 0], 300, false),
        ] as [([String: Int64?], Int64, Bool)]
    )
    func passkeys(
        engine: Engine,
        row: (offsets: [String: Int64?], later: Int64, isRecent: Bool)
    ) async throws {
        try await withIssuer(engine) { server in
            let external = try token(server, row.offsets)
            let own = try await renew(external, server)
            server.clock.advance(seconds: row.later)
            for (number, token) in [external, own].enumerated() {
                let before = try await server.contents()
                guard !row.isRecent else {
                    let device = try TestAuthenticator(number: UInt8(number + 1))
                    try await addPasskey(token, device, on: server)
                    continue
                }
                let refused = await refusal { try await addPasskey(token, on: server) }
                #expect(refused?.status == 401)
                #expect(refused?.details == ["auth_time": "must be of the last five minutes"])
                let factor = await refusal {
                    try await server.purser(token: token)
                        .call(API.Identity.beginSecondFactor, .init())
                }
                #expect(factor?.status == 401)
                let invited = await refusal {
                    try await server.purser(token: token)
                        .call(API.Identity.createInvitation, .init(email: "x@example.com"))
                }
                #expect(invited?.status == 401)
                #expect(try await server.contents() == before)
            }
        }
    }

    @Test("turn a second factor on and off without a password", arguments: Engine.all)
    func secondFactor(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let purser = server.purser(token: try token(server))
            let begun = try await purser.call(API.Identity.beginSecondFactor, .init())
            let app = try Authenticator(begun.secret)
            _ = try await purser.call(
                API.Identity.confirmSecondFactor,
                .init(code: app.code(server.clock))
            )
            server.clock.advance(seconds: 600)
            let bare = await refusal { try await addPasskey(try token(server), on: server) }
            #expect(bare?.status == 400 && bare?.details == ["code": "is required"])
            // The code alone is enough for no session that another issuer's token began.
            let made = try TestAuthenticator().make(answering: [], server.site)
            let code = app.code(server.clock)
            let old = await refusal {
                try await purser.call(
                    API.Identity.addPasskey,
                    .init(
                        name: "Phone",
                        credential: API.Identity.PasskeyRequest(made).credential,
                        code: code
                    )
                )
            }
            #expect(old?.status == 401 && old?.details.keys.sorted() == ["auth_time"])
            _ = try await purser.call(
                API.Identity.disableSecondFactor,
                .init(code: app.code(server.clock))
            )
            #expect(try await !purser.call(API.Identity.getSecondFactor).isOn)
        }
    }

    @Test("are ended by the operator's reset, with the link itself", arguments: Engine.all)
    func reset(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let external = try token(server)
            let own = try await renew(external, server)
            let me = try await server.purser(token: own).call(API.Allowance.currentMember)
            try await server.operations.identity.resetPassword(
                email: me.email,
                to: InProcessServer.password,
                server.call()
            )
            for token in [external, own] {
                #expect(try await server.get("/api/auth/me", token: token).status == 401)
            }
            #expect(try await server.contents().count("external_identities") == 0)
            let signedIn = try await server.login(me.email)
            #expect(signedIn.id == me.userID)
            // Another process has not seen the token, and neither knows whose it was.
            let later = try await server.another().purser(token: external)
                .call(API.Allowance.currentMember)
            #expect(later.userID != me.userID && later.familyID != me.familyID)
            #expect(later.email != me.email)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("of a passkey need a sign-in just now for another one", arguments: Engine.all)
    func passkeySession(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let external = try token(server)
            let me = try await server.purser(token: external).call(API.Allowance.currentMember)
            let authenticator = try TestAuthenticator(number: 1)
            try await addPasskey(external, authenticator, on: server)
            let asked = try #require(
                server.operations.identity.passkeyRequest(now: server.clock.now)
            )
            let challenge = try #require(Base64URL.bytes(asked.challenge))
            let flow = CodeFlow()
            let code = try await server.operations.identity.signInForCode(
                try flow.request(server),
                passkey: try authenticator.sign(challenge, for: me.userID, server.site),
                server.call()
            )
            let session = try OAuthTokens(try await server.token(flow.form(code))).access
            try await addPasskey(session, TestAuthenticator(number: 2), on: server)
            server.clock.advance(seconds: 300)
            let another = try TestAuthenticator(number: 3)
            let refused = await refusal { try await addPasskey(session, another, on: server) }
            #expect(refused?.status == 401)
            #expect(refused?.details.keys.sorted() == ["auth_time"])
        }
    }
}
