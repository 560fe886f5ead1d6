import Foundation
import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("Tokens of other issuers")
struct ExternalTokenTests {
    private static let now = TestClock.noon
    private let issuer: TestIssuer

    init() throws {
        issuer = try TestIssuer()
    }

    /// What a verifier with these issuers says to a token; `nil` when it is good.
    private func refusal(
        _ token: String,
        _ issuers: ExternalIssuer...
    ) async -> ExternalTokenError? {
        await Self.refusal(token, ExternalTokenVerifier(issuers))
    }

    private static func refusal(
        _ token: String,
        _ verifier: ExternalTokenVerifier
    ) async -> ExternalTokenError? {
        do {
            _ = try await verifier.verify(token, now: now)
            return nil
        } catch {
            return error
        }
    }

    private func claims(_ changes: [String: String?] = [:]) -> String {
        TestIssuer.claims(at: Self.now, changes)
    }

    @Test("with each algorithm are good with the pinned one alone")
    func algorithms() async throws {
        try await IssuerWire.with(.answer(issuer.keySet)) { _, url in
            let pinned: [ExternalIssuer] = [
                .test(.supabaseSecret, .hs256), .test(.openID, .rs256, at: url),
                .test(.supabaseJWKS, .es256, at: url),
            ]
            let tokens = [
                try issuer.token(claims(), .bytes(TestIssuer.secret)),
                try issuer.token(claims(), .modulus), try issuer.token(claims(), .point),
            ]
            for (row, known) in pinned.enumerated() {
                for (column, token) in tokens.enumerated() {
                    let expected = row == column ? nil : ExternalTokenError.algorithm
                    #expect(await refusal(token, known) == expected, "\(row) and \(column)")
                }
            }
        }
    }

    @Test("that are not signed, or with something public, are refused")
    func forged() async throws {
        try await IssuerWire.with(.answer(issuer.keySet)) { wire, url in
            for known: ExternalIssuer in [
                .test(.openID, .rs256, at: url), .test(.openID, .es256, at: url),
                .test(.supabaseSecret, .hs256),
            ] {
                let pinned = known.algorithm.rawValue
                for name in ["none", "None", "NONE", "", "HS512", "ES384", pinned.lowercased()] {
                    let header = ["alg": "\"\(name)\""]
                    for signing: TestIssuer.Signing in [.nothing, .bytes([]), .point] {
                        let token = try issuer.token(claims(), signing, header: header)
                        #expect(await refusal(token, known) == .algorithm)
                    }
                }
                for id in [TestIssuer.pointID, TestIssuer.modulusID] {
                    for bytes in issuer.publicKeys + [[], Array(id.utf8)] {
                        for name in ["HS256", pinned] {
                            let header = ["alg": "\"\(name)\"", "kid": "\"\(id)\""]
                            let token = try issuer.token(claims(), .bytes(bytes), header: header)
                            #expect(await refusal(token, known) != nil)
                        }
                    }
                }
            }
            #expect(wire.requests.count > 0)
        }
    }

    @Test("that name a key of another issuer, or try something with its name, are refused")
    func keyNames() async throws {
        let other = try TestIssuer()
        try await IssuerWire.with(.answer(issuer.keySet)) { _, url in
            let theirs = "{\"keys\":[\(other.pointKey(["kid": "\"theirs\""]))]}"
            try await IssuerWire.with(.answer(theirs)) { wire, theirURL in
                let issuers: [ExternalIssuer] = [
                    .test(.openID, .es256, at: url),
                    .test(.openID, .es256, at: theirURL, issuer: "https://other.example"),
                ]
                let verifier = ExternalTokenVerifier(issuers)
                let theirClaims = claims(["iss": "\"https://other.example\""])
                let good = try other.token(theirClaims, header: ["kid": "\"theirs\""])
                #expect(await Self.refusal(good, verifier) == nil)
                let names: [String?] = [
                    "\"theirs\"", nil, "null", "\"\"", "\"../../etc/passwd\"", "\"/dev/null\"",
                    "\"' OR '1'='1\"", "\"'; DROP TABLE members;--\"", "\"\\u0000\"",
                    "\"\(theirURL)\"", "\"point-1 \"", "\"POINT-1\"",
                ]
                for name in names {
                    for signer in [other, issuer] {
                        let token = try signer.token(claims(), header: ["kid": name])
                        #expect(await Self.refusal(token, verifier) == .unknownKey)
                    }
                }
                let under = try other.token(claims())
                #expect(await Self.refusal(under, verifier) == .signature)
                #expect(wire.requests.count == 1)
            }
        }
    }

    @Test(
        "are held against their times, with half a minute of leeway",
        arguments: [
            (["exp": -29], nil), (["exp": -30], .expired), (["exp": -31], .expired),
            (["nbf": 30], nil), (["nbf": 31], .notYetValid), (["nbf": -1], nil),
            (["iat": 3_600], nil), (["exp": 1, "nbf": 0], nil),
        ] as [([String: Int64], ExternalTokenError?)]
    )
    func times(offsets: [String: Int64], expected: ExternalTokenError?) async throws {
        let changes = offsets.mapValues { String?("\(Self.now.seconds + $0)") }
        let token = try issuer.token(claims(changes), .bytes(TestIssuer.secret))
        #expect(await refusal(token, .test(.supabaseSecret, .hs256)) == expected)
    }

    @Test(
        "with claims that are missing, or of another type, or somebody else's, are refused",
        arguments: [
            (["iss": nil], .malformed), (["iss": "7"], .malformed),
            (["iss": "\"\(TestIssuer.url)/\""], .issuer),
            (["iss": "\"https://purser.example\""], .issuer), (["aud": nil], .audience),
            (["aud": "\"anon\""], .audience), (["aud": "[]"], .audience),
            (["aud": "[\"x\",\"authenticated\"]"], nil), (["aud": "7"], .malformed),
            (["aud": "\"AUTHENTICATED\""], .audience), (["exp": nil], .malformed),
            (["exp": "\"soon\""], .malformed), (["exp": "1e300"], .malformed),
            (["exp": "-1"], .malformed), (["exp": "1736946000.5"], nil), (["sub": nil], .malformed),
            (["sub": "\"\""], .malformed), (["sub": "\"a\\u0000b\""], .malformed),
            (["sub": "7"], .malformed), (["nbf": "\"x\""], .malformed), (["email": "7"], nil),
            (["given_name": "[]"], nil), (["user_metadata": "\"x\""], nil),
        ] as [([String: String?], ExternalTokenError?)]
    )
    func fields(changes: [String: String?], expected: ExternalTokenError?) async throws {
        let token = try issuer.token(claims(changes), .bytes(TestIssuer.secret))
        #expect(await refusal(token, .test(.supabaseSecret, .hs256)) == expected)
    }

    @Test("of Cognito without an audience are good when a client's and for access")
    func cognito() async throws {
        try await IssuerWire.with(.answer(issuer.keySet)) { _, url in
            let known = ExternalIssuer.test(
                .cognito,
                .rs256,
                at: url,
                audiences: ["app"],
                clients: ["client-1"]
            )
            let table: [([String: String?], ExternalTokenError?)] = [
                (["client_id": "\"client-1\"", "token_use": "\"access\""], nil),
                (["client_id": "\"client-1\"", "token_use": "\"id\""], .audience),
                (["client_id": "\"client-1\""], .audience),
                (["client_id": "\"client-2\"", "token_use": "\"access\""], .audience),
                (["token_use": "\"access\""], .audience),
                (["aud": "\"app\"", "token_use": "\"id\""], nil),
                (["aud": "\"client-1\"", "token_use": "\"id\""], .audience),
            ]
            for (changes, expected) in table {
                let token = try issuer.token(
                    claims(["aud": nil].merging(changes) { $1 }),
                    .modulus
                )
                #expect(await refusal(token, known) == expected, "\(changes)")
                let generic = ExternalIssuer.test(.openID, .rs256, at: url, audiences: ["app"])
                let hasAudience = changes["aud"] == "\"app\""
                #expect(await refusal(token, generic) == (hasAudience ? nil : .audience))
            }
        }
    }

    @Test("tell who their bearer is")
    func bearer() async throws {
        let verifier = ExternalTokenVerifier([.test(.supabaseSecret, .hs256)])
        let metadata = #"{"first_name":"Ann","family_name":"Lee","email":"other@example.com"}"#
        let seen = Self.now.adding(seconds: -60)
        let token = try issuer.token(
            claims([
                "email": "\"ann@example.com\"", "email_verified": "true",
                "auth_time": "\(seen.seconds)", "user_metadata": metadata,
            ]),
            .bytes(TestIssuer.secret)
        )
        let told = try await verifier.verify(token, now: Self.now)
        #expect(told.subject == "subject-1")
        #expect(told.issuer == TestIssuer.url)
        #expect(told.email == "ann@example.com")
        #expect(told.givenName == "Ann")
        #expect(told.familyName == "Lee")
        #expect(told.issuedAt == Self.now)
        #expect(told.expiresAt == Self.now.adding(seconds: 3_600))
        #expect(told.authenticatedAt == seen)
        let silent = try issuer.token(claims(), .bytes(TestIssuer.secret))
        #expect(try await verifier.verify(silent, now: Self.now).authenticatedAt == nil)
    }

    @Test(
        "tell an e-mail address only where the issuer says that it checked whose it is",
        arguments: [
            ([:], false, false), (["email_verified": "true"], true, true),
            (["email_verified": "false"], false, false),
            (["email_verified": "\"true\""], false, false),
            (["email_verified": "1"], false, false), (["email_verified": "null"], false, false),
            (["user_metadata": #"{"email_verified":true}"#], true, false),
            (["user_metadata": #"{"email_verified":false}"#], false, false),
            (["user_metadata": #"{"email_verified":"true"}"#], false, false),
            (["email_confirmed_at": "\"2025-01-01T00:00:00Z\""], true, false),
            (["email_confirmed_at": "\"\""], false, false),
            (["email_confirmed_at": "null"], false, false),
            (["user_metadata": #"{"email_confirmed_at":"2025-01-01"}"#], false, false),
            (
                ["email_verified": "false", "user_metadata": #"{"email_verified":true}"#], true,
                false
            ),
        ] as [([String: String?], Bool, Bool)]
    )
    func verifiedAddress(
        changes: [String: String?],
        atSupabase: Bool,
        elsewhere: Bool
    ) async throws {
        let claims = claims(changes.merging(["email": "\"ann@example.com\""]) { $1 })
        let supabase = ExternalTokenVerifier([.test(.supabaseSecret, .hs256)])
        let token = try issuer.token(claims, .bytes(TestIssuer.secret))
        let told = try await supabase.verify(token, now: Self.now).email
        #expect(told == (atSupabase ? "ann@example.com" : nil))
        try await IssuerWire.with(.answer(issuer.keySet)) { _, url in
            let audiences: Set = [TestIssuer.audience]
            for kind in [ExternalIssuer.Kind.openID, .cognito] {
                let known = ExternalIssuer.test(kind, .rs256, at: url, audiences: audiences)
                let token = try issuer.token(claims, .modulus)
                let told = try await ExternalTokenVerifier([known])
                    .verify(token, now: Self.now).email
                #expect(told == (elsewhere ? "ann@example.com" : nil), "\(kind)")
            }
        }
    }

    @Test("of the wrong shape or of a megabyte are refused")
    func shapes() async throws {
        let verifier = ExternalTokenVerifier([.test(.supabaseSecret, .hs256)])
        let good = try issuer.token(claims(), .bytes(TestIssuer.secret))
        let megabyte = String(repeating: "A", count: 1_048_576)
        for text in ["", ".", "..", "a.b.c", "\(good).", good + megabyte, megabyte] {
            #expect(await Self.refusal(text, verifier) == .malformed, "\(text.prefix(20))")
        }
        #expect(await Self.refusal("\(good) ", verifier) == .signature)
        for type in ["\"at+jwt\"", "\"jwt\"", "null"] {
            let token = try issuer.token(
                claims(),
                .bytes(TestIssuer.secret),
                header: ["typ": type]
            )
            #expect(await Self.refusal(token, verifier) == nil)
        }
        for header in [["typ": "\"logout+jwt\""], ["crit": "[\"exp\"]"]] {
            let token = try issuer.token(claims(), .bytes(TestIssuer.secret), header: header)
            #expect(await Self.refusal(token, verifier) == .malformed)
        }
    }
}
