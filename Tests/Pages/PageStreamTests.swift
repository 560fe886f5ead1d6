import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The stream of open pages", .timeLimit(.minutes(10)))
struct PageStreamTests {
    private static let path = "/app/events"

    @Test("tells a parent what happens in the household, and nothing else", arguments: Engine.all)
    func parent(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let (_, strangersChild) = try await server.registerBlockedChild("roe")
            let visit = try await WebVisit.signedIn(parent, server)
            try await server.following(visit) { events in
                // What another household is told would come first, or with it.
                _ = try await strangersChild.authorize(1)
                try await server.pay(child, by: parent)
                #expect(await events.nextNews() == ["changed"])
                _ = try await child.authorize(2)
                #expect(await events.news(with: "approval.requested"))
                try await parent.decide(try await parent.approvals()[0].id, .approve)
                #expect(await events.news(with: "approval.decided"))
            }
        }
    }

    @Test("tells a child what is about itself, and nothing else", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            _ = try await parent.setRule("fun", 0, for: sibling.id.text)
            let visit = try await WebVisit.signedIn(child, server)
            try await server.following(visit) { events in
                _ = try await sibling.authorize(1)
                try await server.pay(child, by: parent)
                #expect(await events.nextNews() == ["changed"])
                try await server.pay(sibling, by: parent)
                _ = try await child.authorize(2)
                #expect(await events.nextNews() == ["approval.requested"])
            }
        }
    }

    @Test("says what the session may see, and that there is more than was read")
    func bounds() async throws {
        try await withServer(.sqlite) { server in
            let (parent, child) = try await server.registerBlockedChild()
            for cents in 1...Int64(Limits.eventsPerRead) { _ = try await child.authorize(cents) }
            var told: [APIScopes: EventNews] = [:]
            for scopes in [APIScopes.guardian, .bankingRead] {
                var teller = PageTeller(
                    guardian: server.operations.guardian,
                    call: try server.call(as: parent),
                    scopes: scopes,
                    position: FollowedPosition(event: 0, books: .max)
                )
                told[scopes] = try await teller.news()
            }
            let seen = try #require(told[.guardian])
            #expect(seen.mayBeMore && seen.text.contains("approval.requested"))
            #expect(told[.bankingRead]?.text.contains("approval.requested") == false)
        }
    }

    @Test("begins where the page was made, or where it broke off", arguments: Engine.all)
    func positions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let visit = try await WebVisit.signedIn(parent, server)
            let first = try await Self.position(of: try await visit.get("/app"))
            _ = try await child.authorize(1)
            let second = try await Self.position(of: try await visit.get("/app/rules"))
            try await server.following(visit, after: first) { events in
                let told = try #require(await events.nextBlock())
                #expect(told["id"] == first && told["event"] == "alive")
                #expect(await events.nextNews() == ["approval.requested", "changed"])
            }
            // The browser names what it heard last, whatever the page began with.
            let headers = ["Last-Event-ID": second]
            try await server.following(visit, after: first, headers) { events in
                try await server.pay(child, by: parent)
                #expect(await events.nextNews() == ["changed"])
            }
            // A position that was never given out counts as the newest.
            try await server.following(visit, after: "\(Int64.max)-0") { events in
                #expect(await events.nextNews() == ["changed"])
                _ = try await child.authorize(2)
                #expect(await events.news(with: "approval.requested"))
            }
        }
    }

    private static func position(of page: TransportResponse) async throws -> String {
        String(try #require(page.text.firstMatch(of: /data-position="([0-9]+-[0-9]+)"/)).1)
    }

    @Test("ends with the session, and when its member is removed", arguments: Engine.all)
    func ends(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app")
            try await server.following(visit) { events in
                let answer = try await visit.send(page, to: "/app/sign-out", [:])
                #expect(answer.status == 303)
                #expect(await events.nextNews() == nil)
            }
            let childs = try await WebVisit.signedIn(child, server)
            let id = try await child.ownChildID()
            try await server.following(childs) { events in
                _ = try await parent.purser.call(
                    API.Allowance.removeChild,
                    API.Allowance.ChildRequest(childID: id)
                )
                #expect(await events.nextNews() == nil)
            }
            let again = try await WebVisit.signedIn(parent, server)
            try await server.following(again) { events in
                server.clock.advance(seconds: 86_400)
                #expect(await events.nextNews() == nil)
            }
        }
    }

    @Test("is one of those that a member may hold, and holds nothing when it is gone")
    func places() async throws {
        try await withServer(.sqlite) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let visit = try await WebVisit.signedIn(parent, server)
            let childs = try await WebVisit.signedIn(child, server)
            try await Self.nested(Limits.eventStreamsPerMember, visit, server) {
                await #expect(throws: UnopenedStream(status: 429)) {
                    try await server.following(visit) { _ in }
                }
                await #expect(throws: UnopenedStream(status: 429)) {
                    try await server.following(parent) { _ in }
                }
                try await server.following(childs) { _ in }
                // The pages themselves are served.
                #expect(try await visit.get("/app").status == 200)
            }
            try await server.following(visit) { _ in }
        }
    }

    private static func nested(
        _ depth: Int,
        _ visit: WebVisit,
        _ server: InProcessServer,
        _ work: () async throws -> Void
    ) async throws {
        guard depth > 0 else { return try await work() }
        try await server.following(visit) { _ in
            try await nested(depth - 1, visit, server, work)
        }
    }

    @Test("is for whoever is signed in, on a page of ours, and begins at a position")
    func refusals() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let ended = try await WebVisit.signedIn(parent, server)
            let cookie = try #require(ended.cookieHeader)
            let page = try await ended.get("/app")
            #expect(try await ended.send(page, to: "/app/sign-out", [:]).status == 303)
            for headers in [[:], ["Cookie": "purser-session=1~bad"], ["Cookie": cookie]]
                as [Headers]
            {
                let answer = try await server.get(Self.path, headers: headers)
                #expect(answer.status == 401)
                #expect(answer.headers["Location"] == nil)
            }
            let visit = try await WebVisit.signedIn(parent, server)
            for text in [
                "x", "1", "-1", "1-", "1-x", "-1-2", "1-2-3", "1--2", "1-9223372036854775808",
            ] {
                let header = try await visit.get(Self.path, headers: ["Last-Event-ID": text])
                #expect(header.status == 400, "\(text)")
                #expect(try await visit.get("\(Self.path)?after=\(text)").status == 400, "\(text)")
            }
            for site in ["cross-site", "same-site"] {
                let answer = try await visit.get(Self.path, headers: ["Sec-Fetch-Site": site])
                #expect(answer.status == 403, "\(site)")
            }
            #expect(try await visit.post(Self.path, [:]).status == 405)
        }
    }

    @Test("has its own type, is kept by nobody, and collected by no proxy")
    func headers() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let cookie = try #require(visit.cookieHeader)
            let head = try await server.raw(
                "HEAD",
                Self.path,
                nil,
                headers: ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"]
            )
            #expect(head.status == 200)
            #expect(head.headers["Content-Type"] == "text/event-stream")
            #expect(head.headers["Cache-Control"] == "no-store")
            #expect(head.headers["X-Accel-Buffering"] == "no")
            #expect(head.headers["Set-Cookie"] == nil)
            let counted = server.server.metrics.text()
            let series = #"{operation="followPage",status="200"} 1"#
            #expect(counted.contains("purser_requests_total\(series)"))
        }
    }

    @Test("is opened by pages that are asked for, and by none that answers a form")
    func pages() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let today = try await visit.get("/app")
            for part in ["approvals", "safe", "balances", "rail /app", "tab /app"] {
                #expect(today.text.contains("data-live=\"\(part)\""), "\(part)")
            }
            let scripts = today.text.matches(
                of: /<script type="module" src="(\/app\/assets\/live-[0-9a-f]+\.js)">/
            )
            let script = try await visit.get(String(try #require(scripts.first).1))
            #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(script.text.contains("new EventSource"))
            let form = try await visit.get("/app/buy")
            #expect(form.text.contains("data-position"))
            let wrong = try await visit.send(form, to: "/app/buy", ["amount": "a lot"])
            #expect(wrong.status == 400)
            #expect(!wrong.text.contains("data-position"))
        }
    }
}

extension InProcessServer {
    /// Follows what an open page of a visit is told while `work` runs.
    fileprivate func following<R: Sendable>(
        _ visit: WebVisit,
        after position: String? = nil,
        _ headers: [String: String] = [:],
        _ work: (inout EventReader) async throws -> R
    ) async throws -> R {
        var headers = headers
        headers["Cookie"] = visit.cookieHeader
        let path = position.map { "/app/events?after=\($0)" } ?? "/app/events"
        return try await following(path, headers, work)
    }

    /// Pays something into a child's wallet.
    fileprivate func pay(_ child: TestMember, by parent: TestMember) async throws {
        let id = try await child.ownChildID().text
        let answer = try await post(
            "/api/v1/transactions",
            #"{"childId":"\#(id)","amount":5,"type":"Credit","description":"Money"}"#,
            token: parent.token
        )
        #expect(answer.status == 201)
    }
}

extension EventReader {
    /// The kinds of what an open page is told next; `nil` when the stream has ended.
    fileprivate mutating func nextNews() async -> Set<String>? {
        while let values = await nextBlock() {
            guard values["event"] == "news", let words = values["data"] else { continue }
            return Set(words.split(separator: " ").map(String.init))
        }
        return nil
    }

    /// Reads on until something of a kind is told; whether it was.
    fileprivate mutating func news(with kind: String) async -> Bool {
        while let kinds = await nextNews() {
            if kinds.contains(kind) { return true }
        }
        return false
    }
}
