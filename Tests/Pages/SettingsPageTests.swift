import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages of settings")
struct SettingsPageTests {
    private static let pages = [
        "/app/settings", "/app/settings/accounts", "/app/settings/notifications",
        "/app/settings/sign-in", "/app/settings/sessions", "/app/settings/household",
        "/app/settings/data", "/app/more",
    ]

    @Test("show each role its own, on either engine", arguments: Engine.all)
    func roles(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for (member, role) in [(parent, "Parent"), (child, "Child")] {
                let visit = try await WebVisit.signedIn(member, server)
                for path in Self.pages {
                    let page = try await visit.get(path)
                    #expect(page.status == 200, "\(path)")
                    #expect(page.text.contains(role), "\(path)")
                    #expect(page.text.contains("aria-current=\"page\""), "\(path)")
                    for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                        #expect(!page.text.contains(part), "\(path) \(part)")
                    }
                }
            }
            let household = "/app/settings/household"
            let own = try await WebVisit.signedIn(child, server)
            let childs = try await own.get(household).text
            #expect(!childs.contains("value=\"invite\"") && !childs.contains("value=\"child\""))
            let parents = try await WebVisit.signedIn(parent, server)
            let page = try await parents.get(household).text
            #expect(page.contains("value=\"invite\"") && page.contains("value=\"child\""))
            #expect(page.contains("alice@example.com"))
            #expect(try await parents.get("/app/settings/nothing").status == 404)
        }
    }

    @Test("give a child no more than the API does", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent(of: parent)
            let child = try await server.registerChild(of: parent)
            let children = try await parent.purser.call(API.Allowance.familyChildren).children
            let visit = try await WebVisit.signedIn(child, server)
            let own = try #require(children.first).childID.text
            for fields in [
                ["do": "invite", "email": "x@example.com"], ["do": "child", "child": own],
                ["do": "parent", "member": second.id.text], ["do": "withdraw", "invitation": own],
            ] {
                let answer = try await visit.submit("/app/settings/household", fields)
                #expect(answer.status == 403, "\(fields)")
            }
            let invitations = try await parent.purser.call(API.Identity.listInvitations)
            #expect(invitations.invitations.isEmpty)
            let members = try await parent.purser.call(API.Allowance.familyMembers).members
            #expect(members.count == 3)
        }
    }

    @Test("escape names that would be more than names")
    func hostile() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await parent.purser.call(
                API.Allowance.registerChild,
                API.Allowance.RegisterChildRequest(
                    email: "kid@example.com",
                    password: InProcessServer.password,
                    firstName: "<script>alert(1)</script>",
                    lastName: "\"><img src=x>",
                    weeklyAllowance: DecimalAmount(minor: 0)
                )
            )
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/settings/household").text
            #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(!page.contains("<script>") && !page.contains("<img"))
            let answer = try await visit.submit(
                "/app/settings/data",
                ["do": "delete", "confirmation": "\"><script>"]
            )
            #expect(answer.status == 400)
            #expect(!answer.text.contains("<script>"))
        }
    }

    @Test("refuse a form that does not come from them, and one that asks for nothing they know")
    func forms() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            for path in Self.pages.dropFirst().dropLast() {
                #expect(try await visit.post(path, ["do": "all"]).status == 400, "\(path)")
            }
            #expect(try await visit.get("/app").status == 200)
            for path in ["accounts", "sign-in", "sessions", "household", "data"] {
                let answer = try await visit.submit("/app/settings/\(path)", ["do": "something"])
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test("name every place on a phone, with the way out", arguments: Engine.all)
    func more(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/more")
            let main = try #require(page.text.split(separator: "<main").last)
            for path in ["/app", "/app/transactions", "/app/buy", "/app/settings"] {
                #expect(main.contains("href=\"\(path)\""), "\(path)")
            }
            #expect(try await visit.send(page, to: "/app/sign-out", [:]).status == 303)
            #expect(try await visit.get("/app/more").status == 303)
        }
    }

    @Test("count beside each page what waits for the parent who looks", arguments: Engine.all)
    func waiting(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            let asked = API.Guardian.AuthorizeRequest(
                amountCents: 3_000,
                merchant: "Steam",
                category: "fun"
            )
            let visit = try await WebVisit.signedIn(parent, server)
            #expect(!(try await visit.get("/app/buy").text.contains("waiting: ")))
            _ = try await child.purser.call(API.Guardian.authorizePurchase, asked)
            for path in ["/app", "/app/buy", "/app/settings"] {
                let page = try await visit.get(path)
                #expect(page.text.contains("waiting: </span>1"), "\(path)")
            }
            let own = try await WebVisit.signedIn(child, server)
            #expect(!(try await own.get("/app/buy").text.contains("waiting: ")))
        }
    }

    @Test("keep what a member wants to be told, and what it typed wrongly", arguments: Engine.all)
    func notifications(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let path = "/app/settings/notifications"
            var fields = [
                "push_enabled": "yes", "limit_alerts": "yes", "spending_summary": "daily",
                "large_transaction_threshold": "a lot", "low_balance_threshold": "25.50",
                "quiet_from": "22:00", "quiet_until": "",
            ]
            let standing = { try await parent.purser.call(API.Banking.getNotificationPreferences) }
            let before = try await standing()
            let wrong = try await visit.submit(path, fields)
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"large_transaction_threshold-problem\""))
            #expect(wrong.text.contains("id=\"quiet_from-problem\""))
            #expect(wrong.text.contains("value=\"a lot\"") && wrong.text.contains("\"22:00\""))
            #expect(try await standing() == before)

            fields["large_transaction_threshold"] = "$250"
            fields["quiet_until"] = "07:00"
            let kept = try await visit.submit(path, fields)
            #expect(kept.status == 303)
            #expect(kept.headers["Location"] == "\(path)?done=notifications")
            let after = try await standing()
            #expect(after.pushEnabled && after.limitAlerts)
            #expect(!after.transactionAlerts && !after.lowBalanceAlerts && !after.syncAlerts)
            #expect(after.largeTransactionThreshold.minor == 25_000)
            #expect(after.lowBalanceThreshold.minor == 2_550)
            #expect(after.spendingSummary == .daily)
            #expect(after.quietHours?.start.time.text == "22:00")
            let page = try await visit.get(path).text
            #expect(page.contains("value=\"25.50\"") && page.contains("value=\"250\""))

            fields["quiet_from"] = ""
            fields["quiet_until"] = ""
            #expect(try await visit.submit(path, fields).status == 303)
            #expect(try await standing().quietHours == nil)
        }
    }

    @Test("read linked accounts and unlink one after asking once more", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let visit = try await WebVisit.signedIn(home.owner, home.server)
            let path = "/app/settings/accounts"
            let page = try await visit.get(path)
            #expect(page.text.contains("<summary>Unlink<span"))
            let synced = try await visit.send(page, to: path, ["do": "sync"])
            #expect(synced.status == 303)
            #expect(try await visit.get("\(path)?done=sync").text.contains("The banks were read"))

            let accounts = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            let first = try #require(accounts.first)
            let stranger = try await home.server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, home.server)
            let unlink = ["do": "unlink", "account": String(first.id)]
            #expect(try await other.submit(path, unlink).status == 404)
            #expect(try await other.get(path).text.contains("No account yet"))
            #expect(try await visit.submit(path, unlink).status == 303)
            let left = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            #expect(left.map(\.id) == accounts.dropFirst().map(\.id))

            let child = try await home.server.registerChild(of: home.owner)
            let wallet = try await child.purser.call(API.Banking.listAccounts).accounts
            let own = try await WebVisit.signedIn(child, home.server)
            #expect(!(try await own.get(path).text.contains("<summary>Unlink")))
            let number = String(try #require(wallet.first).id)
            let refused = try await own.submit(path, ["do": "unlink", "account": number])
            #expect(refused.status == 409)
            #expect(refused.text.contains("notice bad"))
        }
    }
}
