import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages of rules")
struct RulesPageTests {
    private static let pages = ["/app/rules", "/app/rules/places", "/app/rules/decisions"]

    @Test("are there for each role, on either engine", arguments: Engine.all)
    func roles(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            try await parent.fence(.warn, name: "Arcade", for: child.id.text)
            for (member, role) in [(parent, "Parent"), (child, "Child")] {
                let visit = try await WebVisit.signedIn(member, server)
                for path in Self.pages {
                    let page = try await visit.get(path)
                    #expect(page.status == 200)
                    #expect(page.text.contains(role), "\(path)")
                    #expect(page.text.contains("aria-current=\"page\""))
                    for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                        #expect(!page.text.contains(part), "\(path) \(part)")
                    }
                    let nobody = "00000000-0000-7000-8000-000000000000"
                    for query in ["?for=x", "?for=\(nobody)", "?range=x"] {
                        #expect(try await visit.get("\(path)\(query)").status == 404, "\(query)")
                    }
                }
                let rules = try await visit.get("/app/rules")
                #expect(rules.text.contains("<strong>Fun</strong>"))
                for place in ["policies", "places", "decisions"] {
                    #expect(rules.text.contains("href=\"/app/rules/\(place)\">All "), "\(place)")
                }
                #expect(try await visit.get("/app/rules/places").text.contains("Arcade"))
            }
        }
    }

    @Test("set a limit, change it and remove it", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-25T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            let empty = try await visit.get("/app/rules")
            #expect(empty.text.contains("No monthly limit is set"))
            #expect(empty.text.contains("7 days left"))
            let fields = ["category": "Fast Food", "limit": "50", "for": child.id.text]
            let set = try await visit.send(empty, to: "/app/rules", fields)
            #expect(set.status == 303)
            #expect(set.headers["Location"] == "/app/rules")
            let rule = try #require(try await parent.rules(of: child.id.text).first)
            #expect(rule.category == "fast_food" && rule.monthlyLimitCents == 5_000)
            #expect(try await parent.rules().isEmpty)

            let page = try await visit.get("/app/rules?for=\(child.id.text)")
            for part in ["<strong>Fast Food</strong>", "on course", "$50.00 left this month."] {
                #expect(page.text.contains(part), "\(part)")
            }
            let wrong = try await visit.send(page, to: "/app/rules", ["limit": "a lot"])
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("must be an amount"))
            #expect(wrong.text.contains("value=\"a lot\""))
            #expect(wrong.text.contains("<details class=\"again\" open>"))
            #expect(try await parent.rules(of: child.id.text) == [rule])
            let changed = try await visit.send(page, to: "/app/rules", ["limit": "80.50"])
            #expect(changed.headers["Location"] == "/app/rules?for=\(child.id.text)")
            let after = try await parent.rules(of: child.id.text)
            #expect(after.map(\.id) == [rule.id])
            #expect(after.map(\.monthlyLimitCents) == [8_050])
            #expect(try await visit.send(page, to: "/app/rules/remove", [:]).status == 303)
            #expect(try await parent.rules(of: child.id.text).isEmpty)
            #expect(try await visit.send(page, to: "/app/rules/remove", [:]).status == 404)
        }
    }

    @Test("keep what was typed into a new limit, and escape it")
    func refusedLimit() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/rules")
            let set = { (category: String, limit: String) in
                let fields = ["category": category, "limit": limit]
                return try await visit.send(page, to: "/app/rules", fields)
            }
            let hostile = "<script>alert(1)</script>"
            let long = try await set(String(repeating: hostile, count: 5), "20")
            #expect(long.status == 400)
            #expect(long.text.contains("id=\"category-new-problem\">is too long"))
            #expect(long.text.contains("value=\"&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(!long.text.contains("<script>"))
            #expect(try await set(" ", "20").text.contains("id=\"category-new-problem\""))
            for amount in ["", "-1", "lots", "99999999999999"] {
                let refused = try await set("fun", amount)
                #expect(refused.status == 400, "\(amount)")
                #expect(refused.text.contains("id=\"limit-new-problem\""), "\(amount)")
            }
            #expect(try await parent.rules().isEmpty)
            #expect(try await set(hostile, "0").status == 303)
            let blocked = try await visit.get("/app/rules")
            #expect(!blocked.text.contains("<script>"))
            #expect(blocked.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(blocked.text.contains("blocked"))
            // Not from another site, and not without what the page gave.
            #expect(
                try await visit.post("/app/rules", ["category": "a", "limit": "1"]).status == 400
            )
        }
    }

    @Test("show how far a limit is used by figure, word and bar")
    func progress() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 10_000)
            try await server.spend(8_600, from: account)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/rules")
            for part in [
                "aria-label=\"86 % used\"", "nearly used", "$86.00 of $100.00", "width=\"86%\"",
                "$14.00 left this month.",
            ] { #expect(page.text.contains(part), "\(part)") }
        }
    }

    @Test("suggest kinds of purchase that Guardian knows by the same names")
    func kinds() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/rules")
            let kinds = page.text.matches(of: /<option value="([A-Z][^"]*)"><\/option>/)
                .map { String($0.1) }
            #expect(kinds.count == 12)
            for kind in kinds {
                let name = kind.replacing("&amp;", with: "&")
                #expect(try await parent.setRule(name, 1_000).monthlyLimitCents == 1_000)
            }
            let listed = try await visit.get("/app/rules").text
            for kind in kinds { #expect(listed.contains("<strong>\(kind)</strong>"), "\(kind)") }
            // A code of several words was understood as one of Guardian's own.
            let codes = try await parent.rules().map(\.category)
            #expect(codes.allSatisfy { !$0.contains(" ") && !$0.contains("&") }, "\(codes)")
        }
    }

    @Test("show a child its own, and let it change nothing", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let other = try await server.registerChild("bob@example.com", of: parent)
            let rule = try await parent.setRule("fun", 5_000, for: child.id.text)
            _ = try await parent.setRule("secret toys", 5_000, for: other.id.text)
            let fence = try await parent.fence(name: "Arcade", for: child.id.text)
            let visit = try await WebVisit.signedIn(child, server)
            let page = try await visit.get("/app/rules")
            #expect(page.text.contains("What you may spend this month"))
            #expect(!page.text.contains("Secret toys"))
            let token = WebVisit.hidden(page.text, to: "/app/sign-out")
            for path in Self.pages {
                let shown = try await visit.get(path)
                #expect(!shown.text.contains("action=\"/app/rules"), "\(path)")
                for member in [parent, other] {
                    #expect(try await visit.get("\(path)?for=\(member.id.text)").status == 404)
                }
            }
            for (path, fields) in [
                ("/app/rules", ["category": "fun", "limit": "900"]),
                ("/app/rules/remove", ["rule": "\(rule.id)"]),
                (
                    "/app/rules/places",
                    ["latitude": "1", "longitude": "2", "radius": "3", "name": "Home"]
                ),
                ("/app/rules/places/remove", ["fence": "\(fence)"]),
            ] {
                let answer = try await visit.post(path, token.merging(fields) { $1 })
                #expect(answer.status == 403, "\(path)")
            }
            #expect(try await parent.rules(of: child.id.text) == [rule])
            #expect(try await parent.fences(of: child).map(\.id) == [fence])
        }
    }

    @Test("know nothing of another household's rules")
    func strangers() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let rule = try await parent.setRule("fun", 5_000, for: child.id.text)
            let fence = try await parent.fence(for: child.id.text)
            let stranger = try await server.registerParent("other@example.com")
            let visit = try await WebVisit.signedIn(stranger, server)
            let page = try await visit.get("/app/rules")
            let token = WebVisit.hidden(page.text, to: "/app/sign-out")
            for path in Self.pages {
                #expect(try await visit.get("\(path)?for=\(child.id.text)").status == 404)
            }
            let place = ["latitude": "1", "longitude": "2", "radius": "3"]
            for (path, fields) in [
                ("/app/rules", ["category": "fun", "limit": "900", "for": child.id.text]),
                ("/app/rules/remove", ["rule": "\(rule.id)", "for": child.id.text]),
                ("/app/rules/remove", ["rule": "\(rule.id)"]),
                ("/app/rules/places", place.merging(["for": child.id.text]) { $1 }),
                ("/app/rules/places/remove", ["fence": "\(fence)", "for": child.id.text]),
                ("/app/rules/places/remove", ["fence": "\(fence)"]),
                ("/app/rules/places/remove", ["fence": "x"]),
            ] {
                let answer = try await visit.post(path, token.merging(fields) { $1 })
                #expect(answer.status == 404, "\(path) \(fields)")
            }
            // Among its own there is none of the number, as there is none that nobody has.
            for number in ["\(fence)", "999"] {
                let change = place.merging(["fence": number]) { $1 }
                let answer = try await visit.post("/app/rules/places", token.merging(change) { $1 })
                #expect(answer.status == 409)
                #expect(answer.text.contains("This place is not there any more."))
            }
            #expect(try await parent.rules(of: child.id.text) == [rule])
            #expect(try await parent.fences(of: child).map(\.id) == [fence])
            #expect(try await stranger.rules().isEmpty)
        }
    }
}
