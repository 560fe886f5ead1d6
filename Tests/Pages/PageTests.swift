import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages of the web app")
struct PageTests {
    @Test("show each role its own, on either engine", arguments: Engine.all)
    func roles(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let account = try await server.openAccount(of: parent)
            try await server.record(
                account.purchase(12_34, "c1", at: "Corner Books", on: server.clock.now),
                in: account
            )
            for (member, role) in [(parent, "Parent"), (child, "Child")] {
                let visit = try await WebVisit.signedIn(member, server)
                for path in ["/app", "/app/transactions", "/app/buy"] {
                    let page = try await visit.get(path)
                    #expect(page.status == 200)
                    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
                    #expect(page.headers["Cache-Control"] == "no-store", "\(path)")
                    #expect(page.text.contains(role), "\(path)")
                    #expect(page.text.contains("aria-current=\"page\""))
                    for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                        #expect(!page.text.contains(part), "\(path) \(part)")
                    }
                }
            }
            let visit = try await WebVisit.signedIn(parent, server)
            #expect(try await visit.get("/app").text.contains("$12.34"))
            let others = try await WebVisit.signedIn(child, server)
            #expect(!(try await others.get("/app").text.contains("$12.34")))
        }
    }

    @Test("answer a question with its reasons, and keep what was typed")
    func buying() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule("fun", 5_000)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/buy")
            let ask = { (amount: String, merchant: String) in
                try await visit.send(
                    page,
                    to: "/app/buy",
                    ["amount": amount, "merchant": merchant, "category": "fun"]
                )
            }
            let no = try await ask("30", "Steam")
            #expect(no.status == 200)
            #expect(no.text.contains("Better not: it breaks a limit"))
            #expect(no.text.contains("class=\"ended\""))
            #expect(no.text.contains("value=\"Steam\""))
            let yes = try await ask("$5.50", "Steam")
            #expect(yes.text.contains("<h2>Yes</h2>"))
            let wrong = try await ask("a lot", "<script>alert(1)</script>")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("must be an amount, such as 12.50"))
            #expect(wrong.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(!wrong.text.contains("<script>"))
            let nowhere = try await ask("12", " ")
            #expect(nowhere.status == 400)
            #expect(nowhere.text.contains("id=\"merchant-problem\""))
        }
    }

    @Test("list a month by day, and keep what is written about one", arguments: Engine.all)
    func transactions(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            for (minor, name, instant) in [
                (12_34, "Corner Books", "2025-03-05T09:00:00Z"),
                (5_00, "<b>Cafe</b>", "2025-03-04T09:00:00Z"),
                (7_77, "Long Ago", "2025-02-11T09:00:00Z"),
            ] as [(Int64, String, String)] {
                try await server.record(
                    account.purchase(minor, "fun", at: name, on: Timestamp(test: instant)),
                    in: account
                )
            }
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/transactions")
            for part in [
                "Corner Books", "&lt;b&gt;Cafe&lt;/b&gt;", ">Today<", ">Yesterday<", "February",
                "\u{2212}$12.34", "2 transactions",
            ] { #expect(page.text.contains(part), "\(part)") }
            #expect(!page.text.contains("Long Ago"))
            let before = try await visit.get("/app/transactions?month=2025-02")
            #expect(before.text.contains("Long Ago"))
            let empty = try await visit.get("/app/transactions?month=2024-02")
            #expect(empty.text.contains("Nothing in February 2024"))

            let link = try #require(page.text.firstMatch(of: /href="([^"]*open=[^"]*)"/))
            let open = String(link.1).replacing("&amp;", with: "&")
            let opened = try await visit.get(open)
            let form = /<form method="post" action="([^"]*open[^"]*)"/
            let action = try #require(opened.text.firstMatch(of: form)).1
            let fields = WebVisit.hidden(opened.text, to: String(action))
            let edit = { (category: String) in
                try await visit.post(
                    open,
                    fields.merging(["category": category, "notes": "for Ann"]) { $1 }
                )
            }
            #expect(try await edit("Groceries").status == 303)
            let edited = try await visit.get(open)
            #expect(edited.text.contains("value=\"Groceries\""))
            #expect(edited.text.contains("value=\"for Ann\""))
            #expect(try await edit(String(repeating: "x", count: 5_000)).status == 400)
            for path in ["?month=2025-13", "?before=x", "?account=x", "?open=x"] {
                #expect(try await visit.get("/app/transactions\(path)").status == 404, "\(path)")
            }
            let stranger = try await server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, server)
            #expect(!(try await other.get(open).text.contains("Corner Books")))
            #expect(try await other.post(open, fields).status == 400)
        }
    }

    @Test("let a parent answer what a child asked, once and from here alone", arguments: Engine.all)
    func approving(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            let asked = try await child.purser.call(
                API.Guardian.authorizePurchase,
                API.Guardian.AuthorizeRequest(
                    amountCents: 3_000,
                    merchant: "Steam",
                    category: "fun"
                )
            )
            #expect(asked.decision == .decline)
            let pending = API.Guardian.ApprovalsRequest(state: .pending)
            let approvals = try await parent.purser.call(API.Guardian.listApprovals, pending)
            let path = "/app/approvals/\(try #require(approvals.first).id)"
            let answer = ["decision": "approve"]

            let own = try await WebVisit.signedIn(child, server)
            let childs = try await own.get("/app")
            #expect(childs.text.contains("Steam for $30.00: you asked"))
            #expect(!childs.text.contains("action=\"\(path)\""))
            let token = WebVisit.hidden(childs.text, to: "/app/sign-out")
            #expect(try await own.post(path, token.merging(answer) { $1 }).status == 403)

            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app")
            #expect(page.text.contains("asks: may I buy this?"))
            #expect(try await visit.post(path, answer).status == 400)
            #expect(try await visit.post(path, token.merging(answer) { $1 }).status == 400)
            #expect(try await parent.purser.call(API.Guardian.listApprovals, pending).count == 1)
            #expect(try await visit.send(page, to: path, answer).status == 303)
            #expect(try await parent.purser.call(API.Guardian.listApprovals, pending).isEmpty)
            // The same answer again is heard again, and another one is too late.
            #expect(try await visit.send(page, to: path, answer).status == 303)
            let late = try await visit.send(page, to: path, ["decision": "refuse"])
            #expect(late.status == 303)
            let told = try await visit.get(try #require(late.headers["Location"]))
            #expect(told.text.contains("Somebody answered it before you, and allowed it once"))
            #expect(try await visit.send(page, to: "/app/approvals/x", answer).status == 400)
        }
    }

    @Test("are answered with a page also where nothing is there")
    func refusals() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app")
            let token = WebVisit.hidden(page.text, to: "/app/sign-out")
            let answer = try await visit.post(
                "/app/approvals/999",
                token.merging(["decision": "approve"]) { $1 }
            )
            #expect(answer.status == 404)
            #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
            #expect(answer.text.contains("This did not work"))
        }
    }

    @Test(
        "take an amount as people write it",
        arguments: [
            ("12", 1_200), ("12.5", 1_250), ("12,50", 1_250), ("$1,290.00", 129_000),
            ("1.290,00 €", 129_000), ("1,290", 129_000), ("0.01", 1), (" 7 ", 700),
            ("", nil), ("a", nil), ("12.", nil), ("1.2.3", nil), ("-5", nil), ("12 apples", nil),
            ("1,29,000", nil), ("9999999999999999", nil), ("$", nil),
        ] as [(String, Int64?)]
    )
    func amounts(text: String, hundredths: Int64?) {
        #expect(TypedAmount.hundredths(text) == hundredths)
    }
}
