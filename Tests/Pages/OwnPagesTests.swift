import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("A child's own pages in the web app")
struct OwnPagesTests {
    private static let past = "/app/family/past"
    private static let chores = "/app/family/chores"

    @Test("are its first page and places of its own; settings and the way out stay near")
    func places() async throws {
        try await withFamily { family in
            for path in ["/app", FamilyVisit.home] {
                let page = try await family.get(path, as: family.childs)
                #expect(page.status == 200)
                for part in [
                    "Hi Alice", "You have", "You save for", "You can earn", "What happened",
                    "href=\"\(Self.past)\"", "href=\"\(Self.chores)\"", "href=\"/app/buy\"",
                    "href=\"/app/more\"", "action=\"/app/sign-out\"",
                ] { #expect(page.text.contains(part), "\(path): \(part)") }
                for part in [">Family<", "href=\"/app/cards\"", "Safe to spend"] {
                    #expect(!page.text.contains(part), "\(path): \(part)")
                }
            }
            let more = try await family.get("/app/more", as: family.childs)
            for path in ["settings", "rules", "transactions", "cards", "ask"] {
                #expect(more.text.contains("href=\"/app/\(path)\""), "\(path)")
                let page = try await family.get("/app/\(path)", as: family.childs)
                #expect(page.status == 200)
                #expect(page.text.contains("href=\"/app/more\""), "\(path)")
            }
            #expect(more.text.contains("Sign out"))
        }
    }

    @Test("lead a parent to the family, and are nobody's who is not signed in")
    func strangers() async throws {
        try await withFamily { family in
            for path in [Self.past, Self.chores] {
                let away = try await family.get(path, as: family.parents)
                #expect(away.status == 303 && away.headers["Location"] == FamilyVisit.home)
                let stranger = try await WebVisit(family.server).get(path)
                #expect(stranger.headers["Location"]?.hasPrefix("/app/sign-in") == true)
            }
            #expect(try await family.get("\(Self.past)?page=0", as: family.childs).status == 404)
        }
    }

    @Test("have a page of chores, where one is done and told again why not", arguments: Engine.all)
    func chores(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let chore = ["do": "assign-chore", "title": "Mow & rake", "reward": "7.50"]
            #expect(try await family.change(chore).status == 303)
            let thing = try #require(try await family.chores().first).id.text
            let page = try await family.get(Self.chores, as: family.childs)
            for part in ["Mow &amp; rake", "You can earn $7.50", "I did it", "Nothing yet."] {
                #expect(page.text.contains(part), "\(part)")
            }
            let finish = ["do": "finish-chore", "id": thing]
            let done = try await family.send(page, to: Self.chores, finish, as: family.childs)
            #expect(done.status == 303)
            #expect(done.headers["Location"] == "\(Self.chores)#chores")
            let again = finish.merging(["key": "another"]) { $1 }
            let late = try await family.send(page, to: Self.chores, again, as: family.childs)
            #expect(late.status == 409)
            #expect(late.text.contains("This chore is done already"))
            #expect(late.text.contains("waits for a parent"))
        }
    }

    @Test("put something in for the next goal, and say when it is there", arguments: Engine.all)
    func saving(engine: Engine) async throws {
        try await withFamily(engine) { family in
            #expect(try await family.change(FamilyVisit.pay).status == 303)
            let terms = [
                "do": "set-schedule", "frequency": "Weekly", "weekday": "Friday",
                "dayOfMonth": "", "amount": "10",
            ]
            #expect(try await family.change(terms).status == 303)
            let split = ["do": "split", "spend": "70", "save": "30", "give": "0"]
            #expect(try await family.change(split).status == 303)
            let goal = ["do": "create-goal", "name": "Kite", "targetAmount": "20"]
            #expect(try await family.doOwn(goal).status == 303)
            let page = try await family.get(FamilyVisit.home, as: family.childs)
            #expect(page.text.contains("Put something in"))
            let home = FamilyVisit.home
            let list = try await family.child.purser.call(
                API.Allowance.listGoals,
                API.Allowance.ChildRequest(childID: family.id)
            )
            let thing = try #require(list.goals.first).id.text
            let fill = ["do": "save-up", "id": thing, "amount": "5"]
            for _ in 0..<2 {
                let saved = try await family.send(page, to: home, fill, as: family.childs)
                #expect(saved.status == 303 && saved.headers["Location"] == "\(home)#goals")
                #expect(try await family.balance() == 750)
            }
            let much = fill.merging(["amount": "8", "key": "another"]) { $1 }
            let refused = try await family.send(page, to: home, much, as: family.childs)
            #expect(refused.status == 400)
            #expect(refused.text.contains("id=\"save-up-\(thing)-amount-problem\""))
            #expect(refused.text.contains("value=\"8\""))
            // Nobody is promised a day before the first allowance is known to come.
            _ = try await family.server.operations.allowance.payAllowances(family.server.call())
            let paced = try await family.get(home, as: family.childs)
            #expect(paced.text.contains("to go. At this pace you have it on "))
        }
    }

    @Test("show what waits with its age, then that it is allowed, until it is bought")
    func allowed() async throws {
        try await withFamily { family in
            _ = try await family.parent.setRule("fun", 5_000, for: family.child.id.text)
            let steam = "Steam & Sons"
            #expect(try await family.child.authorize(3_000, at: steam).decision == .decline)
            family.server.clock.advance(seconds: 241)
            let waits = try await family.get("/app", as: family.childs)
            let asked = "Steam &amp; Sons for $30.00: you asked <span data-age>4 minutes ago"
            #expect(waits.text.contains(asked))
            #expect(waits.text.contains("John will answer."))
            let parents = try await family.get("/app", as: family.parents)
            #expect(parents.text.contains("<small data-age>4 minutes ago</small>"))
            let decision = /href="(\/app\/rules\/decisions\/[0-9a-f-]{36})">See all checks/
            #expect(parents.text.firstMatch(of: decision) != nil)

            let approvals = try await family.parent.purser.call(
                API.Guardian.listApprovals,
                API.Guardian.ApprovalsRequest(state: .pending)
            )
            let id = try #require(approvals.first).id
            _ = try await family.parent.purser.call(
                API.Guardian.decideApproval,
                API.Guardian.ApprovalAnswer(id: id, decision: .approve)
            )
            let link = "href=\"/app/buy?merchant=Steam%20%26%20Sons&amp;amount=30\""
            for path in ["/app", "/app/buy"] {
                let page = try await family.get(path, as: family.childs)
                #expect(page.text.contains("is allowed once: ask again now"), "\(path)")
                #expect(page.text.contains(link), "\(path)")
                #expect(page.text.contains("data-live=\"purchases\" data-shows=\"approvals\""))
                #expect(!page.text.contains("you asked <span"), "\(path)")
            }
            let filled = try await family.get(
                "/app/buy?merchant=Steam%20%26%20Sons&amount=30",
                as: family.childs
            )
            #expect(filled.text.contains("value=\"Steam &amp; Sons\""))
            let fields = ["merchant": steam, "amount": "30", "category": ""]
            let yes = try await family.send(filled, to: "/app/buy", fields, as: family.childs)
            #expect(yes.text.contains("Yes: a parent allowed it"))
            // A decision stays, and what is told beside it is renewed.
            #expect(yes.text.contains("data-position"))
            let bought = try await family.get("/app", as: family.childs)
            #expect(!bought.text.contains("is allowed once"))
            let past = try await family.get(Self.past, as: family.childs)
            #expect(past.text.contains("allowed once") && past.text.contains("You asked to buy"))
        }
    }

    @Test("do not show as allowed what is over after five minutes, and say what was refused")
    func refused() async throws {
        try await withFamily { family in
            _ = try await family.parent.setRule("fun", 5_000, for: family.child.id.text)
            try await family.parent.override(1_200, at: "Corner Books", for: family.child.id.text)
            #expect(
                try await family.get("/app", as: family.childs).text.contains("is allowed once")
            )
            family.server.clock.advance(seconds: 300)
            #expect(
                try await !family.get("/app", as: family.childs).text.contains("is allowed once")
            )
            #expect(try await family.child.authorize(3_000, at: "Steam").decision == .decline)
            let page = try await family.get(family.path, as: family.parents)
            #expect(page.text.contains("Alice asks: may I buy this?"))
            let action = /action="(\/app\/approvals\/[0-9]+)"/
            let path = String(try #require(page.text.firstMatch(of: action)).1)
            let refuse = ["decision": "refuse"]
            let answer = try await family.parents.send(page, to: path, refuse)
            let place = try #require(answer.headers["Location"])
            #expect(place.hasPrefix("\(family.path)?answered="))
            let told = try await family.get(place, as: family.parents)
            #expect(told.text.contains("Refused: Steam, $30.00"))
            for path in ["/app", "/app/buy"] {
                let own = try await family.get(path, as: family.childs)
                #expect(own.text.contains("Not this time: Steam for $30.00."), "\(path)")
            }
        }
    }
}
