import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages that settle how somebody signs in")
struct SignInSettingsTests {
    private let path = "/app/settings/sign-in"
    private let sessions = "/app/settings/sessions"

    @Test("change the password of who knows it, and sign out elsewhere", arguments: Engine.all)
    func password(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let (here, there) = (
                try await WebVisit.signedIn(parent, server),
                try await WebVisit.signedIn(parent, server)
            )
            let change = { (current: String, new: String) in
                try await here.submit(
                    path,
                    [
                        "do": "password", "currentPassword": current, "newPassword": new,
                        "endSessions": "yes",
                    ]
                )
            }
            let wrong = try await change("wrong1234", "7 green parrots")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"password-currentPassword-problem\""))
            #expect(!wrong.text.contains("wrong1234") && !wrong.text.contains("parrots"))
            let weak = try await change("password123", "short")
            #expect(weak.status == 400)
            #expect(weak.text.contains("id=\"password-newPassword-problem\""))
            #expect(try await there.get("/app").status == 200)
            let done = try await change("password123", "7 green parrots")
            #expect(done.headers["Location"] == "\(path)?done=password")
            #expect(try await here.get("\(path)?done=password").text.contains("was changed"))
            #expect(try await there.get("/app").status == 303)
            #expect(try await WebVisit(server).signIn(parent.email).status == 401)
            let again = try await WebVisit(server).signIn(parent.email, "7 green parrots")
            #expect(again.status == 303)
        }
    }

    @Test("change the address unless it is taken, and keep what was typed", arguments: Engine.all)
    func email(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerParent("taken@example.com")
            let visit = try await WebVisit.signedIn(parent, server)
            let change = { (email: String, password: String) in
                try await visit.submit(
                    path,
                    ["do": "email", "email": email, "password": password]
                )
            }
            let taken = try await change("taken@example.com", "password123")
            #expect(taken.status == 409)
            #expect(taken.text.contains("This e-mail address is taken"))
            #expect(taken.text.contains("value=\"taken@example.com\""))
            let none = try await change("nothing", "password123")
            #expect(none.status == 400 && none.text.contains("id=\"email-problem\""))
            let wrong = try await change("new@example.com", "wrong1234")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"email-password-problem\""))
            #expect(try await change("new@example.com", "password123").status == 303)
            #expect(try await visit.get(path).text.contains("new@example.com"))
            #expect(try await WebVisit(server).signIn("new@example.com").status == 303)
        }
    }

    @Test("turn a second factor on with its first code, and off again", arguments: Engine.all)
    func factor(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let status = { try await parent.purser.call(API.Identity.getSecondFactor) }
            let none = try await visit.submit(path, ["do": "begin", "password": "wrong1234"])
            #expect(none.status == 400 && none.text.contains("id=\"begin-password-problem\""))
            let begun = try await visit.submit(path, ["do": "begin", "password": "password123"])
            #expect(begun.status == 200)
            let shown = try #require(begun.text.firstMatch(of: /class="secret">([A-Z2-7]+)</))
            #expect(begun.text.contains("href=\"otpauth://totp/"))
            let app = try Authenticator(String(shown.1))
            let confirm = { (code: String) in
                try await visit.submit(
                    path,
                    ["do": "confirm", "secret": String(shown.1), "code": code]
                )
            }
            let wrong = try await confirm(app.wrongCode(server.clock))
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"confirm-code-problem\""))
            #expect(wrong.text.contains("class=\"secret\">\(shown.1)<"))
            #expect(try await status().isOn == false)
            let on = try await confirm(app.code(server.clock))
            #expect(on.status == 200)
            #expect(on.text.contains("Keep these recovery codes"))
            #expect(try await status() == .init(isOn: true, recoveryCodesLeft: 10))
            let page = try await visit.get(path).text
            #expect(page.contains("Recovery codes that are left: 10"))
            #expect(!page.contains("Keep these recovery codes"))

            server.clock.advance(seconds: 30)
            let off = { (code: String) in
                try await visit.submit(
                    path,
                    ["do": "off", "password": "password123", "code": code]
                )
            }
            #expect(try await off(app.wrongCode(server.clock)).status == 400)
            #expect(try await off(app.code(server.clock)).status == 303)
            #expect(try await status().isOn == false)
        }
    }

    @Test("end one session, all others, and all", arguments: Engine.all)
    func ending(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let here = try await WebVisit.signedIn(parent, server)
            let there = try await WebVisit.signedIn(parent, server)
            let page = try await here.get(sessions).text
            #expect(page.contains("this one") && page.contains("Signed in"))
            #expect(page.contains("None. An app that you sign in to"))

            let stranger = try await server.registerParent("other@example.com")
            let others = try await stranger.purser.call(API.Identity.listSessions).sessions
            let foreign = try #require(others.first).sessionID.text
            let end = { (id: String) in
                try await here.submit(sessions, ["do": "one", "session": id])
            }
            #expect(try await end(foreign).status == 404)
            #expect(try await end("x").status == 404)
            let own = try await parent.purser.call(API.Identity.listSessions).sessions
            // The session that the registration began.
            let registered = try #require(own.first { $0.isCurrent }).sessionID.text
            #expect(try await end(registered).status == 303)
            #expect(try await there.get("/app").status == 200)
            let rest = try await here.submit(sessions, ["do": "others"])
            #expect(rest.headers["Location"] == "\(sessions)?done=others")
            #expect(try await there.get("/app").status == 303)
            #expect(try await here.get("/app").status == 200)
            let all = try await here.submit(sessions, ["do": "all"])
            #expect(all.status == 303 && all.headers["Location"] == "/app/sign-in")
            #expect(here.cookies["purser-session"] == nil)
        }
    }
}
