import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The page of today")
struct TodayPageTests {
    @Test("tells what is paid next, to the parent and to the child", arguments: Engine.all)
    func coming(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visits = [
                (try await WebVisit.signedIn(parent, server), "Allowance for Alice", "\u{2212}$10"),
                (try await WebVisit.signedIn(child, server), "The next $10.00 comes", "Hi Alice"),
            ]
            // When the first one comes nobody knows.
            for (visit, words, _) in visits {
                #expect(!(try await visit.get("/app").text.contains(words)))
            }
            _ = try await server.operations.allowance.payAllowances(server.call())
            for (visit, words, more) in visits {
                let page = try await visit.get("/app").text
                #expect(page.contains(words) && page.contains(more), "\(words)")
            }
            let others = try await server.registerParent("other@example.com")
            let page = try await WebVisit.signedIn(others, server).get("/app").text
            #expect(!page.contains("Alice") && !page.contains("Coming"))
        }
    }

    @Test("says which bank has not answered for a day, until it does", arguments: Engine.all)
    func silent(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let (server, owner) = (home.server, home.owner)
            let words = "Plaid Sandbox has not answered since"
            var visit = try await WebVisit.signedIn(owner, server)
            #expect(!(try await visit.get("/app").text.contains(words)))
            server.clock.advance(seconds: 86_401)
            visit = try await WebVisit.signedIn(owner, server)
            let page = try await visit.get("/app").text
            #expect(page.ranges(of: words).count == 1)
            #expect(page.ranges(of: "out of date").count == 3)
            #expect(page.contains("<a href=\"/app/settings/accounts\">See what is wrong</a>"))
            let again = try await server.login(owner.email)
            _ = try await again.purser.call(API.Banking.syncAccounts)
            #expect(!(try await visit.get("/app").text.contains(words)))
        }
    }

    @Test("leads to the purchases behind each of its sums", arguments: Engine.all)
    func kinds(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get("/app").text
            let links = page.matches(of: /<li><a href="(\/app\/transactions\?kind=[^"]+)">([^<]+)</)
            #expect(links.count > 1)
            for link in links {
                let list = try await visit.get(String(link.1).replacing("&amp;", with: "&"))
                #expect(list.status == 200)
                #expect(!list.text.contains("Nothing fits"), "\(link.2)")
                #expect(list.text.contains(" · \(link.2)<"), "\(link.2)")
            }
        }
    }

    @Test("tells a new household what to do, and no budget", arguments: Engine.all)
    func begins(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let start = "Here will be what you may spend today."
            let way = "href=\"/app/transactions/import\""
            let visit = try await WebVisit.signedIn(parent, server)
            let first = try await visit.get("/app").text
            #expect(first.contains(start) && first.contains(way))
            #expect(!first.contains("$500") && !first.contains("Cash does not cover"))
            let own = try await WebVisit.signedIn(child, server).get("/app").text
            #expect(!own.contains(start) && !own.contains(way))
            let account = try await server.openAccount(of: parent)
            try await server.spend(1_000, from: account)
            let later = try await visit.get("/app").text
            #expect(!later.contains(start) && later.contains("How this is reckoned"))
            #expect(later.contains("The budget is $10.00: as much as was spent in the cycle"))
        }
    }

    @Test("writes an account of another currency in its own", arguments: Engine.all)
    func foreign(engine: Engine) async throws {
        let euros = ProviderAccount.test(
            "abroad",
            currency: Currency(code: "EUR"),
            currentMinor: 5_000,
            mask: "0001"
        )
        try await InsightsHome.scripted(engine, ScriptedBank([.test(), euros])) { home, bank in
            bank.tell(.page(.test("a", 100)))
            _ = try await home.owner.syncTransactions()
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get("/app").text
            #expect(page.contains("<span class=\"money\">€50.00</span>"))
            #expect(page.contains("<strong class=\"money\">$1,000.00</strong>"))
            #expect(page.contains("The sum is of the accounts in USD alone."))
            let links = page.matches(of: /href="(\/app\/transactions\?month=[^"]+account=[^"]+)"/)
            #expect(links.count == 2)
            for link in links {
                let list = try await visit.get(String(link.1).replacing("&amp;", with: "&"))
                #expect(list.status == 200)
            }
        }
    }

    @Test("is in yen where the household is, to the last one", arguments: Engine.all)
    func yen(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.database.write { session in
                try session.run(Statement("UPDATE accounts SET currency = 'JPY'"))
                return try session.run(Statement("UPDATE households SET currency = 'JPY'"))
            }
            let account = try await server.openAccount(of: parent)
            let yen = try #require(Currency(code: "JPY"))
            let bought = account.purchase(1_290, on: server.clock.now, currency: yen)
            try await server.record(bought, in: account)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app").text
            // The line, the kind, and what of the budget is spent.
            #expect(page.contains("<b class=\"money\">¥1,290</b> until today"))
            #expect(page.contains("<span class=\"money\">¥1,290</span>"))
            #expect(page.contains("¥1,290 of it is spent."))
            #expect(!page.contains("$"))
        }
    }
}
