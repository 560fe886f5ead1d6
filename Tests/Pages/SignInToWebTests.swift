import Contract
import Kernel
import PurserKit
import Store
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

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

    @Test("goes on at the page of a form that came too late, with all that its address said")
    func late() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let search = "/app/transactions?month=2025-01&open=7c9e6679-7425-40de-944b-e07fc1f90ae7"
            let rows = [
                (search, search), ("/app/buy", "/app/buy"), ("/app/buy/allow", "/app"),
                ("/app/approvals/1?back=buy", "/app"),
                ("/app/cards/add?q=amex+gold", "/app/cards/add?q=amex+gold"),
                ("/app/transactions?q=//evil.example", "/app"),
            ]
            for (sent, path) in rows {
                let answer = try await WebVisit(server).post(sent, [:])
                #expect(answer.status == 303)
                #expect(answer.headers["Location"] == Self.signIn(path), "\(sent)")
                let page = try await WebVisit(server).get(Self.signIn(path))
                let next = WebVisit.hidden(page.text, to: "/app/sign-in")["next"]
                #expect(next?.replacing("&amp;", with: "&") == path)
            }
            // So does one of a session that was ended from elsewhere.
            let ended = try await WebVisit.signedIn(parent, server)
            let token = WebVisit.hidden(try await ended.get("/app").text, to: "/app/sign-out")
            let headers: Headers = ["Cookie": try #require(ended.cookieHeader)]
            #expect(try await ended.post("/app/sign-out", token).status == 303)
            let fields = token.merging(["decision": "approve", "amount": "5"]) { $1 }
            for (sent, path) in rows.prefix(4) {
                let answer = try await WebVisit(server).post(sent, fields, headers: headers)
                #expect(answer.status == 303)
                #expect(answer.headers["Location"] == Self.signIn(path), "\(sent)")
            }
            let shown = try await WebVisit(server).get(search, headers: headers)
            #expect(shown.status == 303)
            #expect(shown.headers["Location"] == Self.signIn(search))
        }
    }

    /// Where somebody signs in who goes on at a path.
    private static func signIn(_ path: String) -> String {
        "/app/sign-in" + (path == "/app" ? "" : "?next=\(PercentCoding.encoded(path))")
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

    @Test("asks for a code of who has a second factor, after the password", arguments: Engine.all)
    func secondFactor(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let visit = WebVisit(server)
            let wrong = try await visit.signIn(parent.email, "wrong1234")
            #expect(wrong.status == 401 && !wrong.text.contains("name=\"code\""))
            let asked = try await visit.signIn(parent.email, next: "/app/buy")
            #expect(asked.status == 200)
            #expect(asked.text.contains("name=\"code\""))
            for part in ["name=\"password\"", "role=\"alert\"", "class=\"error\""] {
                #expect(!asked.text.contains(part), "\(part)")
            }
            #expect(visit.cookies["purser-session"] == nil)
            let wrongCode = ["code": app.wrongCode(server.clock)]
            let refused = try await visit.send(asked, to: "/app/sign-in", wrongCode)
            #expect(refused.status == 401)
            #expect(refused.text.contains("id=\"code-problem\">The code is wrong"))
            let code = app.code(server.clock)
            let grouped = ["code": "\(code.prefix(3)) \(code.suffix(3))"]
            let answer = try await visit.send(refused, to: "/app/sign-in", grouped)
            #expect(answer.status == 303 && answer.headers["Location"] == "/app/buy")
            #expect(try await visit.get("/app").status == 200)
            let events = try await server.authEvents(of: parent)
            #expect(events.last?.kind == .signedIn && events.last?.session != nil)
        }
    }

    @Test("begins anew where the first step is too long ago", arguments: Engine.all)
    func ticket(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let visit = WebVisit(server)
            let asked = try await visit.signIn(parent.email)
            let ticket = try #require(WebVisit.hidden(asked.text, to: "/app/sign-in")["ticket"])
            server.clock.advance(milliseconds: Limits.signInTicketMilliseconds)
            let code = ["code": app.code(server.clock)]
            let late = try await visit.send(asked, to: "/app/sign-in", code)
            #expect(late.status == 400 && late.text.contains("This sign-in has ended"))
            #expect(late.text.contains("name=\"password\"") && !late.text.contains(ticket))
            #expect(late.text.contains("value=\"\(parent.email)\""))
            // A page that is not this browser's asks for nothing with somebody's ticket.
            let again = try await visit.signIn(parent.email)
            let elsewhere = WebVisit(server)
            let forged = try await elsewhere.send(again, to: "/app/sign-in", code)
            #expect(forged.status == 400 && !forged.text.contains("name=\"ticket\""))
            for text in ["x", "\u{0}", String(repeating: "A", count: 200)] {
                let page = try await visit.get("/app/sign-in")
                let fields = code.merging(["ticket": text]) { $1 }
                let answer = try await visit.send(page, to: "/app/sign-in", fields)
                #expect(answer.status == 400, "\(text.count)")
            }
            #expect(visit.cookies["purser-session"] == nil)
            let fresh = try await visit.signIn(parent.email)
            #expect(try await visit.send(fresh, to: "/app/sign-in", code).status == 303)
        }
    }

    @Test("says what to do about a password that is forgotten, and where an invitation goes")
    func help() async throws {
        try await withServer(.sqlite) { server in
            let page = try await WebVisit(server).get("/app/sign-in")
            #expect(page.text.contains("I have forgotten my password</summary>"))
            #expect(page.text.contains("purser user reset"))
            #expect(page.text.contains("<a href=\"/app/join\">I have an invitation</a>"))
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
