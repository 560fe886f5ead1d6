import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages of a household and of what is kept of its members")
struct HouseholdPageTests {
    private let path = "/app/settings/household"
    private let data = "/app/settings/data"

    @Test("invite a second parent with proof of who asks, and withdraw it", arguments: Engine.all)
    func inviting(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let open = { try await parent.purser.call(API.Identity.listInvitations).invitations }
            let invite = { (email: String, password: String) in
                try await visit.submit(
                    path,
                    ["do": "invite", "email": email, "password": password]
                )
            }
            let wrong = try await invite("nobody", "")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"email-problem\""))
            #expect(wrong.text.contains("value=\"nobody\""))
            let fresh = try await invite("second@example.com", "")
            #expect(fresh.status == 200)
            #expect(fresh.text.contains("Give this code to second@example.com"))
            #expect(try await open().map(\.email) == ["second@example.com"])

            server.clock.advance(seconds: 600)
            for password in ["", "wrong1234"] {
                let late = try await invite("third@example.com", password)
                #expect(late.status == 400)
                #expect(late.text.contains("id=\"invite-password-problem\""))
                #expect(late.text.contains("value=\"third@example.com\""))
            }
            #expect(try await open().count == 1)
            #expect(try await invite("third@example.com", "password123").status == 200)
            #expect(try await open().count == 2)
            let first = try #require(try await open().last)
            let withdraw = ["do": "withdraw", "invitation": first.invitationID.text]
            let stranger = try await server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, server)
            #expect(try await other.submit(path, withdraw).status == 404)
            #expect(try await visit.submit(path, withdraw).status == 303)
            #expect(try await open().map(\.email) == ["third@example.com"])
        }
    }

    @Test("remove an invited parent and a child, of one's own household", arguments: Engine.all)
    func removing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent(of: parent)
            let child = try await server.registerChild(of: parent)
            let children = try await parent.purser.call(API.Allowance.familyChildren).children
            let profile = try #require(children.first).childID.text
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(path).text
            #expect(page.contains("Remove Jane Doe") && page.contains("Remove Alice Doe"))
            #expect(!page.contains("Remove John Doe"))

            let stranger = try await server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, server)
            let removal = ["do": "parent", "member": second.id.text]
            #expect(try await other.submit(path, removal).status == 404)
            #expect(try await other.submit(path, ["do": "child", "child": profile]).status == 404)

            let seconds = try await WebVisit.signedIn(second, server)
            let founder = ["do": "parent", "member": parent.id.text]
            #expect(try await seconds.submit(path, founder).status == 409)
            server.clock.advance(seconds: 600)
            let unproven = try await visit.submit(path, removal)
            #expect(unproven.status == 400)
            let field = "parent-\(second.id.text)-password-problem"
            #expect(unproven.text.contains("id=\"\(field)\""))
            let proof = removal.merging(["password": "password123"]) { $1 }
            #expect(try await visit.submit(path, proof).status == 303)
            #expect(try await seconds.get("/app").status == 303)
            #expect(try await visit.submit(path, ["do": "child", "child": profile]).status == 303)
            #expect(try await WebVisit(server).signIn(child.email).status == 401)
            let left = try await parent.purser.call(API.Allowance.familyMembers).members
            #expect(left.map(\.userID) == [parent.id])
        }
    }

    @Test("send the reader's own transactions as a file", arguments: Engine.all)
    func export(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let account = try await server.openAccount(of: parent)
            try await server.record(
                account.purchase(12_34, at: "Corner Books", on: server.clock.now),
                in: account
            )
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(data).text
            for (format, type) in [
                ("csv", "text/csv; charset=utf-8"), ("json", "application/json"),
                ("hledger", "text/plain; charset=utf-8"),
            ] {
                #expect(page.contains("href=\"\(data)/export?format=\(format)\""))
                let file = try await visit.get("\(data)/export?format=\(format)")
                #expect(file.status == 200)
                #expect(file.headers["Content-Type"] == type)
                #expect(file.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
                #expect(file.text.contains("Corner Books"), "\(format)")
            }
            #expect(try await visit.get("\(data)/export?format=exe").status == 404)
            #expect(try await WebVisit(server).get("\(data)/export?format=csv").status == 303)
            let own = try await WebVisit.signedIn(child, server)
            let childs = try await own.get("\(data)/export?format=csv")
            #expect(childs.status == 200 && !childs.text.contains("Corner Books"))
        }
    }

    @Test("delete who types its address, once no child is left", arguments: Engine.all)
    func deleting(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            let delete = { (typed: String) in
                try await visit.submit(data, ["do": "delete", "confirmation": typed])
            }
            let wrong = try await delete("someone@example.com")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("id=\"confirmation-problem\""))
            #expect(wrong.text.contains("value=\"someone@example.com\""))
            let early = try await delete(parent.email)
            #expect(early.status == 409)
            #expect(early.text.contains("The household still has children"))
            #expect(try await WebVisit(server).signIn(parent.email).status == 303)

            let own = try await WebVisit.signedIn(child, server)
            let gone = ["do": "delete", "confirmation": child.email]
            #expect(try await own.submit(data, gone).status == 303)
            #expect(try await own.get("/app").status == 303)
            let done = try await delete(parent.email.uppercased())
            #expect(done.status == 303 && done.headers["Location"] == "/app/sign-in")
            #expect(visit.cookies["purser-session"] == nil)
            #expect(try await WebVisit(server).signIn(parent.email).status == 401)
        }
    }
}
