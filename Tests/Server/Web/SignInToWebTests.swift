import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server

@Suite("Signing in to the web app")
struct SignInToWebTests {
    @Test("keeps a session in a cookie that is not for scripts", arguments: Engine.all)
    func session(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = WebVisit(server)
            let stranger = try await visit.get("/app")
            #expect(stranger.status == 303)
            #expect(stranger.headers["Location"] == "/app/sign-in")
            let answer = try await visit.signIn(parent.email)
            let cookie = try #require(answer.headers["Set-Cookie"])
            #expect(cookie.hasPrefix("purser-session="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
            #expect(try await visit.get("/app").status == 200)
            let page = try await visit.get("/app")
            #expect(try await visit.send(page, to: "/app/sign-out", [:]).status == 303)
            #expect(visit.cookies["purser-session"] == nil)
            #expect(try await visit.get("/app").status == 303)
        }
    }

    @Test("is where a browser comes to from the root, and nobody else")
    func entrance() async throws {
        try await withServer(.sqlite) { server in
            let browser: Headers = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
            let answer = try await server.get("/", headers: browser)
            #expect(answer.status == 303)
            #expect(answer.headers["Location"] == "/app")
            #expect(try await server.get("/").status == 200)
            #expect(try await server.get("/", headers: ["Accept": "*/*"]).status == 200)
            #expect(try await server.get("/health", headers: browser).status == 200)
        }
    }

    @Test("by TLS its cookies come by TLS only, and from this host")
    func secure() async throws {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        try await withServer(.sqlite, settings: settings) { server in
            let parent = try await server.registerParent()
            let answer = try await WebVisit(server).signIn(parent.email)
            let cookie = try #require(answer.headers["Set-Cookie"])
            #expect(cookie.hasPrefix("__Host-purser-session="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
        }
    }

    @Test("goes on where it was asked for, and nowhere else")
    func next() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let rows = [
                ("/app/buy", "/app/buy"), ("/app?month=2025-01", "/app?month=2025-01"),
                ("//evil.example", "/app"), ("https://evil.example", "/app"),
                ("/app//evil.example", "/app"), ("/app/\\evil.example", "/app"),
                ("/application", "/app"), ("/app/\r\nSet-Cookie: a=b", "/app"), ("", "/app"),
            ]
            for (asked, path) in rows {
                let answer = try await WebVisit(server).signIn(parent.email, next: asked)
                #expect(answer.headers["Location"] == path, "\(asked)")
            }
            let visit = WebVisit(server)
            let away = try await visit.get("/app/buy")
            #expect(away.headers["Location"] == "/app/sign-in?next=%2Fapp%2Fbuy")
        }
    }

    @Test("keeps what was typed where the password is wrong, and says so")
    func wrong() async throws {
        try await withServer(.sqlite) { server in
            _ = try await server.registerParent()
            let visit = WebVisit(server)
            let answer = try await visit.signIn("par\"ent@example.com", "wrong1234")
            #expect(answer.status == 401)
            #expect(answer.text.contains("value=\"par&quot;ent@example.com\""))
            #expect(answer.text.contains("role=\"alert\""))
            #expect(!answer.text.contains("wrong1234"))
            #expect(visit.cookies["purser-session"] == nil)
        }
    }

    @Test("takes no form that another site made up")
    func forged() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let fields = ["email": parent.email, "password": "password123"]
            let visit = WebVisit(server)
            #expect(try await visit.post("/app/sign-in", fields).status == 400)
            let page = try await visit.get("/app/sign-in")
            let elsewhere = WebVisit(server)
            #expect(try await elsewhere.send(page, to: "/app/sign-in", fields).status == 400)
            let origins: [Headers] = [
                ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"],
            ]
            for headers in origins {
                let page = try await visit.get("/app/sign-in")
                let answer = try await visit.send(
                    page,
                    to: "/app/sign-in",
                    fields,
                    headers: headers
                )
                #expect(answer.status == 400)
            }
            #expect(visit.cookies["purser-session"] == nil)
        }
    }

    @Test("renews a session that is in use, and not every time")
    func renewal() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let first = visit.cookies
            server.clock.advance(seconds: 3_599)
            _ = try await visit.get("/app")
            #expect(visit.cookies == first)
            server.clock.advance(seconds: 1)
            _ = try await visit.get("/app")
            #expect(visit.cookies != first)
            server.clock.advance(seconds: 86_399)
            #expect(try await visit.get("/app").status == 200)
            server.clock.advance(seconds: 86_400)
            #expect(try await visit.get("/app").status == 303)
        }
    }
}
