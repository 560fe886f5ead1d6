import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page of questions")
struct AskPageTests {
    /// The address without what is for the browser alone.
    private func place(_ answer: TransportResponse) throws -> String {
        #expect(answer.status == 303)
        let place = try #require(answer.headers["Location"])
        #expect(place.hasSuffix("#latest"))
        return String(place.prefix { $0 != "#" })
    }

    @Test("answer with figures and sources that open", arguments: Engine.all)
    func asking(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let empty = try await visit.get("/app/ask")
            #expect(empty.status == 200)
            #expect(empty.text.contains("What do you want to know?"))
            #expect(empty.text.contains("value=\"What is safe to spend today?\""))
            let question = ["message": "How much did I spend on groceries last month?"]
            let there = try place(try await visit.send(empty, to: "/app/ask", question))
            // The same form sent twice asks once, and another question of it is another one.
            #expect(try place(try await visit.send(empty, to: "/app/ask", question)) == there)
            let page = try await visit.get(there)
            for part in [
                "How much did I spend on groceries last month?", "$580.65", "May 2025",
                "The 5 transactions behind it", "Whole Foods", "id=\"latest\"",
                "\u{2212}$142.35",
            ] { #expect(page.text.contains(part), "\(part)") }
            #expect(page.text.matches(of: /class="asked"/).count == 1)
            for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                #expect(!page.text.contains(part), "\(part)")
            }
            let link = /href="(\/app\/transactions[^"]*open=[^"]*)"/
            let links = page.text.matches(of: link).map { String($0.1) }
            #expect(links.count == 5)
            let first = try #require(links.first).replacing("&amp;", with: "&")
            let opened = try await visit.get(first)
            #expect(opened.text.contains("<aside class=\"card w5\" aria-label=\"Whole Foods\">"))

            let next = try place(
                try await visit.send(page, to: "/app/ask", ["message": "And in April?"])
            )
            #expect(next == there)
            let went = try await visit.get(next)
            #expect(went.text.matches(of: /class="asked"/).count == 2)
            #expect(went.text.matches(of: /id="latest"/).count == 1)
            #expect(try await visit.get("/app/ask").text.contains("And in April?"))
            let fresh = try await visit.get("/app/ask?new=1")
            #expect(!fresh.text.contains("And in April?"))
            let other = try place(
                try await visit.send(fresh, to: "/app/ask", ["message": "What is unusual?"])
            )
            #expect(other != there)

            let removed = try await visit.send(went, to: "/app/ask/delete", [:])
            #expect(removed.status == 303 && removed.headers["Location"] == "/app/ask?new=1")
            #expect(try await visit.get(there).status == 404)
            #expect(try await visit.get(other).status == 200)
        }
    }

    @Test("keep a question that is refused, and show nobody another's", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/ask")
            let blank = try await visit.send(page, to: "/app/ask", ["message": " "])
            #expect(blank.status == 400)
            #expect(blank.text.contains("id=\"message-problem\">Your question is required"))
            let long = "<script>" + String(repeating: "x", count: 4_000)
            let refused = try await visit.send(page, to: "/app/ask", ["message": long])
            #expect(refused.status == 400)
            #expect(refused.text.contains("id=\"message-problem\">Your question is too long"))
            #expect(refused.text.contains("&lt;script&gt;xxxx"))
            #expect(!refused.text.contains("<script>"))
            let kept = try await visit.get("/app/ask")
            #expect(kept.text.contains("What do you want to know?"))

            let there = try place(
                try await visit.send(page, to: "/app/ask", ["message": "<script>What?\r\nNow"])
            )
            let asked = try await visit.get(there)
            #expect(asked.text.contains("&lt;script&gt;What?\nNow"))
            #expect(!asked.text.contains("<script>"))
            let own = try await WebVisit.signedIn(child, server)
            #expect(try await own.get(there).status == 404)
            let theirs = try await own.get("/app/ask")
            #expect(theirs.text.contains("What do you want to know?"))
            #expect(theirs.text.contains("value=\"When is my next allowance?\""))
            let id = WebVisit.hidden(asked.text, to: "/app/ask")["conversation"] ?? ""
            #expect(!id.isEmpty)
            let token = WebVisit.hidden(theirs.text, to: "/app/ask")
            _ = try await own.post("/app/ask/delete", token.merging(["conversation": id]) { $1 })
            #expect(try await visit.get(there).status == 200)
            let none = try await own.post("/app/ask/delete", token)
            #expect(none.status == 404)
            #expect(try await own.get("/app/ask?conversation=x").status == 404)
            #expect(try await visit.post("/app/ask", ["message": "Hello"]).status == 400)
        }
    }

    @Test("open a transaction that a later page of its month has")
    func opening() async throws {
        try await withServer(.sqlite, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            for hour in 0..<60 {
                let instant = Timestamp(test: "2025-02-01T12:00:00Z")
                    .adding(seconds: Int64(hour) * 3_600)
                try await server.record(
                    account.purchase(100, at: hour == 0 ? "The First" : "Later", on: instant),
                    in: account
                )
            }
            let visit = try await WebVisit.signedIn(parent, server)
            let month = try await visit.get("/app/transactions?month=2025-02").text
            let next = try #require(month.firstMatch(of: /href="([^"]*)" rel="next">Older</)).1
            let older = try await visit.get(String(next).replacing("&amp;", with: "&"))
            let link = /href="[^"]*open=([^"&]*)"[^>]*>The First</
            let id = try #require(older.text.firstMatch(of: link)).1
            let opened = try await visit.get("/app/transactions?month=2025-02&open=\(id)")
            #expect(opened.text.contains("<aside class=\"card w5\" aria-label=\"The First\">"))
        }
    }

    @Test("open a transaction however far down a long month, by its day or its id alone")
    func openingByDay() async throws {
        try await withServer(.sqlite, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            let day = { (number: Int) in Timestamp(test: "2025-02-1\(number)T12:00:00Z") }
            let rows = (0..<1_150).map { number in
                let shop = number == 0 ? "The First" : "Later"
                return account.purchase(100, at: shop, on: day(number / 575))
            }
            let posted = try await server.operations.ledger.recordTransfers(
                rows,
                of: parent.household,
                server.call()
            )
            let visit = try await WebVisit.signedIn(parent, server)
            let path = "/app/transactions?month=2025-02&open=\(posted[0].text)"
            let aside = "<aside class=\"card w5\" aria-label=\"The First\">"
            let opened = try await visit.get("\(path)&day=2025-02-10")
            #expect(opened.text.contains(aside) && !opened.text.contains("day="))
            #expect(opened.text.contains(">Newest</a>"))
            // No day, that of another month, and one that it is not of.
            for other in ["", "&day=2025-01-10", "&day=2025-02-28", "&day=2025-02-11"] {
                let page = try await visit.get(path + other)
                #expect(page.status == 200 && page.text.contains(aside), "\(other)")
            }
            #expect(try await visit.get("\(path)&day=x").status == 404)
        }
    }
}
