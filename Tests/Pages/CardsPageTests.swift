import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages of cards")
struct CardsPageTests {
    private static let noon = "2025-02-10T12:00:00Z"
    private static let found = "/app/cards/add?q=amex%20gold"

    /// The parts that a page must not have, whoever wrote the texts on it.
    private static let evil = ["<script>", "style=", "onclick", "{{", "}}"]

    private func clean(_ page: TransportResponse, _ path: String) {
        for part in Self.evil { #expect(!page.text.contains(part), "\(path) \(part)") }
    }

    /// Where a page sends on to.
    private func place(_ answer: TransportResponse) throws -> String {
        #expect(answer.status == 303)
        return try #require(answer.headers["Location"])
    }

    @Test("find a card, add it once, and remove it, for each role", arguments: Engine.all)
    func wallet(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock(Self.noon)) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for member in [parent, child] {
                let visit = try await WebVisit.signedIn(member, server)
                let empty = try await visit.get("/app/cards")
                #expect(empty.status == 200)
                #expect(empty.text.contains("Which cards do you have?"))
                #expect(!empty.text.contains("Which card for"))
                let page = try await visit.get(Self.found)
                for part in [
                    "American Express Gold Card", "2 cards have these words", "$325.00 a year",
                    "4 × Membership Rewards points: U.S. supermarkets, up to $25,000.00 a calendar",
                    "OpenCard DB", "aria-current=\"page\"", "value=\"amex gold\"",
                ] { #expect(page.text.contains(part), "\(part)") }
                clean(page, Self.found)

                let typed = ["name": "<script>Gold"]
                let there = try place(try await visit.send(page, to: Self.found, typed))
                // The form sent twice adds no second card.
                #expect(try place(try await visit.send(page, to: Self.found, typed)) == there)
                let list = try await member.purser.call(API.Rewards.listCards)
                let card = try #require(list.cards.first)
                #expect(list.cards.count == 1 && card.name == "<script>Gold")
                let wallet = try await visit.get(there)
                for part in [
                    "&lt;script&gt;Gold is in your wallet", "1 card<", "<span>Groceries</span>",
                    "<span>Everything else</span>", "$0.00 of $25,000.00", "has room",
                    "Terms as of Jul 25, 2026", "2.7 % fee on purchases",
                ] { #expect(wallet.text.contains(part), "\(part)") }
                clean(wallet, there)

                let removal = "/app/cards/\(card.id.text)/remove"
                #expect(WebVisit.hidden(wallet.text, to: removal)["form_token"] != nil)
                let gone = try place(try await visit.send(wallet, to: removal, [:]))
                let after = try await visit.get(gone)
                #expect(after.text.contains("The card is in your wallet no more"))
                #expect(after.text.contains("No card yet"))
                #expect(try await visit.send(wallet, to: removal, [:]).status == 404)
            }
        }
    }

    @Test("keep what was typed beside what is wrong with it")
    func refusals() async throws {
        try await withServer(.sqlite, clock: TestClock(Self.noon)) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(Self.found)
            let name = String(repeating: "x", count: 101)
            let long = try await visit.send(page, to: Self.found, ["name": name])
            #expect(long.status == 400)
            #expect(long.text.contains("id=\"name-us-amex-gold-problem\">is too long"))
            #expect(long.text.contains("value=\"\(name)\""))
            #expect(long.text.contains("<details class=\"again\" open>"))
            for id in ["nonsense", "00000000-0000-7000-8000-000000000000"] {
                let other = try await visit.send(page, to: Self.found, ["account": id])
                #expect(other.status == 400)
                #expect(other.text.contains("id=\"account-us-amex-gold-problem\""))
            }
            let unknown = try await visit.send(page, to: Self.found, ["card": "none"])
            #expect(unknown.status == 400)
            #expect(unknown.text.contains("is not in the catalogue"))
            let tooLong = try await visit.get("/app/cards/add?q=\(name)")
            #expect(tooLong.status == 400)
            #expect(tooLong.text.contains("id=\"q-problem\">is too long"))
            let nothing = try await visit.get("/app/cards/add?q=zzz")
            #expect(nothing.status == 200 && nothing.text.contains("No such card"))
            #expect(try await visit.get("/app/cards/add?from=x").status == 404)
            #expect(try await visit.post("/app/cards/add", ["card": "us-amex-gold"]).status == 400)
            #expect(try await parent.purser.call(API.Rewards.listCards).cards.isEmpty)

            let tied = try await visit.send(page, to: Self.found, ["account": account.id.text])
            let wallet = try await visit.get(try place(tied))
            #expect(wallet.text.contains("Purchases are on Account."))
            let stranger = try await server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, server)
            let token = WebVisit.hidden(try await other.get("/app").text, to: "/app/sign-out")
            let card = try #require(try await parent.purser.call(API.Rewards.listCards).cards.first)
            let removal = "/app/cards/\(card.id.text)/remove"
            #expect(try await other.post(removal, token).status == 404)
            #expect(try await other.post("/app/cards/x/remove", token).status == 404)
            #expect(try await parent.purser.call(API.Rewards.listCards).cards.count == 1)
        }
    }

    @Test("tell how much of a limit is used, by a bar, a sum and a word")
    func caps() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let card = try await home.add()
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            for (amount, word, width) in [
                (800, "has room", 80), (850, "nearly used up", 85), (1_000, "used up", 100),
                (1_200, "used up", 100),
            ] {
                let body = #"{"category":"groceries","amount":\#(amount)}"#
                _ = try await home.spend(card.id, body)
                let page = try await visit.get("/app/cards")
                #expect(page.text.contains(">\(word)</span>"), "\(amount)")
                #expect(page.text.contains("class=\"fill\" width=\"\(width)%\""), "\(amount)")
                #expect(page.text.contains("aria-label=\"\(amount / 10) % used\""), "\(amount)")
            }
            _ = try await home.change(card.id, #"{"isActive":false}"#).card()
            let resting = try await visit.get("/app/cards?merchant=Aldi")
            #expect(resting.status == 400)
            #expect(resting.text.contains("No card is in use"))
            #expect(resting.text.contains(">not in use</span>"))
        }
    }

    @Test("name the best card with its reason, and the next one", arguments: Engine.all)
    func choice(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            _ = try await home.add(RewardsHome.doubleCash)
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let ask = { (query: String) in try await visit.get("/app/cards?\(query)") }
            let groceries = try await ask("merchant=Aldi&kind=&amount=150")
            #expect(groceries.status == 200)
            for part in [
                "<h2>Amex Gold</h2>", "4 × Membership Rewards points, worth $", "Next best",
                "Citi Double Cash", "2 × ThankYou points", "is close to its limit",
                "value=\"Aldi\"", "value=\"150\"",
            ] { #expect(groceries.text.contains(part), "\(part)") }
            // The number in a name is no amount: nothing is worth anything then.
            let numbered = try await ask("merchant=7-Eleven&kind=groceries")
            #expect(numbered.status == 200)
            #expect(numbered.text.contains("<h2>Amex Gold</h2>"))
            #expect(!numbered.text.contains(", worth "))
            #expect(numbered.text.contains("<option value=\"groceries\" selected>"))
            let long = String(repeating: "x", count: 201)
            for (query, field) in [
                ("merchant=Aldi&amount=lots", "amount"), ("amount=5", "merchant"),
                ("kind=nonsense", "kind"), ("merchant=\(long)", "merchant"),
                ("merchant=Aldi&amount=0", "amount"),
            ] {
                let wrong = try await ask(query)
                #expect(wrong.status == 400, "\(query)")
                #expect(wrong.text.contains("id=\"\(field)-problem\""), "\(query)")
            }
            let hostile = try await ask("merchant=%3Cscript%3E&amount=%22x")
            #expect(hostile.status == 400)
            #expect(hostile.text.contains("value=\"&lt;script&gt;\""))
            clean(hostile, "hostile")
        }
    }

    @Test("tell what was missed by month, with the purchases", arguments: Engine.all)
    func missed(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let account = try await home.server.openAccount(.card, of: home.owner)
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let nothing = try await visit.get("/app/cards/missed?compare=1")
            #expect(nothing.status == 200)
            #expect(nothing.text.contains("no other card of yours would have earned more"))
            _ = try await home.add(
                """
                {"name":"Gold","cardType":"amexGold","accountId":"\(account.id.text)"}
                """
            )
            _ = try await home.add(RewardsHome.doubleCash)
            let gas = home.bought(
                5_000,
                RewardsHome.gas,
                at: "<b>Shell",
                on: "2025-01-21",
                with: account
            )
            try await home.server.record(gas, in: account)
            let alone = try await visit.get("/app/cards/missed")
            #expect(alone.text.contains("Nothing was missed; $0.00 was earned."))
            #expect(alone.text.contains("href=\"/app/cards/missed?month=2024-09\""))
            #expect(!alone.text.contains("most of it in") && !alone.text.contains("Shell"))
            let link = /href="([^"]*)">Compare the last 6 months</
            let compare = try #require(alone.text.firstMatch(of: link))
            let page = try await visit.get(String(compare.1).replacing("&amp;", with: "&"))
            #expect(page.text.contains("would have earned $0.50 more on other cards"))
            #expect(page.text.contains("most of it in January 2025"))
            #expect(page.text.contains("Nothing was missed; $0.00 was earned."))
            #expect(page.text.contains("missed?month=2024-09&amp;compare=1\""))
            #expect(!page.text.contains("Shell") && !page.text.contains("Compare the last"))
            let january = try await visit.get("/app/cards/missed?month=2025-01")
            for part in [
                "&lt;b&gt;Shell", "earned $0.50; Citi Double Cash would have earned $1.00",
                "href=\"/app/transactions?month=2025-01&amp;open=",
            ] { #expect(january.text.contains(part), "\(part)") }
            clean(january, "january")
            for month in ["2025-03", "2020-01", "0001-01", "x"] {
                let answer = try await visit.get("/app/cards/missed?month=\(month)")
                #expect(answer.status == 404, "\(month)")
            }
        }
    }

    @Test("name the best card beside the answer to a purchase, what it earns, and the next one")
    func buying() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let ask = {
                try await visit.send(
                    try await visit.get("/app/buy"),
                    to: "/app/buy",
                    ["merchant": "Aldi", "amount": "12", "category": "groceries"]
                ).text
            }
            let none = try await ask()
            #expect(none.contains("No card is in use in your wallet."))
            #expect(none.contains("<a href=\"/app/cards/add\">Look for a card</a>"))
            _ = try await home.add()
            let best = "<strong>Amex Gold</strong> · 4 × Membership Rewards points, worth $"
            let one = try await ask()
            #expect(one.contains(best) && !one.contains("Next best"))
            _ = try await home.add(#"{"name":"Everyday","cardType":"citiDoubleCash"}"#)
            let both = try await ask()
            #expect(both.contains(best))
            #expect(both.contains("<p>Everyday · 2 × ThankYou points, worth $"))
        }
    }
}
