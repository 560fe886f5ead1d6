import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("A device that a family shares")
struct FamilyDeviceTests {
    static let cookie = "purser-family"
    static let list = "/app/sign-in"
    static let settings = "/app/settings/sign-in"
    static let year: Int64 = 365 * 86_400

    /// Sends a form of the settings, as somebody who is signed in.
    func settle(
        _ visit: WebVisit,
        _ fields: [String: String]
    ) async throws -> TransportResponse {
        let token = WebVisit.hidden(try await visit.get("/app/more").text, to: "/app/sign-out")
        return try await visit.post(Self.settings, token.merging(fields) { $1 })
    }

    /// A browser that a parent made the family's and signed out of.
    func shared(by parent: TestMember, _ server: InProcessServer) async throws -> WebVisit {
        let visit = try await WebVisit.signedIn(parent, server)
        #expect(try await settle(visit, ["do": "share"]).status == 303)
        let page = try await visit.get("/app")
        #expect(try await visit.send(page, to: "/app/sign-out", [:]).status == 303)
        return visit
    }

    /// The names that the page to sign in on lists, each with its link.
    func listed(_ page: TransportResponse) -> [(name: String, href: String)] {
        page.text.matches(of: /<li><a href="([^"]*)">([^<]*)<\/a><\/li>/).map { match in
            (name: String(match.2), href: String(match.1).replacing("&amp;", with: "&"))
        }
    }

    func names(_ visit: WebVisit) async throws -> [String] {
        listed(try await visit.get(Self.list)).map(\.name)
    }

    /// Chooses somebody from the list.
    func choose(_ name: String, _ visit: WebVisit) async throws -> TransportResponse {
        let page = try await visit.get(Self.list)
        let person = try #require(listed(page).first { $0.name == name })
        return try await visit.get(person.href)
    }

    func expectPlain(_ page: TransportResponse, _ row: Comment) {
        #expect(page.status == 200, row)
        #expect(page.text.contains("name=\"email\""), row)
        for part in ["Who uses this?", "data-family", "Alice", "John"] {
            #expect(!page.text.contains(part), row)
        }
    }

    @Test("lists its members by name, and a child signs in by its password", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            expectPlain(try await WebVisit(server).get(Self.list), "before")
            let answer = try await settle(visit, ["do": "share"])
            #expect(answer.headers["Location"] == "\(Self.settings)?done=share")
            let cookie = try #require(answer.headers["Set-Cookie"])
            #expect(cookie.hasPrefix("\(Self.cookie)="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Max-Age=\(Self.year)"))
            let kept = try #require(visit.cookies[Self.cookie])
            #expect(kept.utf8.count < 400)
            let page = try await visit.get("/app")
            _ = try await visit.send(page, to: "/app/sign-out", [:])

            let list = try await visit.get(Self.list)
            #expect(listed(list).map(\.name) == ["John Doe", "Alice Doe"])
            let chosen = try await choose("Alice Doe", visit)
            #expect(chosen.text.contains("as <strong>Alice Doe</strong>"))
            let wrong = try await visit.send(chosen, to: Self.list, ["password": "wrong1234"])
            #expect(wrong.status == 401 && wrong.text.contains("The password is wrong"))
            for page in [list, chosen, wrong] {
                #expect(page.text.contains("<html lang=\"en\" dir=\"ltr\" data-family>"))
                for hidden in ["example.com", parent.id.text, child.id.text, "wrong1234"] {
                    #expect(!page.text.contains(hidden), "\(hidden)")
                }
            }
            let done = try await visit.send(wrong, to: Self.list, ["password": "password123"])
            #expect(done.status == 303 && done.headers["Location"] == "/app")
            #expect(try await visit.get("/app/more").text.contains("Alice Doe"))
            // A way out of the list for whoever is not on it.
            let other = try await visit.get("\(Self.list)?other=1")
            #expect(other.text.contains("name=\"email\""))
            #expect(other.text.contains("<a href=\"\(Self.list)\">Who uses this?</a>"))
        }
    }

    @Test("asks for the second factor of who has one", arguments: Engine.all)
    func secondFactor(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await shared(by: parent, server)
            let app = try await server.turnOnSecondFactor(of: parent)
            let chosen = try await choose("John Doe", visit)
            let asked = try await visit.send(chosen, to: Self.list, ["password": "password123"])
            #expect(asked.status == 200 && asked.text.contains("name=\"code\""))
            #expect(asked.text.contains("as <strong>John Doe</strong>"))
            #expect(visit.cookies["purser-session"] == nil)
            #expect(!asked.text.contains("name=\"password\"") && !asked.text.contains("@"))
            let fields = ["code": app.code(server.clock)]
            #expect(try await visit.send(asked, to: Self.list, fields).status == 303)
        }
    }

    @Test("is none by a cookie that somebody made up or changed", arguments: Engine.all)
    func forged(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            let visit = try await shared(by: parent, server)
            let kept = try #require(visit.cookies[Self.cookie])
            let chosen = try await choose("Alice Doe", visit)
            let reference = try #require(WebVisit.hidden(chosen.text, to: Self.list)["person"])
            let first = kept.hasPrefix("A") ? "B" : "A"
            let session = try await WebVisit.signedIn(parent, server)
            let token = try #require(session.cookies["purser-session"])
            let values = [
                "", "x", "~", String(repeating: "A", count: 200), first + kept.dropFirst(),
                "\(kept)A", "\(kept)AAAA", String(kept.dropLast(4)), token,
                String(repeating: "A", count: 9_000), parent.household.text,
            ]
            let before = try await server.contents()
            for value in values {
                let stranger = WebVisit(server)
                stranger.keep(Self.cookie, value)
                let row = Comment(rawValue: String(value.prefix(40)))
                expectPlain(try await stranger.get("\(Self.list)?person=\(reference)"), row)
                let page = try await stranger.get(Self.list)
                expectPlain(page, row)
                let fields = ["person": reference, "password": "password123"]
                let answer = try await stranger.send(page, to: Self.list, fields)
                #expect(answer.status == 400, row)
                #expect(stranger.cookies["purser-session"] == nil, row)
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("knows nobody of another household", arguments: Engine.all)
    func households(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            let chosen = try await choose("Alice Doe", try await shared(by: parent, server))
            let reference = try #require(WebVisit.hidden(chosen.text, to: Self.list)["person"])
            let other = try await server.registerParent("other@example.com")
            let visit = try await shared(by: other, server)
            #expect(try await names(visit) == ["John Doe"])
            let page = try await visit.get("\(Self.list)?person=\(reference)")
            #expect(!page.text.contains("Alice"))
            for person in [reference, parent.id.text, "alice@example.com", "x"] {
                let own = try await choose("John Doe", visit)
                let fields = ["person": person, "password": "password123"]
                let answer = try await visit.send(own, to: Self.list, fields)
                #expect(answer.status == 400, "\(person)")
                #expect(visit.cookies["purser-session"] == nil, "\(person)")
            }
            // A parent of another household sees that device as its own alone, and may take it.
            let taken = try await shared(by: parent, server)
            let login = try await taken.get("\(Self.list)?other=1")
            let fields = ["email": "other@example.com", "password": "password123"]
            #expect(try await taken.send(login, to: Self.list, fields).status == 303)
            #expect(try await taken.get(Self.settings).text.contains(">Share this device<"))
            #expect(try await settle(taken, ["do": "share"]).status == 303)
            #expect(try await names(taken) == ["John Doe"])
        }
    }

    @Test("lists the family as it is now", arguments: Engine.all)
    func members(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await shared(by: parent, server)
            #expect(try await names(visit) == ["John Doe"])
            let child = try await server.registerChild(of: parent)
            #expect(try await names(visit) == ["John Doe", "Alice Doe"])
            _ = try await child.purser.call(
                API.Identity.changePassword,
                API.Identity.ChangePasswordRequest(
                    currentPassword: InProcessServer.password,
                    newPassword: Password("7 green parrots")
                )
            )
            let old = try await choose("Alice Doe", visit)
            let former = ["password": "password123"]
            #expect(try await visit.send(old, to: Self.list, former).status == 401)
            let new = try await choose("Alice Doe", visit)
            let fields = ["password": "7 green parrots"]
            #expect(try await visit.send(new, to: Self.list, fields).status == 303)
            let page = try await choose("Alice Doe", visit)
            try await server.operations.identity.setUserActive(
                false,
                email: child.email,
                server.call()
            )
            #expect(try await visit.send(page, to: Self.list, fields).status == 400)
            #expect(try await names(visit) == ["John Doe"])
            try await server.operations.identity.setUserActive(
                true,
                email: child.email,
                server.call()
            )
            #expect(try await names(visit) == ["John Doe", "Alice Doe"])
            _ = try await parent.purser.call(
                API.Insights.deleteUser,
                API.Insights.DeleteUserRequest(userID: child.id)
            )
            #expect(try await names(visit) == ["John Doe"])
        }
    }

    @Test("has a name for everybody that is no e-mail address")
    func naming() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.purser().call(
                API.Banking.registerUser,
                API.Banking.RegisterRequest(
                    email: "nameless@example.com",
                    password: InProcessServer.password
                )
            )
            let member = try await server.login(parent.user.email)
            _ = try await member.purser.call(
                API.Allowance.registerChild,
                API.Allowance.RegisterChildRequest(
                    email: "bo@example.com",
                    password: InProcessServer.password,
                    firstName: "bo@example.com",
                    lastName: "Doe",
                    weeklyAllowance: DecimalAmount(minor: 100)
                )
            )
            let visit = try await shared(by: member, server)
            let page = try await visit.get(Self.list)
            #expect(listed(page).map(\.name) == ["A parent", "A child"])
            #expect(!page.text.contains("example.com"))
        }
    }

    @Test("ends after a year, and with the password of the parent", arguments: Engine.all)
    func ending(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await shared(by: parent, server)
            server.clock.advance(seconds: Self.year - 1)
            #expect(try await names(visit) == ["John Doe"])
            server.clock.advance(seconds: 1)
            expectPlain(try await visit.get(Self.list), "after a year")
            let again = try await server.login(parent.email)
            let fresh = try await shared(by: again, server)
            let chosen = try await choose("John Doe", fresh)
            _ = try await again.purser.call(
                API.Identity.changePassword,
                API.Identity.ChangePasswordRequest(
                    currentPassword: InProcessServer.password,
                    newPassword: Password("7 green parrots"),
                    endSessions: false
                )
            )
            let fields = ["password": "7 green parrots"]
            let answer = try await fresh.send(chosen, to: Self.list, fields)
            #expect(answer.status == 400 && !answer.text.contains("John"))
            expectPlain(try await fresh.get(Self.list), "after a new password")
        }
    }

    @Test("ends with the parent's right to sign in, and with the household", arguments: Engine.all)
    func gone(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await shared(by: parent, server)
            let identity = server.operations.identity
            try await identity.setUserActive(false, email: parent.email, server.call())
            expectPlain(try await visit.get(Self.list), "locked out")
            try await identity.setUserActive(true, email: parent.email, server.call())
            #expect(try await names(visit) == ["John Doe"])
            let again = try await server.login(parent.email)
            _ = try await again.purser.call(
                API.Insights.deleteUser,
                API.Insights.DeleteUserRequest(userID: again.id)
            )
            expectPlain(try await visit.get(Self.list), "deleted")
        }
    }

    @Test("is made and unmade by a parent alone, with the form of its page", arguments: Engine.all)
    func roles(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let own = try await WebVisit.signedIn(child, server)
            #expect(try await own.get(Self.settings).text.contains("This device") == false)
            let theirs = try await shared(by: parent, server)
            own.keep(Self.cookie, theirs.cookies[Self.cookie])
            for job in ["share", "unshare"] {
                let answer = try await settle(own, ["do": job, "password": "password123"])
                #expect(answer.status == 403, "\(job)")
                #expect(answer.headers["Set-Cookie"] == nil, "\(job)")
            }
            let visit = try await WebVisit.signedIn(parent, server)
            for job in ["share", "unshare"] {
                let forged = try await visit.post(Self.settings, ["do": job])
                #expect(forged.status == 400 && forged.headers["Set-Cookie"] == nil, "\(job)")
            }
            #expect(try await settle(visit, ["do": "share"]).status == 303)
            let page = try await visit.get(Self.settings)
            #expect(page.text.contains("It lists your family by name, until"))
            let answer = try await settle(visit, ["do": "unshare"])
            let set = try #require(answer.headers["Set-Cookie"])
            #expect(set.hasPrefix("\(Self.cookie)=;") && set.hasSuffix("; Max-Age=0"))
            #expect(try await visit.get(Self.settings).text.contains(">Share this device<"))
            expectPlain(try await visit.get(Self.list), "unshared")
        }
    }

    @Test("takes the parent's password where the sign-in is five minutes old")
    func proof() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            server.clock.advance(seconds: 300)
            for password in ["", "wrong1234"] {
                let answer = try await settle(visit, ["do": "share", "password": password])
                #expect(answer.status == 400)
                #expect(answer.text.contains("id=\"share-password-problem\""))
                #expect(visit.cookies[Self.cookie] == nil)
            }
            let fields = ["do": "share", "password": "password123"]
            #expect(try await settle(visit, fields).status == 303)
            #expect(visit.cookies[Self.cookie] != nil)
        }
    }

    @Test("is no way around the lock of an account, and locks nobody else", arguments: Engine.all)
    func guessing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            let visit = try await shared(by: parent, server)
            for attempt in 1...10 {
                let page = try await choose("Alice Doe", visit)
                let fields = ["password": "guess\(attempt)"]
                let answer = try await visit.send(page, to: Self.list, fields)
                #expect(answer.status == 401)
            }
            let page = try await choose("Alice Doe", visit)
            let locked = try await visit.send(page, to: Self.list, ["password": "password123"])
            #expect(locked.status == 429 && !locked.text.contains("example.com"))
            #expect(try await WebVisit(server).signIn("alice@example.com").status == 429)
            let other = try await choose("John Doe", visit)
            let fields = ["password": "password123"]
            #expect(try await visit.send(other, to: Self.list, fields).status == 303)
        }
    }

    @Test("leads on where it was asked for, and nowhere else")
    func next() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await shared(by: parent, server)
            let rows = [
                ("/app/buy", "/app/buy"), ("//evil.example", "/app"),
                ("https://evil.example", "/app"), ("/app/\\evil.example", "/app"),
            ]
            for (asked, path) in rows {
                let query = PercentCoding.encoded(asked)
                let page = try await visit.get("\(Self.list)?next=\(query)")
                #expect(!page.text.contains("evil"), "\(asked)")
                let chosen = try await visit.get(try #require(listed(page).first).href)
                let fields = ["password": "password123", "next": asked]
                let answer = try await visit.send(chosen, to: Self.list, fields)
                #expect(answer.headers["Location"] == path, "\(asked)")
                let honest = try await visit.get(try #require(listed(page).first).href)
                let kept = WebVisit.hidden(honest.text, to: Self.list)["next"]
                #expect(kept == path, "\(asked)")
            }
        }
    }
}
