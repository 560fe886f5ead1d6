import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The page that links banks")
struct BankLinkPageTests {
    private let path = "/app/settings/accounts"

    @Test("links the built-in bank once however often its form is sent", arguments: Engine.all)
    func linking(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(path)
            #expect(page.text.contains("No account yet"))
            #expect(page.text.contains("Link the sandbox bank</button>"))
            for _ in 0..<2 {
                let answer = try await visit.send(page, to: path, [:])
                #expect(answer.status == 303)
                #expect(answer.headers["Location"] == "\(path)?done=link")
            }
            let accounts = try await parent.purser.call(API.Banking.listAccounts).accounts
            #expect(accounts.map(\.name) == ["Primary Checking", "Savings", "Credit Card"])
            #expect(accounts.allSatisfy { $0.lastSyncedAt != nil })
            let linked = try await visit.get("\(path)?done=link").text
            #expect(linked.contains("The bank is linked, and was read"))
            #expect(linked.contains("Yes. Linked accounts are read by themselves"))
            #expect(linked.contains("Sign in to Plaid Sandbox again</button>"))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("signs in again, and accounts that were unlinked come back", arguments: Engine.all)
    func again(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let list = { try await home.owner.purser.call(API.Banking.listAccounts).accounts }
            let before = try await list().map(\.id)
            let card = try #require(before.last)
            let unlink = ["do": "unlink", "account": String(card)]
            #expect(try await visit.submit(path, unlink).status == 303)
            #expect(try await list().map(\.id) == before.dropLast())
            home.server.clock.advance(seconds: 30 * 3_600)
            let later = try await WebVisit.signedIn(home.owner, home.server)
            let silent = try await later.get(path).text
            #expect(silent.contains("out of date") && silent.contains("Read the banks now:"))
            #expect(try await later.submit(path, ["do": "link", "key": "k-1"]).status == 303)
            let owner = try await home.server.login(home.owner.email).purser
            #expect(try await owner.call(API.Banking.listAccounts).accounts.map(\.id) == before)
            #expect(!(try await later.get(path).text.contains("out of date")))
        }
    }

    @Test("tells who has to sign in at the bank again what to do now", arguments: Engine.all)
    func signingIn(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            bank.tell(.fails(.loginRequired, code: "ITEM_LOGIN_REQUIRED"))
            let told = try await visit.submit(path, ["do": "sync"])
            #expect(told.status == 200)
            #expect(told.text.contains("Not every account could be read; see below"))
            #expect(told.text.contains("the bank wants you to sign in again"))
            #expect(told.text.contains("No: not every bank answers."))
        }
    }

    @Test("says where a bank with a page of its own is linked", arguments: Engine.all)
    func elsewhere(engine: Engine) async throws {
        try await InsightsHome.scripted(engine, ScriptedBank(named: .plaid)) { home, bank in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let page = try await visit.get(path).text
            #expect(page.contains("an app for Purser that opens Plaid"))
            #expect(!page.contains("value=\"link\""))
            bank.tell(.fails(.loginRequired, code: "ITEM_LOGIN_REQUIRED"))
            let told = try await visit.submit(path, ["do": "sync"]).text
            #expect(told.contains("Sign in to it again with an app for Purser"))
            let before = try await home.server.contents()
            #expect(try await visit.submit(path, ["do": "link", "key": "k-1"]).status == 404)
            #expect(try await home.server.contents() == before)
        }
    }
}
