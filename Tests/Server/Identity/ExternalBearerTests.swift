import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Bearers of other issuers' tokens")
struct ExternalBearerTests {
    private let issuer: TestIssuer

    init() throws {
        issuer = try TestIssuer()
    }

    /// Runs `work` with a server that takes tokens of HS256.
    private func withIssuer(
        _ engine: Engine,
        _ work: (InProcessServer) async throws -> Void
    ) async throws {
        let verifier = ExternalTokenVerifier([.test(.supabaseSecret, .hs256)])
        try await withServer(engine, issuers: ExternalIssuers(verifier: verifier), work)
    }

    private func token(
        _ server: InProcessServer,
        _ changes: [String: String?] = [:]
    ) throws -> String {
        let claims = TestIssuer.claims(at: server.clock.now, changes)
        return try issuer.token(claims, .bytes(TestIssuer.secret))
    }

    private func me(
        _ token: String,
        _ server: InProcessServer
    ) async throws -> API.Allowance.UserResponse {
        try await server.purser(token: token).call(API.Allowance.currentMember)
    }

    @Test("become parents of new households, once for each subject", arguments: Engine.all)
    func founding(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let local = try await server.registerParent("ann@example.com")
            let taken: [String: String?] = [
                "email": "\"Ann@Example.com\"", "email_verified": "true",
                "given_name": "\"Ann\"", "family_name": "\"Lee\"",
            ]
            let first = try await me(try token(server, taken), server)
            #expect(first.userID != local.id && first.familyID != local.household)
            #expect(first.email == "subject-1@test.invalid")
            #expect(first.role == .parent)
            #expect([first.firstName, first.lastName] == ["Ann", "Lee"])
            #expect(first.familyName == "Lee Family")
            let before = try await server.contents()
            let again = try await me(try token(server, ["email": "\"new@example.com\""]), server)
            #expect(again == first)
            #expect(try await server.contents() == before)

            let checked = ["email": "\"b@example.com\"", "email_verified": "true"]
            let other = try token(
                server,
                checked.merging(["sub": "\"Subject-1\""]) { $1 }.mapValues(Optional.some)
            )
            let second = try await me(other, server)
            #expect(second.userID != first.userID)
            #expect(second.email == "b@example.com")
            #expect([second.firstName, second.lastName] == ["", ""])
            #expect(second.familyName == "My Family")
        }
    }

    @Test(
        "have an address of their own where the issuer tells none that may be had",
        arguments: [
            (["sub": "\"a b\""], false), (["sub": "\"a@b\""], false), (["sub": "\"s\""], true),
            (["sub": "\"s\"", "email": "\"no address\"", "email_verified": "true"], true),
            (
                [
                    "sub": "\"s\"", "email": "\"a\\u0000b@example.com\"",
                    "email_verified": "true",
                ], true
            ), (["sub": "\"s\"", "email": "7", "email_verified": "true"], true),
            (["sub": "\"s\"", "email": "\"a@example.com\""], true),
            (["sub": "\"s\"", "email": "\"a@example.com\"", "email_verified": "false"], true),
            (["sub": "\"\(String(repeating: "s", count: 255))\""], false),
        ] as [([String: String?], Bool)]
    )
    func addresses(changes: [String: String?], isSubject: Bool) async throws {
        for engine in Engine.all {
            try await withIssuer(engine) { server in
                let found = try await me(try token(server, changes), server)
                let name = isSubject ? "s" : found.userID.text
                #expect(found.email == "\(name)@test.invalid")
            }
        }
    }

    @Test("are not who registered with the address made for them", arguments: Engine.all)
    func squatting(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let local = try await server.registerParent("subject-1@test.invalid")
            let found = try await me(try token(server), server)
            #expect(found.userID != local.id)
            #expect(found.email == "\(found.userID.text)@test.invalid")
        }
    }

    @Test("who come from many sides at once become one member", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let members = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<8 {
                    let token = try token(server, ["jti": "\(number)"])
                    group.addTask { try await me(token, server).userID.text }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(members.count == 1)
            let contents = try await server.contents()
            #expect(contents.count("external_identities") == 1)
            #expect(contents.count("households") == 1)
        }
    }

    @Test("are let in on every surface, and nowhere once their time is over", arguments: Engine.all)
    func surfaces(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let token = try token(server)
            let paths = ["/rules", "/api/auth/me", "/api/v1/auth/me"]
            for path in paths {
                #expect(try await server.get(path, token: token).status == 200)
            }
            server.clock.advance(seconds: 3_629)
            for path in paths {
                #expect(try await server.get(path, token: token).status == 200)
            }
            server.clock.advance(seconds: 1)
            for path in paths {
                let answer = try await server.get(path, token: token)
                #expect(answer.status == 401)
                #expect(answer.headers["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
            }
        }
    }

    @Test(
        "name themselves by their issuer's subject where a member may be named, and nobody else",
        arguments: Engine.all,
        ["subject-1", "0f8fad5b-d9cb-469f-a165-70867728950e", "7"]
    )
    func subjects(engine: Engine, subject: String) async throws {
        try await withIssuer(engine) { server in
            let other = try token(server, ["sub": "\"other\""])
            _ = try await me(other, server)
            let own = try token(server, ["sub": "\"\(subject)\""])
            let limit = #"{"category":"fun","monthly_limit_cents":900,"user_id":"\#(subject)"}"#
            #expect(try await server.post("/rules", limit, token: own).status == 200)
            let path = "/rules?user_id=\(subject)"
            let rules = try await server.get(path, token: own)
            #expect(rules.status == 200)
            #expect(rules.text.contains(#""category":"fun""#))
            #expect(try await server.get(path, token: other).status == 404)
            #expect(try await server.get("/rules?user_id=nobody", token: own).status == 404)
        }
    }

    @Test(
        "have no session to sign out of, and one of their own once renewed",
        arguments: Engine.all
    )
    func sessions(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let token = try token(server)
            let purser = server.purser(token: token)
            let first = try await purser.call(API.Allowance.refreshMember)
            let second = try await purser.call(API.Allowance.refreshMember)
            let ids = try [first, second].map { try Claims($0.token).string("sid") }
            #expect(Set(ids).count == 2)
            _ = try await server.purser(token: first.token).call(API.Banking.logoutUser)
            let ended = await refusal { try await me(first.token, server) }
            #expect(ended?.status == 401)
            #expect(try await me(second.token, server).userID == first.userID)
            let before = try await server.contents()
            _ = try await purser.call(API.Banking.logoutUser)
            #expect(try await server.contents() == before)
            #expect(try await me(token, server).userID == first.userID)
            #expect(try await me(second.token, server).userID == first.userID)
        }
    }

    @Test(
        "are known again after any time, though the sessions they renewed are forgotten",
        arguments: Engine.all
    )
    func lapsed(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let first = try token(server)
            let member = try await me(first, server)
            for _ in 0..<3 {
                _ = try await server.purser(token: first).call(API.Allowance.refreshMember)
            }
            #expect(try await server.contents().count("sessions") == 4)
            server.clock.advance(seconds: 500 * 86_400)
            try await server.operations.forgetOldRecords(now: server.clock.now)
            let contents = try await server.contents()
            #expect(contents.count("sessions") == 1)
            #expect(contents.count("external_identities") == 1)
            let late = try token(server)
            #expect(try await me(late, server) == member)
            // The 90 days of a session are not counted against an issuer's tokens.
            let own = try await server.purser(token: late).call(API.Allowance.refreshMember)
            #expect(own.userID == member.userID)
        }
    }

    @Test("add a passkey with their token, as they have no password", arguments: Engine.all)
    func passkeys(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let purser = server.purser(token: try token(server))
            let options = try await purser.call(API.Identity.passkeyOptions)
            let challenge = try #require(Base64URL.bytes(options.challenge))
            let made = try TestAuthenticator().make(answering: challenge, server.site)
            let added = try await purser.call(
                API.Identity.addPasskey,
                .init(made, password: nil)
            )
            #expect(try await purser.call(API.Identity.listPasskeys).passkeys == [added])
        }
    }

    @Test("who are locked out stay out, whatever their token", arguments: Engine.all)
    func locked(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let member = try await me(try token(server), server)
            let email = member.email
            try await server.operations.identity.setUserActive(false, email: email, server.call())
            for jti in ["1", "2"] {
                let token = try token(server, ["jti": jti])
                let answer = try await server.get("/api/v1/auth/me", token: token)
                #expect(answer.status == 401)
            }
            try await server.operations.identity.setUserActive(true, email: email, server.call())
            #expect(try await me(try token(server), server) == member)
        }
    }

    @Test("are told of their first sight, with its trace, and of no other", arguments: Engine.all)
    func linked(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let token = try token(server)
            for trace in ["t-1", "t-2"] {
                let headers: Headers = ["X-Request-Trace": trace]
                let answer = try await server.get("/rules", token: token, headers: headers)
                #expect(answer.status == 200)
            }
            let events = try await server.purser(token: token)
                .call(API.Identity.listAccountEvents, .init()).events
            #expect(events.map(\.kind) == ["linked"])
            #expect(events.map(\.clientID) == ["test"])
            #expect(events.map(\.traceID) == ["t-1"])
            let contents = try await server.contents()
            #expect(contents.count("edits") == 1 && contents.mention("member.joined"))
        }
    }

    @Test("cannot sign in with a password", arguments: Engine.all)
    func passwords(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let member = try await me(try token(server), server)
            let error = await refusal { try await server.login(member.email) }
            #expect(error?.status == 401)
        }
    }

    @Test("with a bad token create nothing, on both engines", arguments: Engine.all)
    func bad(engine: Engine) async throws {
        try await withIssuer(engine) { server in
            let claims = TestIssuer.claims(at: server.clock.now)
            let old = TestIssuer.claims(
                at: server.clock.now,
                ["exp": "\(server.clock.now.seconds - 31)"]
            )
            let bad = [
                try issuer.token(claims, .nothing), try issuer.token(claims, .modulus),
                try issuer.token(claims, .point), try issuer.token(claims, .bytes([])),
                try issuer.token(old, .bytes(TestIssuer.secret)),
            ]
            let before = try await server.contents()
            for token in bad {
                let answer = try await server.get("/api/v1/auth/me", token: token)
                #expect(answer.status == 401)
                #expect(try answer.string("error.code") == "AUTHENTICATION_REQUIRED")
                #expect(answer.headers["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
            }
            let stranger = try token(server, ["iss": "\"https://other.example\""])
            let answer = try await server.get("/api/v1/auth/me", token: stranger)
            #expect(answer.status == 401)
            #expect(answer.headers["WWW-Authenticate"] == "Bearer")
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "wait for no keys that are known, and are told when none can be had",
        arguments: Engine.all
    )
    func keys(engine: Engine) async throws {
        try await IssuerWire.with(.answer(issuer.keySet)) { wire, url in
            let known: [ExternalIssuer] = [.test(.cognito, .rs256, at: url, clients: ["c"])]
            let issuers = ExternalIssuers(verifier: ExternalTokenVerifier(known))
            try await withServer(engine, issuers: issuers) { server in
                let use = ["access", "id"]
                let tokens = try use.map { use in
                    let changes: [String: String?] = [
                        "aud": nil, "client_id": "\"c\"", "token_use": "\"\(use)\"",
                    ]
                    let claims = TestIssuer.claims(at: server.clock.now, changes)
                    return try issuer.token(claims, .modulus)
                }
                #expect(try await server.get("/rules", token: tokens[0]).status == 200)
                #expect(try await server.get("/rules", token: tokens[1]).status == 401)
                wire.answer(.answer(status: 500, ""))
                server.clock.advance(seconds: 600)
                #expect(try await server.get("/rules", token: tokens[0]).status == 200)
                #expect(wire.requests.count == 2)
            }
            let fresh = ExternalIssuers(verifier: ExternalTokenVerifier(known))
            try await withServer(engine, issuers: fresh) { server in
                let claims = TestIssuer.claims(at: server.clock.now)
                let token = try issuer.token(claims, .modulus)
                let before = try await server.contents()
                let answer = try await server.get("/api/v1/auth/me", token: token)
                #expect(answer.status == 502)
                #expect(try answer.string("error.code") == "INTERNAL_ERROR")
                #expect(try await server.contents() == before)
            }
        }
    }
}
