import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The family's pages")
struct FamilyPageTests {
    @Test("show parents their children, and a child its own", arguments: Engine.all)
    func roles(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let all = try await family.get(FamilyVisit.home, as: family.parents)
            #expect(all.status == 200)
            for part in ["Alice Doe", "href=\"\(family.path)\"", "$0.00", "Add a child"] {
                #expect(all.text.contains(part), "\(part)")
            }
            let one = try await family.get(family.path, as: family.parents)
            #expect(one.status == 200)
            for part in ["In the wallet", "Chores", "Saves for", "Where the money is"] {
                #expect(one.text.contains(part), "\(part)")
            }
            let own = try await family.get(FamilyVisit.home, as: family.childs)
            #expect(own.status == 200)
            for part in ["Hi Alice", "You have", "You save for", "You can earn", "/app/buy"] {
                #expect(own.text.contains(part), "\(part)")
            }
            for part in ["Add a child", "Charge", "approve-chore"] {
                #expect(!own.text.contains(part), "\(part)")
            }
            for page in [all, one, own] {
                #expect(page.text.contains("aria-current=\"page\""))
                for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                    #expect(!page.text.contains(part), "\(part)")
                }
            }
        }
    }

    @Test("let a parent pay and charge, once for each form", arguments: Engine.all)
    func paying(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let path = family.path
            let page = try await family.get(path, as: family.parents)
            let paid = try await family.send(page, to: path, FamilyVisit.pay, as: family.parents)
            #expect(paid.status == 303)
            #expect(paid.headers["Location"] == "\(path)#wallet")
            #expect(try await family.balance() == 1_250)
            // The same form again, as a page that is loaded again sends it.
            let again = try await family.send(page, to: path, FamilyVisit.pay, as: family.parents)
            #expect(again.status == 303)
            #expect(try await family.balance() == 1_250)
            // The form of a page that is opened anew is another one.
            #expect(try await family.change(FamilyVisit.pay).status == 303)
            #expect(try await family.balance() == 2_500)
            let seen = try await family.get(path, as: family.parents)
            #expect(seen.text.contains("+$12.50"))
            #expect(seen.text.contains("Birthday &lt;b&gt;money&lt;/b&gt;"))
            #expect(!seen.text.contains("<b>money"))

            let charge = ["do": "move", "type": "Debit", "description": "Book", "amount": "5"]
            #expect(try await family.change(charge).status == 303)
            #expect(try await family.balance() == 2_000)
            let much = try await family.change(charge.merging(["amount": "20.01"]) { $1 })
            #expect(much.status == 400)
            #expect(much.text.contains("value=\"20.01\""))
            #expect(much.text.contains("value=\"Book\""))
            #expect(much.text.contains("id=\"move-amount-problem\""))
            #expect(much.text.contains("is more than there is"))
            #expect(try await family.balance() == 2_000)
            let other = try await family.get("\(path)?page=2", as: family.parents)
            #expect(other.status == 200)
            #expect(!other.text.contains("+$12.50"))
        }
    }

    @Test("keep what was typed, with a word beside the field")
    func refusals() async throws {
        try await withFamily { family in
            let hostile = "<script>alert(1)</script>"
            let wrong = try await family.change([
                "do": "move", "type": "Credit", "amount": "a lot", "description": hostile,
            ])
            #expect(wrong.status == 400)
            #expect(wrong.text.contains("must be an amount, such as 12.50"))
            #expect(wrong.text.contains("value=\"&lt;script&gt;alert(1)&lt;/script&gt;\""))
            #expect(!wrong.text.contains("<script>"))
            let blank = try await family.change([
                "do": "move", "type": "Credit", "amount": "5", "description": " ",
            ])
            #expect(blank.status == 400)
            #expect(blank.text.contains("id=\"move-description-problem\""))
            let month = try await family.change([
                "do": "set-schedule", "frequency": "Monthly", "weekday": "Friday",
                "dayOfMonth": "", "amount": "7",
            ])
            #expect(month.status == 400)
            #expect(month.text.contains("id=\"set-schedule-dayOfMonth-problem\""))
            #expect(month.text.contains("<option value=\"Monthly\" selected>"))
            let split = try await family.change([
                "do": "split", "spend": "60", "save": "30", "give": "20",
            ])
            #expect(split.status == 400)
            #expect(split.text.contains("id=\"split-give-problem\""))
            #expect(try await family.balance() == 0)

            let typed = [
                "do": "add-child", "firstName": "Zoe", "lastName": "Doe",
                "email": "zoe@example.com", "password": "short-1", "weeklyAllowance": "3",
            ]
            let page = try await family.get(FamilyVisit.home, as: family.parents)
            let short = try await family.send(
                page,
                to: FamilyVisit.home,
                typed,
                as: family.parents
            )
            #expect(short.status == 400)
            #expect(short.text.contains("value=\"Zoe\""))
            #expect(short.text.contains("id=\"add-child-password-problem\""))
            #expect(!short.text.contains("short-1"))
        }
    }

    @Test("add a child, which then signs in to a page of its own", arguments: Engine.all)
    func adding(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let page = try await family.get(FamilyVisit.home, as: family.parents)
            let fields = [
                "do": "add-child", "firstName": "<i>Zoe</i>", "lastName": "Doe",
                "email": "zoe@example.com", "password": "password123", "weeklyAllowance": "",
            ]
            let added = try await family.send(
                page,
                to: FamilyVisit.home,
                fields,
                as: family.parents
            )
            #expect(added.status == 303)
            let path = try #require(added.headers["Location"])
            let childs = try await family.get(path, as: family.parents)
            #expect(childs.text.contains("&lt;i&gt;Zoe&lt;/i&gt; Doe"))
            #expect(childs.text.contains("No allowance is set."))
            let all = try await family.get(FamilyVisit.home, as: family.parents)
            #expect(all.text.contains("2 children"))
            #expect(!all.text.contains("<i>Zoe"))

            // A sibling sees nothing of it, and nothing of the parents' page.
            #expect(try await family.get(path, as: family.childs).status == 404)
            let own = WebVisit(family.server)
            #expect(try await own.signIn("zoe@example.com").status == 303)
            let hi = try await family.get(FamilyVisit.home, as: own)
            #expect(hi.text.contains("Hi &lt;i&gt;Zoe&lt;/i&gt;"))
            #expect(!hi.text.contains("Alice"))
            let taken = try await family.send(
                page,
                to: FamilyVisit.home,
                fields.merging(["key": "another"]) { $1 },
                as: family.parents
            )
            #expect(taken.status == 409)
            #expect(taken.text.contains("value=\"zoe@example.com\""))
        }
    }

    @Test("let a child do a chore, and a parent pay it, once", arguments: Engine.all)
    func chores(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let home = FamilyVisit.home
            let chore = ["do": "assign-chore", "title": "Mow & rake", "reward": "7.50"]
            #expect(try await family.change(chore).status == 303)
            let thing = try #require(try await family.chores().first).id.text

            let own = try await family.get(home, as: family.childs)
            #expect(own.text.contains("Mow &amp; rake"))
            #expect(own.text.contains("I did it"))
            let finish = ["do": "finish-chore", "id": thing]
            for _ in 0..<2 {
                let done = try await family.send(own, to: home, finish, as: family.childs)
                #expect(done.status == 303)
                #expect(done.headers["Location"] == "\(home)#chores")
            }
            let waits = try await family.get(home, as: family.childs)
            #expect(waits.text.contains("waits for a parent"))
            #expect(!waits.text.contains("I did it"))

            let page = try await family.get(home, as: family.parents)
            #expect(page.text.contains("Alice says it is done: Mow &amp; rake"))
            let reject = ["do": "reject-chore", "id": thing, "reason": "The edges"]
            let none = reject.merging(["reason": " "]) { $1 }
            let missing = try await family.send(page, to: home, none, as: family.parents)
            #expect(missing.status == 400)
            #expect(missing.text.contains("id=\"reject-chore-\(thing)-reason-problem\""))
            #expect(try await family.send(page, to: home, reject, as: family.parents).status == 303)
            let rejected = try await family.get(home, as: family.childs)
            #expect(rejected.text.contains("The edges"))
            #expect(try await family.doOwn(finish).status == 303)

            let approve = ["do": "approve-chore", "id": thing]
            let open = try await family.get(home, as: family.parents)
            for _ in 0..<2 {
                let paid = try await family.send(open, to: home, approve, as: family.parents)
                #expect(paid.status == 303)
                #expect(try await family.balance() == 750)
            }
            let late = approve.merging(["key": "another"]) { $1 }
            #expect(try await family.send(open, to: home, late, as: family.parents).status == 409)
            #expect(try await family.balance() == 750)
            #expect(!(try await family.get(home, as: family.parents).text.contains("Mow")))
        }
    }

    @Test("let a child ask for money, once for each form, and hear the answer")
    func asking() async throws {
        try await withFamily { family in
            let home = FamilyVisit.home
            let own = try await family.get(home, as: family.childs)
            let ask = ["do": "ask", "amount": "12,50", "purpose": "Class trip"]
            for _ in 0..<2 {
                let asked = try await family.send(own, to: home, ask, as: family.childs)
                #expect(asked.status == 303)
            }
            let second = ask.merging(["amount": "99", "purpose": "A drum"]) { $1 }
            #expect(try await family.doOwn(second).status == 303)
            let requests = try await family.requests()
            #expect(requests.map(\.purpose) == ["A drum", "Class trip"])

            let page = try await family.get(home, as: family.parents)
            #expect(page.text.contains("2 things wait for you"))
            #expect(page.text.contains("Alice asks for money: Class trip"))
            let trip = ["do": "approve-request", "id": requests[1].id.text, "message": "Have fun"]
            let drum = ["do": "decline-request", "id": requests[0].id.text, "message": ""]
            #expect(try await family.send(page, to: home, trip, as: family.parents).status == 303)
            #expect(try await family.send(page, to: home, drum, as: family.parents).status == 303)
            #expect(try await family.send(page, to: home, trip, as: family.parents).status == 303)
            #expect(try await family.balance() == 1_250)
            let heard = try await family.get(home, as: family.childs)
            for part in ["Have fun", "not this time", "paid", "$12.50"] {
                #expect(heard.text.contains(part), "\(part)")
            }
        }
    }

    @Test("let a child put money aside for what it saves for", arguments: Engine.all)
    func saving(engine: Engine) async throws {
        try await withFamily(engine) { family in
            #expect(try await family.change(FamilyVisit.pay).status == 303)
            let goal = ["do": "create-goal", "name": "Kite", "targetAmount": "20"]
            #expect(try await family.doOwn(goal).status == 303)
            let aside = ["do": "move-jar", "from": "Spend", "to": "Save", "amount": "5"]
            let own = try await family.get(FamilyVisit.home, as: family.childs)
            for _ in 0..<2 {
                let moved = try await family.send(
                    own,
                    to: FamilyVisit.home,
                    aside,
                    as: family.childs
                )
                #expect(moved.status == 303)
            }
            #expect(try await family.balance() == 750)
            let saved = try await family.get(FamilyVisit.home, as: family.childs)
            #expect(saved.text.contains("Kite: 25 % saved"))
            #expect(saved.text.contains("$15.00 to go."))
            #expect(saved.text.contains("$5.00 of $20.00"))
            let much = try await family.doOwn(aside.merging(["amount": "8"]) { $1 })
            #expect(much.status == 400)
            #expect(much.text.contains("id=\"move-jar-amount-problem\""))
            // What is put aside only a parent takes out again.
            let back = ["do": "move-jar", "from": "Save", "to": "Spend", "amount": "1"]
            #expect(try await family.doOwn(back).status == 403)
            #expect(try await family.change(back).status == 303)
            #expect(try await family.balance() == 850)

            let list = try await family.child.purser.call(
                API.Allowance.listGoals,
                API.Allowance.ChildRequest(childID: family.id)
            )
            let thing = try #require(list.goals.first).id.text
            #expect(try await family.change(["do": "delete-goal", "id": thing]).status == 303)
            let without = try await family.get(FamilyVisit.home, as: family.childs)
            #expect(!without.text.contains("Kite"))
        }
    }

    @Test("set, pause, resume and end an allowance")
    func schedule() async throws {
        try await withFamily { family in
            let set = [
                "do": "set-schedule", "frequency": "Weekly", "weekday": "Friday",
                "dayOfMonth": "", "amount": "4",
            ]
            let answer = try await family.change(set)
            #expect(answer.status == 303)
            #expect(answer.headers["Location"] == "\(family.path)#schedule")
            let page = try await family.get(family.path, as: family.parents)
            #expect(page.text.contains("$4.00 every week on Friday"))
            #expect(try await family.change(["do": "pause", "reason": "Camp"]).status == 303)
            let own = try await family.get(FamilyVisit.home, as: family.childs)
            #expect(own.text.contains("The allowance has a break: Camp"))
            let paused = try await family.get(family.path, as: family.parents)
            #expect(paused.text.contains("Let it go on"))
            #expect(try await family.change(["do": "resume"]).status == 303)
            let month = set.merging(["frequency": "Monthly", "dayOfMonth": "31"]) { $1 }
            #expect(try await family.change(month).status == 303)
            let monthly = try await family.get(family.path, as: family.parents)
            #expect(monthly.text.contains("every month on day 31"))
            #expect(monthly.text.contains("Yes, end the allowance"))
            #expect(try await family.change(["do": "end-schedule"]).status == 303)
            let ended = try await family.get(family.path, as: family.parents)
            #expect(ended.text.contains("No allowance is set."))
            #expect(!ended.text.contains("Yes, end the allowance"))
        }
    }

    @Test("say what the family pays from, and what is owed")
    func pool() async throws {
        try await withFamily { family in
            let home = FamilyVisit.home
            let change = { (fields: [String: String]) in
                let page = try await family.get(home, as: family.parents)
                return try await family.send(page, to: home, fields, as: family.parents)
            }
            #expect(try await change(["do": "set-pool", "balance": "2"]).status == 303)
            #expect(try await change(["do": "deposit", "amount": "1.50"]).status == 303)
            let page = try await family.get(home, as: family.parents)
            #expect(page.text.contains("<strong class=\"money\">$3.50</strong>"))
            let ask = ["do": "ask", "amount": "4", "purpose": "Trip"]
            #expect(try await family.doOwn(ask).status == 303)
            let thing = try #require(try await family.requests().first).id.text
            let pay = ["do": "approve-request", "id": thing, "message": "Of course"]
            let open = try await family.get(home, as: family.parents)
            let little = try await family.send(open, to: home, pay, as: family.parents)
            #expect(little.status == 400)
            #expect(little.text.contains("Nothing was changed: there is not enough"))
            #expect(little.text.contains("value=\"Of course\""))
            // The form that was refused says so again; the page that came with it has a new one.
            #expect(try await family.send(open, to: home, pay, as: family.parents).status == 409)
            #expect(try await change(["do": "set-pool", "balance": ""]).status == 303)
            #expect(try await family.send(little, to: home, pay, as: family.parents).status == 303)
            #expect(try await family.balance() == 400)
        }
    }
}
