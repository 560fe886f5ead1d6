import Contract
import Kernel
import PurserKit
import SQL
import Store
import Synchronization
import Testbed
import Testing

@testable import Operations
@testable import Server
@testable import ServerTestbed

@Suite("An answer that a page is told while it is made", .timeLimit(.minutes(10)))
struct AskTellTests {
    private static let path = "/app/ask/tell"
    private static let groceries = "How much did I spend on groceries last month?"

    /// Sends a page's question to where its answer is told.
    private func ask(
        _ message: String,
        on page: TransportResponse,
        _ visit: WebVisit,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await visit.post(Self.path, Self.fields(message, of: page), headers: headers)
    }

    private static func fields(_ message: String, of page: TransportResponse) -> [String: String] {
        WebVisit.hidden(page.text, to: "/app/ask").merging(["message": message]) { $1 }
    }

    /// What a page shows of a conversation.
    private func said(_ html: String) throws -> String {
        let start = try #require(html.firstRange(of: "<div id=\"ask-said\">"))
        let end = try #require(html.firstRange(of: "<div id=\"telling\""))
        return String(html[start.lowerBound..<end.lowerBound])
    }

    @Test("is text piece by piece, and then what the page shows", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get("/app/ask")
            let told = try await ask(Self.groceries, on: page, visit)
            #expect(told.status == 200)
            #expect(told.headers["Content-Type"] == "text/event-stream")
            #expect(told.headers["Cache-Control"] == "no-store")
            let events = try ChatEvent.all(in: told)
            #expect(events.count > 1 && events.dropLast().allSatisfy { $0.kind == "delta" })
            let last = try #require(events.last)
            #expect(last.kind == "message")
            let text = ChatEvent.text(of: events)
            #expect(text.contains("580.65"))
            let html = try #require(last.text("page"))
            for part in [
                text, "$580.65", "May 2025", "The 5 transactions behind it", "id=\"latest\"",
                "New conversation", "Delete this conversation", "Your next question",
            ] { #expect(html.contains(part), "\(part)") }
            let path = try #require(last.text("path"))
            #expect(path.hasPrefix("/app/ask?conversation=") && path.hasSuffix("#latest"))
            let summary = try #require(last.text("summary"))
            #expect(summary.hasPrefix("The answer is whole, with "))
            #expect(summary.hasSuffix(" and 5 transactions."))
            // It is what the page shows by itself, and the next form has a key of its own.
            let shown = try await visit.get(String(path.prefix { $0 != "#" }))
            #expect(try said(html) == said(shown.text))
            let next = WebVisit.hidden(html, to: "/app/ask")
            let later = WebVisit.hidden(shown.text, to: "/app/ask")
            #expect(next["conversation"] == later["conversation"])
            #expect(next["key"] != WebVisit.hidden(page.text, to: "/app/ask")["key"])

            let again = try ChatEvent.all(in: try await ask(Self.groceries, on: page, visit))
            #expect(again.map(\.kind) == ["message"])
            let repeated = try #require(again.first?.text("page"))
            #expect(try said(repeated) == said(html))
            // Nor does the form without the script ask once more.
            let plain = try await visit.send(page, to: "/app/ask", ["message": Self.groceries])
            #expect(plain.status == 303 && plain.headers["Location"] == path)
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("escapes whatever was asked, for each role, and shows nobody another's")
    func escaping() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            var theirs: String?
            for member in [parent, child] {
                let visit = try await WebVisit.signedIn(member, server)
                let page = try await visit.get("/app/ask")
                var fields = Self.fields("<script>\(member.email)</script>", of: page)
                // A conversation of somebody else is none: another one begins.
                if let theirs { fields["conversation"] = theirs }
                let told = try await visit.post(Self.path, fields)
                #expect(told.status == 200)
                let last = try #require(ChatEvent.all(in: told).last)
                let html = try #require(last.text("page"))
                #expect(html.contains("&lt;script&gt;\(member.email)&lt;/script&gt;"))
                #expect(!html.contains("<script>\(member.email)"))
                #expect(html.matches(of: /class="asked"/).count == 1)
                for part in ["style=", "onclick", "{{", "}}"] {
                    #expect(!html.contains(part), "\(part)")
                }
                let own = WebVisit.hidden(html, to: "/app/ask")["conversation"]
                #expect(own != nil && own != "" && own != theirs)
                theirs = own
            }
        }
    }

    @Test("is refused as any form before it begins, and nothing is kept", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let server = home.server
            let visit = try await WebVisit.signedIn(home.owner, server)
            let page = try await visit.get("/app/ask")
            let fields = Self.fields("Hello", of: page)
            for (changes, status) in [
                (["form_token": "x"], 400), (["form_token": ""], 400), (["message": " "], 400),
                (["message": String(repeating: "x", count: 4_001)], 400),
                (["conversation": "x"], 404),
            ] as [([String: String], Int)] {
                let answer = try await visit.post(Self.path, fields.merging(changes) { $1 })
                #expect(answer.status == status, "\(changes.keys)")
                #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
            }
            for (name, value) in [
                ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Site", "same-site"),
            ] {
                let answer = try await visit.post(Self.path, fields, headers: [name: value])
                #expect(answer.status == 400, "\(value)")
            }
            let child = try await server.registerChild(of: home.owner)
            let own = try await WebVisit.signedIn(child, server)
            #expect(try await own.post(Self.path, fields).status == 400)
            #expect(try await visit.get(Self.path).status == 405)
            let stranger = try await WebVisit(server).post(Self.path, fields)
            #expect(stranger.status == 303)
            #expect(stranger.headers["Location"]?.hasPrefix("/app/sign-in") == true)
            #expect(try await home.kept() == [0, 0])
        }
    }

    @Test("is told to nobody whose session has ended, or whose token was not given for it")
    func access() async throws {
        try await InsightsHome.with(.sqlite, linked: false) { home in
            let server = home.server
            let visit = try await WebVisit.signedIn(home.owner, server)
            let page = try await visit.get("/app/ask")
            let fields = Self.fields("Hello", of: page)
            let cookie = "purser-session=\(visit.cookies["purser-session"] ?? "")"
            #expect(try await visit.send(page, to: "/app/sign-out", [:]).status == 303)
            let late = try await WebVisit(server).post(
                Self.path,
                fields,
                headers: ["Cookie": cookie]
            )
            #expect(late.status == 303 && late.headers["Location"] == "/app/sign-in")

            let reading: APIScopes = [.insightsRead, .allowanceRead]
            let token = try await Self.token(of: home.owner, reading, server)
            let end = server.clock.now.adding(seconds: 86_400).milliseconds / 1_000
            let reader = ["Cookie": "purser-session=\(end)~\(token)"] as Headers
            let shown = try await WebVisit(server).get("/app/ask", headers: reader)
            #expect(shown.status == 200)
            let answer = try await ask("Hello", on: shown, WebVisit(server), headers: reader)
            #expect(answer.status == 403)
            #expect(try await home.kept() == [0, 0])
        }
    }

    /// A token of a session of its own that opens a part of the API.
    private static func token(
        of member: TestMember,
        _ scopes: APIScopes,
        _ server: InProcessServer
    ) async throws -> String {
        let call = server.call()
        let id: ID<Entity.Session> = call.newID()
        try await server.database.write { session in
            try Sessions.insert(id, of: member.id, now: call.now, in: session)
        }
        let bearer = SignedIn(
            member: member.id,
            household: member.household,
            role: "Parent",
            session: id,
            scopes: scopes
        )
        let tokens = server.operations.identity.tokens
        return try tokens.accessToken(for: bearer, now: call.now, seconds: 86_400).token
    }

    @Test("says that it broke off, and keeps nothing", arguments: Engine.all)
    func failure(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get("/app/ask")
            between.before { kind in
                if kind == .write { throw DatabaseError(.io, "the disk is full") }
            }
            let told = try await ask("One", on: page, visit)
            #expect(told.status == 200)
            let last = try #require(ChatEvent.all(in: told).last)
            #expect(last.kind == "error")
            let text = try #require(last.text("text"))
            #expect(text.hasPrefix("The answer broke off.") && text.hasSuffix("is kept."))
            #expect(last.data.contains("\"isSignedOut\":false"))
            #expect(!told.text.contains("disk"))
            between.before(nil)
            #expect(try await home.kept() == [0, 0])
            // The same form again is the same question, which has no answer yet.
            let again = try ChatEvent.all(in: try await ask("One", on: page, visit))
            #expect(again.count > 1 && again.last?.kind == "message")
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("is given up when the browser is gone, and nothing is kept", arguments: Engine.all)
    func departure(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get("/app/ask")
            let gate = Gate()
            let stage = Mutex(0)
            // Another question makes the answer begin anew, and there it waits.
            between.before { kind in
                let now = stage.withLock { stage in
                    if stage == 0, kind == .write {
                        stage = 1
                        return 1
                    }
                    if stage == 2, kind == .read {
                        stage = 3
                        return 3
                    }
                    return 0
                }
                if now == 1 {
                    try await home.ask("Two", in: began)
                    stage.withLock { $0 = 2 }
                } else if now == 3 {
                    await gate.pass()
                }
            }
            do {
                let stream = try await home.server.transport().open(
                    Self.request("Three", on: page, visit)
                )
                var pieces = stream.pieces.makeAsyncIterator()
                #expect(try await pieces.next() != nil)
                await gate.arrived()
            }
            await gate.open()
            between.before(nil)
            // The key is free when the call has ended; had it been kept, it would be replayed.
            await eventually("the call ends") {
                let answer = try await ask("Three", on: page, visit)
                guard answer.status == 200 else { return false }
                #expect(answer.headers["Idempotency-Replayed"] == nil)
                return true
            }
            #expect(try await home.shown(began).questions == ["One", "Two", "Three"])
        }
    }

    @Test("is told to a member a few times at once")
    func limit() async throws {
        try await InsightsHome.interposed(.sqlite) { home, between in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get("/app/ask")
            let gate = Gate()
            between.before { kind in if kind == .write { await gate.pass() } }
            let most = Limits.chatStreamsPerMember
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...most {
                    let request = Self.request("Question \(number)", on: page, visit)
                    group.addTask { try await home.server.transport().send(request).status }
                }
                await gate.arrived(most)
                let refused = try await ask("One more", on: page, visit)
                #expect(refused.status == 429 && refused.headers["Retry-After"] == "5")
                await gate.open()
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    /// The request that a page's script makes.
    private static func request(
        _ message: String,
        on page: TransportResponse,
        _ visit: WebVisit
    ) -> TransportRequest {
        let pairs = fields(message, of: page).map { "\($0.key)=\(PercentCoding.encoded($0.value))" }
        let cookies = visit.cookies.map { "\($0.key)=\($0.value)" }
        return TransportRequest(
            .post,
            path,
            headers: [
                "Accept": "text/event-stream", "Cookie": cookies.joined(separator: "; "),
                "Content-Type": "application/x-www-form-urlencoded",
            ],
            body: Array(pairs.joined(separator: "&").utf8)
        )
    }

    @Test("comes by a script of that page alone, named by what is in it")
    func script() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let link = /<script type="module" src="(\/app\/assets\/ask-[0-9a-f]+\.js)"><\/script>/
            let page = try await visit.get("/app/ask")
            let path = String(try #require(page.text.firstMatch(of: link)).1)
            let script = try await server.get(path)
            #expect(script.status == 200)
            #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(script.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(page.text.contains("data-path=\"\(Self.path)\""))
            let other = try await visit.get("/app/buy")
            #expect(other.text.firstMatch(of: link) == nil)
        }
    }
}
