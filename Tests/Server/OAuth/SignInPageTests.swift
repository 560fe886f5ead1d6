import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page to sign in on")
struct SignInPageTests {
    @Test("asks for e-mail and password, with labels and what a browser fills in")
    func asking() async throws {
        try await withServer(.sqlite) { server in
            let visit = try await SignInVisit.begin(server, ["login_hint": "ann@example.com"])
            let page = visit.page
            #expect(page.status == 200)
            #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
            for part in [
                "<!doctype html>", "<html lang=\"en\">", "<label for=\"email\">",
                "<label for=\"password\">", "autocomplete=\"username\"",
                "autocomplete=\"current-password\"", "value=\"ann@example.com\"",
                "<strong>purser-native</strong>", "name=\"viewport\"", "<title>Sign in to Purser<",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
            #expect(page.alert == nil)
            #expect(!page.text.contains("style="))
            #expect(!page.text.contains("onclick"))
            for (name, value) in SignInVisit.usual { #expect(visit.hidden[name] == value) }
            #expect(visit.hidden["csrf"]?.count == 43)
        }
    }

    @Test("may load its own style and script, be in no frame, and send its form here and there")
    func policy() async throws {
        try await withServer(.sqlite) { server in
            let policy = { (redirect: String) in
                let visit = try await SignInVisit.begin(server, ["redirect_uri": redirect])
                return visit.page.headers["Content-Security-Policy"]
            }
            let rest = "frame-ancestors 'none'; base-uri 'none'"
            let own = "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'"
            #expect(try await policy("safepocket://auth/callback") == "\(own) safepocket:; \(rest)")
            #expect(
                try await policy("http://127.0.0.1:51234/callback")
                    == "\(own) http://127.0.0.1:51234; \(rest)"
            )
            let style = try await server.get("/oauth2/sign-in.css")
            #expect(style.status == 200)
        }
    }

    @Test("has a script where browsers keep passkeys for the server, and none elsewhere")
    func script() async throws {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        try await withServer(.sqlite, settings: settings) { server in
            let page = try await SignInVisit.begin(server).page.text
            let source = /<script type="module" src="([^"]*)"><\/script>/
            let script = try await server.get(String(try #require(page.firstMatch(of: source)).1))
            #expect(script.status == 200)
            #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
        }
        try await withServer(.sqlite) { server in
            let page = try await SignInVisit.begin(server).page.text
            #expect(!page.contains("<script"))
        }
    }

    @Test(
        "a redirect URI becomes a source of the policy that says no more than it",
        arguments: [
            ("safepocket://auth/callback", " safepocket:"),
            ("com.example.app:/back", " com.example.app:"),
            ("https://App.example.com/cb?x=1", " https://app.example.com"),
            ("https://app.example.com:8443", " https://app.example.com:8443"),
            ("http://[::1]:80/cb", " http:"), ("https://a;script-src *@b.example/", " https:"),
            ("https://user@app.example.com/", " https:"), ("a b://x", ""), ("'unsafe-inline':", ""),
            ("1a://x", ""), ("", ""), (":", ""),
        ]
    )
    func source(redirect: String, source: String) {
        #expect(SignInPolicy.text(redirect: redirect).contains("form-action 'self'\(source);"))
        #expect(SignInPolicy.text(redirect: redirect).split(separator: ";").count == 6)
    }

    @Test("sends the browser back with a code that is good for tokens", arguments: Engine.embedded)
    func success(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            let answer = try await visit.signIn(" Parent@Example.com ")
            #expect(answer.status == 302)
            #expect(answer.body.isEmpty)
            #expect(answer.headers["Cache-Control"] == "no-store")
            let location = try #require(answer.headers["Location"])
            #expect(location.hasPrefix("safepocket://auth/callback?"))
            #expect(answer.sent("state") == "af0ifjsldkj")
            #expect(answer.sent("iss") == server.issuer)
            let code = try #require(answer.sent("code"))
            #expect(code.utf8.count == 43)
            let body = JSON.object([
                .init("grantType", .string("authorization_code")), .init("code", .string(code)),
                .init("redirectUri", .string("safepocket://auth/callback")),
                .init("codeVerifier", .string(SignInVisit.verifier)),
            ]).text
            let tokens = try await server.post("/auth/token", body)
            #expect(tokens.status == 200)
            #expect(try tokens.string("userId") == parent.id.text)
        }
    }

    @Test(
        "says the same of a wrong password and of an address nobody has",
        arguments: Engine.embedded
    )
    func failure(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            for email in ["parent@example.com", "nobody@example.com"] {
                let answer = try await visit.signIn(email, "wrong1234")
                #expect(answer.status == 200)
                #expect(answer.headers["Location"] == nil)
                #expect(answer.alert == "E-mail or password is wrong")
                #expect(answer.text.contains("<title>E-mail or password is wrong"))
                #expect(answer.text.contains("value=\"\(email)\""))
                #expect(!answer.text.contains("wrong1234"))
                let again = try await SignInVisit(server, answer).signIn()
                #expect(again.status == 302)
            }
        }
    }

    @Test("checks nothing where something is missing", arguments: Engine.embedded)
    func missing(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            let before = try await server.contents()
            let rows: [[String: String?]] = [
                ["email": "", "password": "password123"], ["password": "password123"],
                ["email": "parent@example.com"], ["email": "parent@example.com", "password": ""],
                ["email": "parent@example.com\u{0}", "password": "password123"],
                ["email": String(repeating: "a", count: 255), "password": "password123"],
            ]
            for row in rows {
                let answer = try await visit.send(row)
                #expect(answer.status == 200)
                #expect(answer.alert == "Enter your e-mail address and your password")
            }
            #expect(server.operations.identity.passwords.verifications == 0)
            #expect(try await server.contents() == before)
        }
    }

    @Test("asks for a code where there is a second factor", arguments: Engine.embedded)
    func secondFactor(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let begun = try await server.post(
                "/api/v1/auth/second-factor",
                #"{"password": "password123"}"#,
                token: parent.token
            )
            let secret = Self.bytes(base32: try #require(try begun.string("secret")))
            let code = { TOTP(secret: secret).code(at: TOTP.step(at: server.clock.now)) }
            let confirmed = try await server.post(
                "/api/v1/auth/second-factor/confirm",
                #"{"code": "\#(code())"}"#,
                token: parent.token
            )
            try #require(confirmed.status == 200)
            server.clock.advance(seconds: 60)

            let asked = try await SignInVisit.begin(server).signIn()
            #expect(asked.status == 200)
            #expect(asked.alert == nil)
            #expect(asked.text.contains("autocomplete=\"one-time-code\""))
            #expect(!asked.text.contains("name=\"password\""))
            let step = SignInVisit(server, asked)
            #expect(step.hidden["ticket"]?.isEmpty == false)
            #expect(step.hidden["state"] == "af0ifjsldkj")

            let wrong = try await step.send(["code": code() == "000000" ? "000001" : "000000"])
            #expect(wrong.status == 200)
            #expect(wrong.headers["Location"] == nil)
            #expect(wrong.alert != nil)
            #expect(wrong.text.contains("name=\"code\""))

            let right = try await SignInVisit(server, wrong).send(["code": code()])
            #expect(right.status == 302)
            #expect(right.sent("code")?.utf8.count == 43)
            #expect(right.sent("state") == "af0ifjsldkj")
        }
    }

    /// The bytes of a text in base32 without padding (RFC 4648, section 6).
    private static func bytes(base32 text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, bits, count): ([UInt8], UInt64, Int) = ([], 0, 0)
        for character in text {
            bits = bits << 5 | UInt64(alphabet.firstIndex(of: character) ?? 0)
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
        }
        return bytes
    }

    @Test(
        "refuses on a page, and sends nobody anywhere, where the app is not known",
        arguments: Engine.embedded
    )
    func unknown(engine: Engine) async throws {
        try await withServer(engine) { server in
            let rows: [[String: String?]] = [
                ["client_id": nil], ["client_id": "other"], ["redirect_uri": nil],
                ["redirect_uri": "https://evil.example/"],
                ["redirect_uri": "safepocket://auth/callback/"],
                ["redirect_uri": "http://localhost:51234/callback"],
                ["redirect_uri": "http://127.0.0.1:51234/callback/"],
                ["redirect_uri": "https://127.0.0.1:51234/callback"],
            ]
            for row in rows {
                let page = try await SignInVisit.begin(server, row).page
                #expect(page.status == 400, "\(row)")
                #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
                #expect(page.headers["Location"] == nil)
                #expect(page.headers["Set-Cookie"] == nil)
                #expect(page.alert != nil)
                #expect(!page.text.contains("<form"))
            }
            for query in ["?client_id=%ff", "?client_id=%0", "", "?", "?&&="] {
                #expect(try await server.get("/oauth2/authorize\(query)").status == 400)
            }
        }
    }

    @Test("asks where the app goes on at a registered address", arguments: Engine.embedded)
    func registered(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            for redirect in ["safepocket://auth/callback", "http://127.0.0.1:51234/callback"] {
                let visit = try await SignInVisit.begin(server, ["redirect_uri": redirect])
                #expect(visit.page.status == 200)
                #expect(visit.hidden["redirect_uri"] == redirect)
                let location = try await visit.signIn().headers["Location"]
                #expect(location?.hasPrefix("\(redirect)?code=") == true)
            }
        }
    }

    @Test(
        "tells the app what else is wrong, with its state and our name",
        arguments: Engine.embedded
    )
    func redirected(engine: Engine) async throws {
        let rows: [(String, String?, String)] = [
            ("response_type", "token", "unsupported_response_type"),
            ("code_challenge", nil, "invalid_request"),
            ("code_challenge_method", "plain", "invalid_request"),
            ("code_challenge_method", nil, "invalid_request"),
            ("scope", "openid admin", "invalid_scope"),
        ]
        try await withServer(engine) { server in
            let visit = try await SignInVisit.begin(server)
            for (name, value, error) in rows {
                let shown = try await SignInVisit.begin(server, [name: value]).page
                let sent = try await visit.send(
                    [name: value, "email": "parent@example.com", "password": "password123"]
                )
                for answer in [shown, sent] {
                    #expect(answer.status == 302)
                    #expect(answer.sent("error") == error)
                    #expect(answer.sent("state") == "af0ifjsldkj")
                    #expect(answer.sent("iss") == server.issuer)
                    #expect(answer.sent("code") == nil)
                }
            }
        }
    }

    @Test("is there with and without a slash, by HEAD too, and by no other method")
    func methods() async throws {
        try await withServer(.sqlite) { server in
            let query = SignInVisit.encoded(SignInVisit.usual)
            #expect(try await server.get("/oauth2/authorize/?\(query)").status == 200)
            let head = try await server.raw("HEAD", "/oauth2/authorize?\(query)", nil)
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            for method in ["PUT", "PATCH", "DELETE", "OPTIONS"] {
                let answer = try await server.raw(method, "/oauth2/authorize", nil)
                #expect(answer.status == 405)
                #expect(answer.headers["Allow"] == "GET, POST")
            }
        }
    }
}
