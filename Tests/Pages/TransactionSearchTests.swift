import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The search over all transactions")
struct TransactionSearchTests {
    @Test("finds transactions by what is typed, and writes about one there", arguments: Engine.all)
    func searching(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            for (minor, name, instant) in [
                (12_34, "Corner Books", "2025-03-05T09:00:00Z"),
                (99_00, "Corner Books", "2024-11-11T09:00:00Z"),
                (5_00, "Bakery", "2025-03-04T09:00:00Z"),
            ] as [(Int64, String, String)] {
                try await server.record(
                    account.purchase(minor, "fun", at: name, on: Timestamp(test: instant)),
                    in: account
                )
            }
            let list = "/app/transactions"
            let visit = try await WebVisit.signedIn(parent, server)
            #expect(try await visit.get(list).text.contains("action=\"\(list)\""))
            let found = try await visit.get("\(list)?q=corner+books")
            #expect(found.status == 200)
            #expect(found.text.contains("value=\"corner books\""))
            // Whatever their months are.
            #expect(found.text.contains("\u{2212}$12.34"))
            #expect(found.text.contains("\u{2212}$99.00"))
            let dear = try await visit.get("\(list)?q=corner+books&least=50").text
            #expect(dear.contains("\u{2212}$99.00") && !dear.contains("\u{2212}$12.34"))
            let early = try await visit.get("\(list)?from=2024-01-01&to=2024-12-31").text
            #expect(early.contains("\u{2212}$99.00") && !early.contains("Bakery"))

            let link = try #require(dear.firstMatch(of: /href="([^"]*open=[^"]*)"/))
            let open = String(link.1).replacing("&amp;", with: "&")
            let opened = try await visit.get(open)
            #expect(opened.text.contains("<aside"))
            let fields = WebVisit.hidden(opened.text, to: String(link.1))
            #expect(fields["form_token"] != nil)
            let edit = { (category: String) in
                try await visit.post(open, fields.merging(["category": category]) { $1 })
            }
            let kept = try await edit("Presents")
            #expect(kept.status == 303 && kept.headers["Location"] == "\(open)&done=kept")
            #expect(try await visit.get(open).text.contains("value=\"Presents\""))
            #expect(try await edit(String(repeating: "x", count: 5_000)).status == 400)

            let wrong = try await visit.get("\(list)?q=books&least=much&from=soon")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"search-least-problem\""))
            #expect(wrong.text.contains("id=\"search-from-problem\""))
            #expect(wrong.text.contains("value=\"much\"") && wrong.text.contains("\"soon\""))
            let hostile = try await visit.get("\(list)?q=%3Cscript%3E")
            #expect(!hostile.text.contains("<script>"))
            #expect(try await visit.get("\(list)?q=a&open=x").status == 404)

            let stranger = try await server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, server)
            let nothing = try await other.get(open)
            #expect(nothing.status == 200)
            #expect(!nothing.text.contains("Corner Books") && !nothing.text.contains("<aside"))
        }
    }

    @Test("keeps the account and the days, and shows more of what fits", arguments: Engine.all)
    func keeping(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let first = try await server.openAccount(of: parent)
            let second = try await server.openAccount(of: parent)
            let at = Timestamp(test: "2025-03-04T09:00:00Z")
            let purchases = (1...45).map { number in
                first.purchase(
                    Int64(number),
                    at: "Corner Books \(number)",
                    on: at.adding(milliseconds: Int64(number) * 60_000)
                )
            }
            _ = try await server.operations.ledger.recordTransfers(
                purchases,
                of: parent.household,
                server.call()
            )
            try await server.record(
                second.purchase(9_900, at: "Corner Books 0", on: at),
                second.purchase(
                    8_800,
                    at: "Corner Books 00",
                    on: Timestamp(test: "2025-02-04T09:00:00Z")
                ),
                in: second
            )
            let visit = try await WebVisit.signedIn(parent, server)
            let account = "account=\(second.id.text)"
            let list = try await visit.get("/app/transactions?month=2025-03&\(account)").text
            // The form carries what the list is of.
            #expect(list.contains("value=\"2025-03-01\"") && list.contains("value=\"2025-03-31\""))
            #expect(list.contains("<option value=\"\(second.id.text)\" selected>"))
            let days = "from=2025-03-01&to=2025-03-31"
            let search = "/app/transactions?q=corner+books"
            let found = try await visit.get("\(search)&\(days)&\(account)").text
            #expect(found.contains("1 transaction fits") && found.contains("\u{2212}$99.00"))
            #expect(found.contains(">Search all accounts and days</a>"))
            #expect(found.contains("name=\"notes_was\""))

            var page = try await visit.get(search).text
            var seen: [String] = []
            for count in [20, 20, 7] {
                let names = page.matches(of: /<a class="what" href="[^"]*">([^<]*)<span/)
                    .map { String($0.1) }
                #expect(names.count == count)
                seen += names
                let more = page.firstMatch(of: /href="([^"]*)" rel="next">More results</)
                #expect((more == nil) == (count == 7))
                guard let more else { break }
                page = try await visit.get(String(more.1).replacing("&amp;", with: "&")).text
            }
            #expect(Set(seen).count == 47)
            #expect(page.contains("41 to 47 of those that fit"))
            #expect(page.contains(">Better ones</a>"))
        }
    }
}
