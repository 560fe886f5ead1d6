import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page that tells whether to buy something")
struct BuyPageTests {
    private static let path = "/app/buy"
    private static let allow = "/app/buy/allow"

    private func ask(
        _ amount: String,
        _ visit: WebVisit,
        at merchant: String = "Steam",
        as category: String = "fun"
    ) async throws -> TransportResponse {
        let page = try await visit.get(Self.path)
        let fields = ["amount": amount, "merchant": merchant, "category": category]
        return try await visit.send(page, to: Self.path, fields)
    }

    private func clean(_ page: TransportResponse) {
        for part in ["<script>", "style=", "onclick", "{{", "}}"] {
            #expect(!page.text.contains(part), "\(part)")
        }
    }

    @Test("shows how avoidable it looks, as the API says it, with what makes the figure")
    func score() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.purser.call(
                API.Guardian.setProfile,
                API.Guardian.ProfileRequest(profile: .saver, monthlyIncomeCents: 200_000)
            )
            try await server.spend(10_000, "fast_food", at: "Starbucks", from: account)
            let visit = try await WebVisit.signedIn(parent, server)
            let high = try await ask("50", visit, at: "Starbucks", as: "")
            for part in [
                "<h2 id=\"avoidable\">How avoidable does it look?</h2>", "95 %",
                "</svg>high</span>",
                "How avoidable it looks: 95 %, which is high. From 40 % on, the mark, it is",
                "pathLength=\"100\" stroke-dasharray=\"95 100\"", "stroke-dasharray=\"0 39 2 100\"",
                "With this purchase you have spent 150% of your fast food budget.",
                "Such a purchase by itself", "raises it", "The month&#39;s budget", "150 %",
                "$150.00 is spent on such things this month",
            ] { #expect(high.text.contains(part), "\(part)") }
            #expect(!high.text.contains("lowers it"))
            clean(high)
            // The kind that was typed tells what is scored where the merchant is not known.
            let needed = try await ask("5", visit, at: "Corner Shop", as: " Groceries")
            for part in ["lowers it", "changes nothing", "</svg>Needed</span>"] {
                #expect(needed.text.contains(part), "\(part)")
            }
            let scores = try await server.contents().count("scores")
            #expect(scores == 2)
            #expect(try await visit.get(Self.path).text.contains("id=\"avoidable\"") == false)
            #expect(try await ask("a lot", visit).status == 400)
            #expect(try await server.contents().count("scores") == scores)
        }
    }

    @Test("says what would be left of the limit, of a wallet, and of what is safe to spend")
    func left() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await ask("50", visit)
            for part in [
                "What would be left?", "The limit, with this purchase", "$50.00 of $200.00",
                "aria-label=\"25 % used\"", "$150.00 left this month.",
            ] { #expect(page.text.contains(part), "\(part)") }
            #expect(!page.text.contains("In your wallet"))
            let groceries = try await ask("50", visit, at: "Corner Shop", as: "groceries")
            #expect(groceries.text.contains("No limit is set for Groceries."))
            #expect(!groceries.text.contains("The limit, with this purchase"))

            let own = try await WebVisit.signedIn(child, server)
            let theirs = try await ask("3", own)
            for part in ["In your wallet", "$0.00 now", "\u{2212}$3.00", "not enough"] {
                #expect(theirs.text.contains(part), "\(part)")
            }
            #expect(!theirs.text.contains("Safe to spend today"))
            clean(theirs)
        }
    }

    @Test("lets a parent allow once what was declined, however often it is pressed")
    func override() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule("fun", 5_000)
            let visit = try await WebVisit.signedIn(parent, server)
            let merchant = "Steam & <Sons>"
            let no = try await ask("30.00", visit, at: merchant)
            for part in [
                "Better not: it breaks a limit", "Allow it once anyway", "Change the limit",
                "<summary>What was looked at</summary>", "class=\"ended\"",
            ] { #expect(no.text.contains(part), "\(part)") }
            clean(no)
            // What is hidden is escaped; a browser sends it as it was.
            var fields = WebVisit.hidden(no.text, to: Self.allow)
            #expect(fields["merchant"] == "Steam &amp; &lt;Sons&gt;")
            #expect(fields["amount"] == "30.00" && fields["key"] != nil)
            fields["merchant"] = merchant
            let forged = try await visit.post(
                Self.allow,
                fields.merging(["form_token": "x"]) { $1 }
            )
            #expect(forged.status == 400)
            let wrong = try await visit.post(Self.allow, fields.merging(["amount": "x"]) { $1 })
            #expect(wrong.status == 400)
            #expect(try await server.contents().count("overrides") == 0)
            for _ in 0..<2 {
                let answer = try await visit.post(Self.allow, fields)
                #expect(answer.status == 303)
                let place = try #require(answer.headers["Location"])
                #expect(place.hasPrefix("/app/buy?merchant=Steam"))
                let page = try await visit.get(place)
                #expect(page.text.contains("is allowed once: ask again now"))
                #expect(page.text.contains("value=\"Steam &amp; &lt;Sons&gt;\""))
                clean(page)
            }
            #expect(try await server.contents().count("overrides") == 1)
            let yes = try await ask("30.00", visit, at: merchant)
            #expect(yes.text.contains("Yes: a parent allowed it"))
            #expect(!yes.text.contains("Allow it once anyway"))
            // An address says what anybody likes: nothing is allowed any more.
            let later = try await visit.get("/app/buy?merchant=Steam&amount=30.00&category=fun")
            #expect(!later.text.contains("is allowed once"))
            #expect(later.text.contains("value=\"Steam\""))
        }
    }

    @Test("tells a child that its parents were asked, and lets a parent answer there")
    func approval() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            let own = try await WebVisit.signedIn(child, server)
            for _ in 0..<2 {
                let no = try await ask("30", own)
                for part in ["Your parents were asked.", "You asked: may I buy this?"] {
                    #expect(no.text.contains(part), "\(part)")
                }
                #expect(!no.text.contains("Allow it once anyway"))
                #expect(!no.text.contains("Change the limit"))
                #expect(!no.text.contains("action=\"/app/approvals"))
            }
            let token = WebVisit.hidden(try await own.get(Self.path).text, to: Self.path)
            let fields = ["merchant": "Steam", "amount": "30", "key": "k"]
            let forbidden = try await own.post(Self.allow, token.merging(fields) { $1 })
            #expect(forbidden.status == 403)
            #expect(try await server.contents().count("overrides") == 0)

            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(Self.path)
            #expect(page.text.contains("Alice asks: may I buy this?"))
            let action = /action="(\/app\/approvals\/[0-9]+)"/
            let path = String(try #require(page.text.firstMatch(of: action)).1)
            let answer = try await visit.send(page, to: path, ["decision": "approve"])
            let place = try #require(answer.headers["Location"])
            #expect(answer.status == 303 && place.hasPrefix("\(Self.path)?answered="))
            #expect(try await visit.get(place).text.contains("Allowed once: Steam, $30.00."))
            #expect(!(try await visit.get(Self.path).text.contains("Alice asks")))
            // Where an answer leads back to is one of our own pages.
            let away = try await visit.send(page, to: path, ["decision": "approve", "back": "//x"])
            #expect(away.status == 303)
            #expect(away.headers["Location"]?.hasPrefix("/app?answered=") == true)
            #expect(try await ask("30", own).text.contains("Yes: a parent allowed it"))
        }
    }

    @Test("lets no parent allow itself what another parent was asked about")
    func asked() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerSecondParent(of: parent)
            try await parent.asked("Large", when: #"{"amount":{"at_least":1000}}"#, then: .ask)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await ask("10", visit)
            #expect(page.text.contains("Another parent was asked."))
            #expect(!page.text.contains("Allow it once anyway"))
            #expect(page.text.contains("You asked: may I buy this?"))
            #expect(!page.text.contains("action=\"/app/approvals"))
        }
    }

    @Test("leads to the policy, the place and the limit that decided, of the reader itself")
    func ways() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let policy = try await parent.asked(
                "Large",
                when: #"{"amount":{"at_least":1000}}"#,
                then: .decline
            )
            _ = try await parent.setRule("clothing", 0)
            _ = try await parent.setRule("clothing", 0, for: child.id.text)
            for (member, words) in [(parent, "Change the limit"), (child, "See your limits")] {
                let visit = try await WebVisit.signedIn(member, server)
                let path = "/app/rules/policies/\(policy.text)"
                let large = try await ask("10", visit)
                #expect(large.text.contains("<a href=\"\(path)\">See the policy</a>"))
                #expect(try await visit.get(path).status == 200)
                let limits = "/app/rules?for=\(member.id.text)"
                let limited = try await ask("5", visit, as: "clothing")
                #expect(limited.text.contains("<a href=\"\(limits)\">\(words)</a>"))
                #expect(try await visit.get(limits).status == 200)
                #expect(!(try await ask("5", visit).text.contains("See the policy")))
            }
            try await parent.fence(name: "Mall")
            try await parent.ping(40.7128)
            let visit = try await WebVisit.signedIn(parent, server)
            let places = "/app/rules/places?for=\(parent.id.text)"
            let there = try await ask("5", visit)
            #expect(there.text.contains("<a href=\"\(places)\">Change the place</a>"))
            #expect(try await visit.get(places).text.contains("Mall"))
        }
    }

    @Test("says of which kind a purchase was scored, where the merchant tells another one")
    func kinds() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            for (merchant, kind, words) in [
                ("Starbucks", "", "It is scored as Fast Food."),
                (
                    "Starbucks", "Fun",
                    "It is scored as Fast Food, which the merchant tells; decided was about Fun."
                ),
                ("Corner Shop", "groceries", "It is scored as Groceries."),
                ("Corner Shop", "", "it is scored as Online Shopping."),
                ("Corner Shop", "books", "because a score knows no Books"),
            ] {
                let page = try await ask("5", visit, at: merchant, as: kind)
                #expect(page.text.contains(words), "\(merchant) \(kind)")
            }
        }
    }

    @Test("keeps whether it is worth it, once for each score, and learns", arguments: Engine.all)
    func feedback(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            let score = {
                let asked = API.Guardian.ScoreRequest(
                    amount: DecimalAmount(minor: 500),
                    merchantName: "Corner Shop"
                )
                return try await parent.purser.call(API.Guardian.scoreTransaction, asked).debug.pML
            }
            let before = try await score()
            let page = try await ask("5", visit, at: "Corner Shop", as: "books")
            let id = try #require(page.text.firstMatch(of: /name="decision" value="([^"]+)"/)).1
            let key = try #require(page.text.firstMatch(of: /name="key" value="([^"]+)"/)).1
            let token = WebVisit.hidden(page.text, to: Self.path)
            let say = { (visit: WebVisit, token: [String: String], id: String, word: String) in
                let fields = [
                    "decision": id, "worth": word, "key": String(key), "amount": "5",
                    "merchant": "Corner Shop", "category": "books",
                ]
                return try await visit.post(Self.path, token.merging(fields) { $1 })
            }
            let decisions = try await server.contents().count("decisions")
            for _ in 0..<2 {
                let kept = try await say(visit, token, String(id), "no")
                #expect(kept.status == 200)
                #expect(kept.text.contains("Kept: you can do without it."))
                #expect(kept.text.contains("value=\"Corner Shop\""))
                clean(kept)
            }
            #expect(try await server.contents().count("feedback") == 1)
            // Saying so asks for nothing.
            #expect(try await server.contents().count("decisions") == decisions)
            #expect(try await score() > before)
            server.clock.advance(seconds: 1)
            let other = try await say(visit, token, String(id), "yes")
            #expect(other.text.contains("Kept: it is worth it to you."))
            #expect(try await server.contents().count("feedback") == 1)
            for (id, word) in [("x", "yes"), (String(id), "maybe")] {
                #expect(try await say(visit, token, id, word).status == 404)
            }
            // Nobody judges what another one asked.
            let own = try await WebVisit.signedIn(child, server)
            let theirs = WebVisit.hidden(try await own.get(Self.path).text, to: Self.path)
            #expect(try await say(own, theirs, String(id), "no").status == 404)
            #expect(try await server.contents().count("feedback") == 1)
        }
    }

    @Test("says what is safe to spend once something is booked")
    func safe() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            #expect(!(try await ask("5", visit).text.contains("Safe to spend today")))
            let account = try await server.openAccount(of: parent)
            try await server.spend(1_000, from: account)
            #expect(try await ask("5", visit).text.contains("Safe to spend today"))
        }
    }

    @Test("takes an amount in the household's currency")
    func currency() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await server.database.write { session in
                try session.run(Statement("UPDATE households SET currency = 'JPY'"))
            }
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await ask("1290", visit)
            #expect(page.status == 200)
            #expect(page.text.contains("1,290 is spent on such things"))
            #expect(try await ask("12.50", visit).status == 400)
        }
    }
}
