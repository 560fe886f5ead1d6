import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The list of transactions")
struct TransactionListPageTests {
    private let list = "/app/transactions"

    /// Where a link with a text leads.
    private func link(_ text: String, on page: String) throws -> String {
        let pattern = try Regex("href=\"([^\"]*)\"[^>]*>\(text)<")
        let match = try #require(page.firstMatch(of: pattern), "\(text)")
        let href = try #require(match.output[1].substring)
        return String(href).replacing("&amp;", with: "&")
    }

    private func names(_ page: String) -> [String] {
        page.matches(of: /<a class="what" href="[^"]*">([^<]*)<span/).map { String($0.1) }
    }

    /// The form of a transaction in the list, with what it carries.
    private func form(_ name: String, on page: String) throws -> [String: String] {
        let rows = page.split(separator: "<li>")
        let row = try #require(rows.first { $0.contains(">\(name)<span") })
        var fields: [String: String] = [:]
        let end = row.firstRange(of: "</li>")?.lowerBound ?? row.endIndex
        for field in row[..<end].matches(of: /\ name="([a-z_]+)" value="([^"]*)"/) {
            fields[String(field.1)] = String(field.2)
        }
        let typed = /\ value="([^"]*)" autocomplete[^>]* name="([a-z]+)"/
        for field in row[..<end].matches(of: typed) {
            fields[String(field.2)] = String(field.1)
        }
        return fields
    }

    /// Records purchases a minute after each other, the last of which is the newest.
    private func fill(
        _ account: TestAccount,
        _ names: [String],
        from instant: String,
        in server: InProcessServer
    ) async throws {
        let start = Timestamp(test: instant)
        let purchases = names.enumerated().map { place, name in
            let at = start.adding(milliseconds: Int64(place) * 60_000)
            return account.purchase(Int64(place + 1), "fun", at: name, on: at)
        }
        _ = try await server.operations.ledger.recordTransfers(
            purchases,
            of: account.owner.household,
            server.call()
        )
    }

    @Test("shows each once, whatever comes between two pages", arguments: Engine.all)
    func paging(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-20T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            let shops = (0..<120).map { "Shop \($0)" }
            try await fill(account, shops, from: "2025-03-05T09:00:00Z", in: server)
            let visit = try await WebVisit.signedIn(parent, server)
            var page = try await visit.get(list).text
            var seen = names(page)
            #expect(seen.count == 40)
            for round in 0..<2 {
                let news = ["New \(round)"]
                try await fill(account, news, from: "2025-03-19T09:00:00Z", in: server)
                let older = try link("Older", on: page)
                #expect(older.contains("before="))
                page = try await visit.get(older).text
                seen += names(page)
            }
            #expect(seen == shops.reversed())
            #expect(!page.contains(">Older</a>"))
            let newest = try await visit.get(try link("Newest", on: page)).text
            #expect(names(newest).first == "New 1")
        }
    }

    @Test("opens a transaction by its id, whatever page it is on", arguments: Engine.all)
    func opening(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-20T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            let shops = (0..<120).map { "Shop \($0)" }
            try await fill(account, shops, from: "2025-03-05T09:00:00Z", in: server)
            let visit = try await WebVisit.signedIn(parent, server)
            let second = try await visit.get(try link("Older", on: try await visit.get(list).text))
            let third = try await visit.get(try link("Older", on: second.text)).text
            let open = try link("Shop 3", on: third)
            try await fill(account, ["Newest"], from: "2025-03-19T10:00:00Z", in: server)
            let pane = "aria-label=\"Shop 3\""
            let opened = try await visit.get(open).text
            #expect(opened.contains(pane) && names(opened) == names(third))
            let id = try #require(open.firstMatch(of: /open=([0-9a-f-]+)/)).1
            let alone = try await visit.get("\(list)?open=\(id)").text
            #expect(alone.contains(pane) && names(alone).first == "Newest")
            let day = "month=2025-03&open=\(id)&day=2025-03-05"
            let linked = try await visit.get("\(list)?\(day)").text
            #expect(linked.contains(pane) && names(linked).first == "Shop 119")
            #expect(linked.contains(">Newest</a>"))
            // The page of another month has it, too.
            #expect(try await visit.get("\(list)?month=2024-11&open=\(id)").text.contains(pane))
            let gone = "\(list)?open=00000000-0000-7000-8000-000000000000"
            let nothing = try await visit.get(gone).text
            #expect(!nothing.contains("<aside") && nothing.contains("not in your lists"))
            for wrong in ["before=x", "before=1.x", "skip=-1", "skip=100", "account=1"] {
                #expect(try await visit.get("\(list)?\(wrong)").status == 404, "\(wrong)")
            }
        }
    }

    @Test("goes on with the month before, and is of a kind or of amounts", arguments: Engine.all)
    func months(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-20T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            for (minor, kind, name, at) in [
                (500, "fun", "Arcade", "2025-03-02T09:00:00Z"),
                (9_000, "groceries", "Big shop", "2025-03-02T10:00:00Z"),
                (700, "fun", "Old arcade", "2025-02-02T09:00:00Z"),
            ] as [(Int64, String, String, String)] {
                let purchase = account.purchase(minor, kind, at: name, on: Timestamp(test: at))
                try await server.record(purchase, in: account)
            }
            let visit = try await WebVisit.signedIn(parent, server)
            let march = try await visit.get(list).text
            #expect(names(march) == ["Big shop", "Arcade"])
            let february = try await visit.get(try link("February 2025", on: march)).text
            #expect(names(february) == ["Old arcade"])
            #expect(february.contains("<h2 class=\"day\">Sunday, February 2</h2>"))
            let dear = try await visit.get("\(list)?least=80").text
            #expect(names(dear) == ["Big shop"])
            let earlier = try await visit.get(try link("February 2025", on: dear)).text
            #expect(names(earlier) == [] && earlier.contains("Nothing fits in February 2025"))
            let days = try await visit.get("\(list)?from=2025-02-01&to=2025-03-31").text
            #expect(names(days) == ["Big shop", "Arcade", "Old arcade"])
            // Days without an end are read month by month.
            #expect(names(try await visit.get("\(list)?to=2025-02-28").text) == ["Old arcade"])
            let wrong = try await visit.get("\(list)?from=2025-03-02&to=2025-03-01")
            #expect(wrong.status == 400 && wrong.text.contains("id=\"search-to-problem\""))
        }
    }

    @Test("writes about a transaction in its row, and stays there", arguments: Engine.all)
    func writing(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-20T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            let shops = (0..<60).map { "Shop \($0)" }
            try await fill(account, shops, from: "2025-03-05T09:00:00Z", in: server)
            let visit = try await WebVisit.signedIn(parent, server)
            let older = try link("Older", on: try await visit.get(list).text)
            var fields = try form("Shop 3", on: try await visit.get(older).text)
            #expect(fields["category_was"] == fields["category"] && fields["notes"] == "")
            (fields["category"], fields["notes"]) = ("Presents", "for Cleo")
            let kept = try await visit.post(older, fields)
            #expect(kept.status == 303 && kept.headers["Location"] == "\(older)&done=kept")
            let page = try await visit.get("\(older)&done=kept").text
            #expect(page.contains("What you wrote was kept"))
            #expect(page.contains("Presents · Account · for Cleo"))
            // The word is offered from then on, and what lists call things by themselves.
            for kind in ["Presents", "Groceries"] {
                #expect(page.contains("<option value=\"\(kind)\"></option>"), "\(kind)")
            }
            #expect(!page.contains("<option value=\"Food and Drink\"></option>"))

            fields = try form("Shop 3", on: page)
            let long = String(repeating: "x", count: 65)
            fields["category"] = long
            let refused = try await visit.post(older, fields)
            #expect(refused.status == 400)
            let row = "category-\(fields["transaction"] ?? "")"
            #expect(refused.text.contains("id=\"\(row)-problem\">is too long<"))
            #expect(refused.text.contains("value=\"\(long)\""))
            #expect(refused.text.contains("<details class=\"again\" open>"))
            fields["category"] = " "
            #expect(try await visit.post(older, fields).status == 400)

            let stranger = try await server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, server)
            let own = WebVisit.hidden(try await other.get("/app/more").text, to: "/app/sign-out")
            for notes in ["for Cleo", "mine"] {
                fields.merge(["category": "Presents", "notes": notes]) { $1 }
                let answer = try await other.post(list, fields.merging(own) { $1 })
                #expect(answer.status == 404)
            }
        }
    }

    @Test("leaves the bank its word for what somebody notes alone", arguments: Engine.all)
    func notes(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            bank.tell(.page(.test("t1", 700)))
            _ = try await home.owner.syncTransactions()
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let open = try link("Aldi", on: try await visit.get(list).text)
            let page = try await visit.get(open).text
            let pane = try #require(page.split(separator: "<aside").last)
            let action = open.replacing("&", with: "&amp;")
            var fields = WebVisit.hidden(String(pane), to: action)
            #expect(fields["category_was"] == "Groceries")
            fields.merge(["category": "Groceries", "notes": "for the party"]) { $1 }
            #expect(try await visit.post(open, fields).headers["Location"] == "\(open)&done=kept")
            bank.tell(.page(modified: [.test("t1", 700, category: "TRAVEL_FLIGHTS")]))
            _ = try await home.owner.syncTransactions()
            let later = try await visit.get(list).text
            #expect(later.contains("Travel · "))
            #expect(later.contains(" · for the party"))
            // What somebody calls it stays.
            fields = try form("Aldi", on: later)
            fields["category"] = "Presents"
            #expect(try await visit.post(list, fields).status == 303)
            bank.tell(.page(modified: [.test("t1", 700)]))
            _ = try await home.owner.syncTransactions()
            #expect(try await visit.get(list).text.contains("Presents · "))
        }
    }
}
