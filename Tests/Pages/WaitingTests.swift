import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("What waits for a parent")
struct WaitingTests {
    /// The count at a place of the rail; `nil` where there is none.
    private func count(_ path: String, _ page: TransportResponse) -> String? {
        let links = page.text.split(separator: "<a href=\"").filter { link in
            link.hasPrefix("\(path)\" data-live=\"rail ")
        }
        let link = links.first?.split(separator: "</a>", maxSplits: 1).first
        let number = /waiting: <\/span>([0-9,]+)</
        return link.flatMap { $0.firstMatch(of: number) }.map { String($0.1) }
    }

    @Test("is counted at its place: chores and requests at the family", arguments: Engine.all)
    func family(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let home = FamilyVisit.home
            #expect(count(home, try await family.get("/app", as: family.parents)) == nil)
            let chore = ["do": "assign-chore", "title": "Mow", "reward": "1"]
            #expect(try await family.change(chore).status == 303)
            let thing = try #require(try await family.chores().first).id.text
            // What is to do does not wait for a parent.
            #expect(count(home, try await family.get("/app", as: family.parents)) == nil)
            _ = try await family.doOwn(["do": "finish-chore", "id": thing])
            _ = try await family.doOwn(["do": "ask", "amount": "3", "purpose": "Trip"])
            for path in ["/app", "/app/settings", "/app/buy", home] {
                let page = try await family.get(path, as: family.parents)
                #expect(count(home, page) == "2", "\(path)")
                #expect(page.text.contains("data-shows=\"approvals policies tasks\""))
            }
            let page = try await family.get(home, as: family.parents)
            let approve = ["do": "approve-chore", "id": thing]
            _ = try await family.send(page, to: home, approve, as: family.parents)
            #expect(count(home, try await family.get("/app", as: family.parents)) == "1")
            // Nobody waits for a child, and no other household's parent hears of it.
            #expect(!(try await family.get("/app", as: family.childs).text.contains("waiting: ")))
            let other = try await family.server.registerParent("other@example.com")
            let theirs = try await WebVisit.signedIn(other, family.server)
            #expect(count(home, try await family.get("/app", as: theirs)) == nil)
        }
    }

    @Test("of policies is counted at the rules, for who may confirm it", arguments: Engine.all)
    func policies(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent(of: parent)
            let policy = try await parent.asked("Large", when: #"{"amount":{"at_least":1000}}"#)
            _ = try await parent.purser.call(
                API.Guardian.setPolicyState,
                API.Guardian.PolicyStepRequest(policy, state: .retired)
            )
            let asker = try await WebVisit.signedIn(parent, server)
            let own = try await asker.get("/app")
            #expect(count("/app/rules", own) == nil)
            #expect(!own.text.contains("is to change"))
            #expect(!(try await asker.get("/app/rules").text.contains("waits for you")))

            let visit = try await WebVisit.signedIn(second, server)
            let today = try await visit.get("/app")
            #expect(count("/app/rules", today) == "1")
            for part in [
                "“Large” is to change", "Let it take effect now",
                "action=\"/app/rules/policies/\(policy.text)/state\"",
            ] { #expect(today.text.contains(part), "\(part)") }
            #expect(try await visit.get("/app/rules").text.contains("1 change waits for you"))
            let path = "/app/rules/policies/\(policy.text)/state"
            let done = try await visit.send(today, to: path, ["state": "confirm"])
            #expect(done.status == 303)
            let after = try await visit.get("/app")
            #expect(count("/app/rules", after) == nil && !after.text.contains("is to change"))
        }
    }

    @Test("and is answered is told where it was answered, as the books have it")
    func answered() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent(of: parent)
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            #expect(try await child.authorize(3_000, at: "Steam").decision == .decline)
            let asker = try await WebVisit.signedIn(child, server)
            #expect(!(try await asker.get("/app/buy").text.contains("waiting: ")))
            let places = ["/app", "/app/buy", "/app/family", "/app/rules/decisions?range=7d"]
            let (one, two) = (
                try await WebVisit.signedIn(parent, server),
                try await WebVisit.signedIn(second, server)
            )
            var pages: [TransportResponse] = []
            for place in places { pages.append(try await one.get(place)) }
            let action = /action="(\/app\/approvals\/[0-9]+)"/
            let path = String(try #require(pages[0].text.firstMatch(of: action)).1)
            let theirs = try await two.get("/app")
            #expect(try await two.send(theirs, to: path, ["decision": "refuse"]).status == 303)
            for (place, page) in zip(places, pages) {
                let late = try await one.send(page, to: path, ["decision": "approve"])
                let back = try #require(late.headers["Location"])
                #expect(late.status == 303 && back.hasPrefix(place.prefix { $0 != "?" }))
                let told = try await one.get(back)
                #expect(told.status == 200)
                let words = "Somebody answered it before you, and refused it: Steam, $30.00"
                #expect(told.text.contains(words), "\(place)")
            }
            // An address says what anybody likes, of what is not there or not the reader's.
            for query in ["answered=999&with=approve", "answered=x&with=approve", "answered=1"] {
                let page = try await one.get("/app?\(query)")
                #expect(page.status == 200 && !page.text.contains("answered it before"))
            }
            #expect(try await server.contents().count("overrides") == 0)
        }
    }

    @Test("and is too old is said to be over")
    func expired() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 5_000, for: child.id.text)
            #expect(try await child.authorize(3_000, at: "Steam").decision == .decline)
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app")
            let action = /action="(\/app\/approvals\/[0-9]+)"/
            let path = String(try #require(page.text.firstMatch(of: action)).1)
            server.clock.advance(seconds: 86_401)
            let fresh = try await WebVisit.signedIn(parent, server)
            let more = try await fresh.get("/app/more")
            let token = WebVisit.hidden(more.text, to: "/app/sign-out")
            let late = try await fresh.post(path, token.merging(["decision": "approve"]) { $1 })
            #expect(late.status == 303)
            let told = try await fresh.get(try #require(late.headers["Location"]))
            #expect(told.text.contains("Nobody answered it within a day, and it is over"))
        }
    }

    @Test("is counted by what the books hold, and for a child is nothing", arguments: Engine.all)
    func counts(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let waits = { (member: TestMember) in
                let call = try family.server.call(as: member)
                return try await family.server.operations.guardian.whatWaits(call)
            }
            #expect(try await waits(family.parent) == WhatWaits())
            _ = try await family.doOwn(["do": "ask", "amount": "3", "purpose": "Trip"])
            #expect(try await waits(family.parent) == WhatWaits(requests: 1))
            #expect(try await waits(family.child) == WhatWaits())
        }
    }
}
