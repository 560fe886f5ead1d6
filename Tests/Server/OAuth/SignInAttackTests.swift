import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Attacks on the sign-in page")
struct SignInAttackTests {
    /// Whoever sends this was not on our page.
    private func expectNothing(
        _ server: InProcessServer,
        since before: DatabaseContents,
        _ answer: TransportResponse,
        _ status: Int,
        _ name: String
    ) async throws {
        #expect(answer.status == status, "\(name)")
        #expect(answer.headers["Location"] == nil, "\(name)")
        #expect(answer.alert != nil, "\(name)")
        #expect(server.operations.identity.passwords.verifications == 0, "\(name)")
        #expect(try await server.contents() == before, "\(name)")
    }

    @Test("a form made up by another site is not taken", arguments: Engine.all)
    func forgery(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let before = try await server.contents()
            let visit = try await SignInVisit.begin(server)
            let other = try await SignInVisit.begin(server)
            let own = try #require(visit.cookie)
            let foreign = try #require(other.cookie)
            let csrf = try #require(visit.hidden["csrf"])
            let changed = csrf.hasPrefix("A") ? "B" : "A"
            let rows: [(String, [String: String?], String?)] = [
                ("no cookie", [:], nil), ("another's cookie", [:], foreign),
                ("an empty cookie", [:], "purser-sign-in="),
                ("two cookies", [:], "\(own); \(foreign)"),
                ("no value", ["csrf": nil], own), ("an empty value", ["csrf": ""], own),
                ("another's value", ["csrf": other.hidden["csrf"]], own),
                ("a changed value", ["csrf": changed + csrf.dropFirst()], own),
                ("a value with more", ["csrf": csrf + "AA"], own),
                ("another state", ["state": "evil"], own), ("no state", ["state": nil], own),
                ("another nonce", ["nonce": "evil"], own),
                ("another scope", ["scope": "openid email"], own),
                ("another address", ["redirect_uri": "http://127.0.0.1:666/callback"], own),
                (
                    "another challenge",
                    ["code_challenge": String(repeating: "a", count: 43)], own
                ),
            ]
            for (name, changes, cookie) in rows {
                var fields = changes
                fields["email"] = "parent@example.com"
                fields["password"] = "password123"
                let answer = try await visit.send(fields, cookie: .some(cookie))
                try await expectNothing(server, since: before, answer, 200, name)
            }
            #expect(try await visit.signIn(cookie: "a=b; \(own); c=d").status == 302)
        }
    }

    @Test("a browser that says it comes from elsewhere is believed", arguments: Engine.all)
    func origin(engine: Engine) async throws {
        let refused: [Headers] = [
            ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": ""],
            ["Origin": "http://127.0.0.1:8080.evil.example"], ["Origin": "http://127.0.0.1"],
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Origin": "null", "Sec-Fetch-Site": "cross-site"],
            ["Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"],
        ]
        let taken: [Headers] = [
            [:], ["Origin": "http://127.0.0.1:8080"], ["Origin": "http://localhost"],
            ["Sec-Fetch-Site": "same-origin"],
            ["Origin": "null", "Sec-Fetch-Site": "same-origin"],
        ]
        try await withServer(engine) { server in
            try await server.registerParent()
            let before = try await server.contents()
            let visit = try await SignInVisit.begin(server)
            for headers in refused {
                let answer = try await visit.signIn(headers: headers)
                try await expectNothing(server, since: before, answer, 400, "\(headers.all)")
            }
            for headers in taken {
                #expect(try await visit.signIn(headers: headers).status == 302)
            }
        }
    }

    @Test("nothing of before a sign-in is left after it", arguments: Engine.all)
    func fixation(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let planted = try #require(try await SignInVisit.begin(server).cookie)
            let visit = try await SignInVisit.begin(server, headers: ["Cookie": planted])
            #expect(visit.cookie != planted)
            let set = try #require(visit.page.headers["Set-Cookie"])
            #expect(set.hasSuffix("; Path=/oauth2; HttpOnly; SameSite=Strict"))
            let failed = try await visit.signIn("parent@example.com", "wrong1234")
            let next = SignInVisit(server, failed)
            #expect(next.cookie != visit.cookie)
            let answer = try await next.signIn()
            #expect(answer.status == 302)
            let ended = try #require(answer.headers["Set-Cookie"])
            #expect(ended.hasPrefix("purser-sign-in=;"))
            #expect(ended.hasSuffix("; Max-Age=0"))
        }
    }

    @Test("the cookie goes by TLS only where there is TLS")
    func secureCookie() async throws {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        try await withServer(.sqlite, settings: settings) { server in
            let page = try await SignInVisit.begin(server).page
            let cookie = try #require(page.headers["Set-Cookie"])
            #expect(cookie.hasPrefix("__Secure-purser-sign-in="))
            #expect(cookie.contains("; Secure"))
        }
    }

    @Test("what is echoed is text and nothing else", arguments: Engine.all)
    func markup(engine: Engine) async throws {
        let hostile = "\"><script>alert(1)</script><img src='x' onerror=\"alert(2)\">&amp;"
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(
                server,
                ["state": hostile, "login_hint": hostile, "nonce": hostile]
            )
            let failed = try await visit.signIn(hostile, "wrong1234")
            for page in [visit.page, failed] {
                #expect(page.status == 200)
                #expect(!page.text.contains("<script>"))
                #expect(!page.text.contains("<img"))
            }
            #expect(visit.hidden["state"] == hostile)
            let answer = try await SignInVisit(server, failed).signIn()
            #expect(answer.sent("state") == hostile)
        }
    }

    @Test("line breaks reach neither headers nor log", arguments: Engine.all)
    func lines(engine: Engine) async throws {
        let hostile = "x\r\nSet-Cookie: evil=1\r\n\r\n<b>\u{0}"
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server, ["state": hostile])
            let failed = try await visit.signIn("parent@example.com\r\nforged line", "wrong1234")
            #expect(failed.status == 200)
            let answer = try await visit.signIn()
            #expect(answer.status == 302)
            #expect(answer.sent("state") == hostile)
            for header in answer.headers.all {
                #expect(!header.value.contains { $0.isNewline || $0 == "\u{0}" })
            }
            #expect(answer.headers["Set-Cookie"]?.contains("evil") == false)
            let code = try #require(answer.sent("code"))
            for line in server.log.lines {
                #expect(!line.contains { $0.isNewline })
                for secret in ["parent@example.com", "wrong1234", "password123", "forged", code] {
                    #expect(!line.contains(secret))
                }
            }
        }
    }

    @Test("a form that is too large, or none, is not read", arguments: Engine.all)
    func bodies(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let before = try await server.contents()
            let visit = try await SignInVisit.begin(server)
            let huge = String(repeating: "a1", count: 5_000_000)
            try await expectNothing(
                server,
                since: before,
                try await visit.signIn("parent@example.com", huge),
                413,
                "10 MB of password"
            )
            for type in ["application/json", "text/plain", "multipart/form-data; boundary=x"] {
                let answer = try await visit.signIn(headers: ["Content-Type": type])
                try await expectNothing(server, since: before, answer, 415, type)
            }
            for body in ["password=%ff", "password=%0", "password=a&password=b"] {
                let answer = try await server.post(
                    "/oauth2/authorize",
                    body,
                    headers: ["Content-Type": SignInVisit.form]
                )
                try await expectNothing(server, since: before, answer, 400, body)
            }
        }
    }
}
