import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page of decisions")
struct DecisionsPageTests {
    private static let path = "/app/rules/decisions"

    @Test("shows what waits, what was answered, and why", arguments: Engine.all)
    func history(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            #expect(try await child.authorize(3_000, at: "<b>Steam</b>").decision == .decline)
            try await parent.override(1_200, at: "Corner Books", for: child.id.text)

            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(Self.path)
            for part in [
                "Alice asks: may I buy this?", "&lt;b&gt;Steam&lt;/b&gt;", "$30.00",
                "Corner Books, Alice", "$12.00", "not bought", "0 allowed · 1 stopped by a limit",
                "once", "stopped</span>", "by a limit · Fun", "a parent was asked",
            ] { #expect(page.text.contains(part), "\(part)") }
            #expect(!page.text.contains("<b>Steam"))
            let action = /action="(\/app\/approvals\/[0-9]+)"/
            let path = String(try #require(page.text.firstMatch(of: action)).1)
            #expect(try await visit.send(page, to: path, ["decision": "refuse"]).status == 303)

            let after = try await visit.get(Self.path)
            #expect(!after.text.contains("may I buy this?</h2>"))
            for part in ["a parent said no", "&lt;b&gt;Steam&lt;/b&gt;"] {
                #expect(after.text.contains(part), "\(part)")
            }
            #expect(!after.text.contains("Kept as decision"))

            let own = try await visit.get("\(Self.path)?for=\(parent.id.text)&range=7d")
            #expect(own.status == 200)
            #expect(!own.text.contains("Steam") && !own.text.contains("Corner Books"))
            #expect(own.text.contains("Nothing was asked in this time."))
            #expect(try await visit.get("\(Self.path)?range=14d").status == 404)
        }
    }

    @Test("leads to a page of each, with its checks and what became of it", arguments: Engine.all)
    func page(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            let declined = try await child.authorize(3_000, at: "<b>Steam</b>")
            let allowed = try await parent.authorize(700, at: "Corner Books")
            let visit = try await WebVisit.signedIn(parent, server)
            let path = { (decision: API.Guardian.AuthorizeResponse) in
                "\(Self.path)/\(decision.decisionID.text)"
            }
            let list = try await visit.get(Self.path)
            for decision in [declined, allowed] {
                #expect(list.text.contains("href=\"\(path(decision))\""))
            }
            let page = try await visit.get(path(declined))
            #expect(page.status == 200)
            for part in [
                "&lt;b&gt;Steam&lt;/b&gt;, $30.00", "Alice asked on Wednesday, March 5 at 12:00",
                "Better not: it breaks a limit", "No: </span>$30.00 is more than half",
                "Alice asks: may I buy this?", "href=\"\(Self.path)\">All decisions</a>",
                "Change the limit",
            ] { #expect(page.text.contains(part), "\(part)") }
            for part in ["style=", "<script>", "onclick", "{{", "}}", "<b>Steam"] {
                #expect(!page.text.contains(part), "\(part)")
            }
            let form = /action="(\/app\/approvals\/[0-9]+)"/
            let action = String(try #require(page.text.firstMatch(of: form)).1)
            let answer = try await visit.send(page, to: action, ["decision": "approve"])
            #expect(answer.status == 303)
            let after = try await visit.get(path(declined))
            #expect(after.text.contains("A parent allowed it once on Wednesday, March 5 at 12:00."))
            #expect(after.text.contains("The permission can be used until 12:05."))
            let bought = try await child.authorize(3_000, at: "<b>Steam</b>")
            #expect(bought.reason == .override)
            let used = try await visit.get(path(declined))
            #expect(used.text.contains("href=\"\(path(bought))\">See that decision</a>"))
            let own = try await visit.get(path(allowed))
            #expect(own.text.contains("You asked on"))
            #expect(own.text.contains("Nobody had to be asked"))
            #expect(!own.text.contains("action=\"/app/approvals"))
        }
    }

    @Test("shows a decision to whom it is for, and is not there for others", arguments: Engine.all)
    func access(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            let (stranger, _) = try await server.registerBlockedChild("roe")
            let decided = try await child.authorize(5_000, at: "Toy House").decisionID
            let path = "\(Self.path)/\(decided.text)"
            for (member, status) in [(parent, 200), (child, 200), (sibling, 404), (stranger, 404)] {
                let visit = try await WebVisit.signedIn(member, server)
                let page = try await visit.get(path)
                #expect(page.status == status, "\(member.email)")
                #expect(page.text.contains("Toy House") == (status == 200))
                let isAsked = page.text.contains("action=\"/app/approvals")
                #expect(isAsked == (member.email == parent.email))
            }
            let visit = try await WebVisit.signedIn(parent, server)
            let nobody = "00000000-0000-7000-8000-000000000000"
            for name in ["x", nobody] {
                #expect(try await visit.get("\(Self.path)/\(name)").status == 404, "\(name)")
            }
            #expect(try await visit.get("\(Self.path)?before=x").status == 404)
            let asked = try await WebVisit(server).get(path)
            #expect(asked.status == 303)
            #expect(asked.headers["Location"]?.hasPrefix("/app/sign-in?next=") == true)
        }
    }

    @Test("goes back page by page, also while new ones come", arguments: Engine.all)
    func paging(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for cents in 1...25 {
                _ = try await parent.authorize(Int64(cents), at: "Own \(cents).")
                _ = try await child.authorize(Int64(cents), at: "Theirs \(cents).")
            }
            let visit = try await WebVisit.signedIn(parent, server)
            var seen: [String] = []
            var path: String? = Self.path
            while let next = path {
                let page = try await visit.get(next)
                let names = page.text.matches(of: #/>((?:Own|Theirs) [0-9]+\.)[^<]*<\/a>/#)
                seen += names.map { String($0.1) }
                let more = page.text.firstMatch(of: /href="([^"]*&amp;before=[^"]*)">More/)
                path = more.map { String($0.1).replacing("&amp;", with: "&") }
                _ = try await child.authorize(9_900, at: "New")
            }
            let all = (1...25).reversed().flatMap { ["Theirs \($0).", "Own \($0)."] }
            #expect(seen == all)
            let own = try await visit.get("\(Self.path)?for=\(parent.id.text)")
            #expect(own.text.ranges(of: "href=\"\(Self.path)/").count == 20)
            #expect(!own.text.contains("Theirs"))
            let rules = try await visit.get("/app/rules")
            #expect(rules.text.ranges(of: "href=\"\(Self.path)/").count == 3)
        }
    }

    @Test("shows a child its own alone, and nothing to answer")
    func child() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let other = try await server.registerChild("bob@example.com", of: parent)
            for (member, merchant) in [(child, "Steam"), (other, "Toy House")] {
                _ = try await parent.setRule("fun", 5_000, for: member.id.text)
                #expect(try await member.authorize(3_000, at: merchant).decision == .decline)
                try await parent.override(700, at: "\(merchant) Two", for: member.id.text)
            }
            let visit = try await WebVisit.signedIn(child, server)
            let page = try await visit.get(Self.path)
            #expect(page.text.contains("You asked: may I buy this?"))
            #expect(page.text.contains("Steam Two"))
            #expect(!page.text.contains("Toy House"))
            #expect(!page.text.contains("action=\"/app/approvals"))
        }
    }
}
