import Operations
import Testing

@Suite("A request for a code")
struct AuthorizationRequestTests {
    private static let clients = OAuthClients(
        [
            OAuthClient(
                id: "app",
                redirects: ["https://a.example/b?c=d", "https://a.example/e?", "my.app:/f?g&"]
            )
        ],
        issuer: "https://purser.example"
    )

    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let good = [
        ("response_type", "code"), ("client_id", "purser-native"),
        ("redirect_uri", "safepocket://auth/callback"), ("code_challenge", challenge),
        ("code_challenge_method", "S256"),
    ]

    /// The good request with some parameters replaced, added or, for `nil`, left out.
    private static func read(_ changes: (String, String?)...) -> AuthorizationCheck {
        let changed = Set(changes.map(\.0))
        let pairs =
            good.filter { !changed.contains($0.0) }
            + changes.compactMap { name, value in value.map { (name, $0) } }
        return AuthorizationRequest.read(pairs.map { (key: $0.0, value: $0.1) }, clients)
    }

    private static func asked(_ check: AuthorizationCheck) throws -> AuthorizationRequest {
        guard case .ask(let request) = check else {
            throw NotAsked(check: check)
        }
        return request
    }

    private struct NotAsked: Error {
        let check: AuthorizationCheck
    }

    @Test("is read with what it may have, and with no more than it needs")
    func fields() throws {
        let least = try Self.asked(Self.read())
        #expect(least.client == "purser-native")
        #expect(least.redirect == "safepocket://auth/callback")
        #expect(least.challenge == Self.challenge)
        #expect(least.scope == "offline_access")
        #expect([least.state, least.nonce, least.loginHint] == [nil, nil, nil])
        let full = try Self.asked(
            Self.read(
                ("scope", "email  openid email"),
                ("state", "s&t"),
                ("nonce", "n"),
                ("login_hint", "a@b.example"),
                ("response_mode", "query"),
                ("prompt", "login"),
                ("unknown", "x"),
                ("unknown", "y")
            )
        )
        #expect(full.scope == "email openid")
        #expect(full.state == "s&t")
        #expect(full.nonce == "n")
        #expect(full.loginHint == "a@b.example")
    }

    @Test("with an empty parameter is as one without it")
    func empty() throws {
        let request = try Self.asked(Self.read(("state", ""), ("scope", ""), ("prompt", "")))
        #expect(request.state == nil)
        #expect(request.scope == "offline_access")
    }

    @Test(
        "that is wrong is refused to the client, with its state and our name",
        arguments: [
            (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code id_token"], "unsupported_response_type"),
            (["response_type": nil], "unsupported_response_type"),
            (["response_mode": "fragment"], "invalid_request"),
            (["code_challenge": nil], "invalid_request"),
            (["code_challenge": String(repeating: "a", count: 42)], "invalid_request"),
            (["code_challenge": String(repeating: "a", count: 129)], "invalid_request"),
            (["code_challenge": "\(challenge.dropLast())="], "invalid_request"),
            (["code_challenge": "\(challenge.dropLast())\u{e9}"], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge_method": "s256"], "invalid_request"),
            (["scope": "openid admin"], "invalid_scope"), (["scope": "OPENID"], "invalid_scope"),
            (["scope": "openid\temail"], "invalid_scope"),
            (["scope": "account:read"], "invalid_scope"),
            (["scope": "guardian:"], "invalid_scope"),
            (["scope": "Guardian"], "invalid_scope"),
            (["nonce": String(repeating: "n", count: 1_025)], "invalid_request"),
            (["nonce": "a\u{0}b"], "invalid_request"), (["prompt": "none"], "login_required"),
            (["request": "e30.e30."], "request_not_supported"),
            (["request_uri": "https://evil.example"], "request_uri_not_supported"),
        ] as [([String: String?], String)]
    )
    func refused(changes: [String: String?], error: String) throws {
        for (name, value) in changes {
            let check = Self.read((name, value), ("state", "a b\r\n&é"))
            guard case .redirect(let location) = check else { throw NotAsked(check: check) }
            #expect(location.hasPrefix("safepocket://auth/callback?error=\(error)&"))
            #expect(
                location.hasSuffix("&state=a%20b%0D%0A%26%C3%A9&iss=https%3A%2F%2Fpurser.example")
            )
            #expect(!location.contains("evil"))
        }
    }

    @Test(
        "with a parameter given twice is refused",
        arguments: [
            "response_type", "code_challenge", "code_challenge_method", "scope", "state", "nonce",
            "login_hint", "prompt", "request",
        ]
    )
    func doubled(name: String) {
        let check = Self.read((name, "code"), (name, "code"))
        guard case .redirect(let location) = check else {
            Issue.record("\(check)")
            return
        }
        #expect(location.hasPrefix("safepocket://auth/callback?error=invalid_request&"))
        #expect(!location.contains("&state="))
    }

    @Test("of whom nobody knows, or who names two addresses, goes nowhere")
    func pages() {
        let checks = [
            Self.read(("client_id", nil)), Self.read(("client_id", "other")),
            Self.read(("redirect_uri", nil)), Self.read(("redirect_uri", "https://evil.example/")),
            Self.read(("client_id", "purser-native"), ("client_id", "purser-native")),
            Self.read(
                ("redirect_uri", "safepocket://auth/callback"),
                ("redirect_uri", "https://evil.example/")
            ),
            Self.read(("redirect_uri", "https://evil.example/"), ("response_type", "token")),
        ]
        for check in checks {
            guard case .page(let sentence) = check else {
                Issue.record("\(check)")
                continue
            }
            #expect(!sentence.contains("evil"))
        }
    }

    @Test(
        "is answered at its own address, whatever that has already",
        arguments: [
            ("purser-native", "safepocket://auth/callback", "safepocket://auth/callback?"),
            ("purser-native", "http://127.0.0.1:5/callback", "http://127.0.0.1:5/callback?"),
            ("app", "https://a.example/b?c=d", "https://a.example/b?c=d&"),
            ("app", "https://a.example/e?", "https://a.example/e?"),
            ("app", "my.app:/f?g&", "my.app:/f?g&"),
        ]
    )
    func answer(client: String, redirect: String, start: String) throws {
        let check = Self.read(("client_id", client), ("redirect_uri", redirect), ("state", "x&y"))
        let request = try Self.asked(check)
        #expect(
            request.answer(code: "c-1", issuer: "https://purser.example")
                == "\(start)code=c-1&state=x%26y&iss=https%3A%2F%2Fpurser.example"
        )
    }
}
