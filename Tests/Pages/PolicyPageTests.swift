import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages of policies")
struct PolicyPageTests {
    private static let list = "/app/rules/policies"
    private static let new = "/app/rules/policies/new"

    /// A policy of more than $20.00 a day, as the form sends it.
    private static func daily(
        _ amount: String = "20",
        _ name: String = "Daily",
        for member: TestMember? = nil
    ) -> [String: String] {
        [
            "name": name, "member": member?.id.text ?? "", "action": "decline", "joint": "all",
            "p0_kind": "spent", "p0_window": "day", "p0_of": "purchases", "p0_more_than": amount,
        ]
    }

    private static func path(_ policy: API.Guardian.Policy) -> String {
        "\(list)/\(policy.id.text)"
    }

    @Test(
        "try one on the past, save it as a draft, and take it through its states",
        arguments: Engine.all
    )
    func life(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let account = try await home.server.openAccount(of: home.child)
            for (cents, instant) in [
                (1_500, "2025-02-28T09:00:00Z"), (1_000, "2025-02-28T10:00:00Z"),
                (2_500, "2025-03-04T09:00:00Z"),
            ] as [(Int64, String)] {
                try await home.server.record(
                    account.purchase(cents, at: "Steam", on: Timestamp(test: instant)),
                    in: account
                )
            }
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.new)
            let fields = Self.daily(for: home.child)
            let send = { (button: String) in
                try await visit.send(page, to: Self.new, fields.merging(["do": button]) { $1 })
            }
            let tried = try await send("try")
            #expect(tried.status == 200)
            for part in [
                "would not have been spent, in 2 purchases", "$35.00", "February 2025 · 1",
                "March 2025 · 1", "Steam · 2", "3 purchases", "name=\"p0_more_than\"",
            ] { #expect(tried.text.contains(part), "\(part)") }
            #expect(try await home.names(as: home.parent) == [])

            let saved = try await send("save")
            #expect(saved.status == 303)
            let path = try #require(saved.headers["Location"])
            let own = try await visit.get(path)
            #expect(own.text.contains("Saved as a draft"))
            let made = try await home.send("GET", as: home.parent)
            let policy = try #require(
                try API.Guardian.listPolicies.output(of: made.body).policies.first
            )
            #expect(policy.state == .draft && policy.userID == home.child.id)
            #expect(try policy.when == .daily(2_000))
            for (state, word) in [
                ("shadow", "It was true for 0 of 0"), ("live", "It is live from now on"),
                ("retired", "It will be retired from Thursday, March 6 at 12:00 on"),
            ] {
                let action = "\(Self.path(policy))/state"
                let answer = try await visit.send(own, to: action, ["state": state])
                #expect(answer.status == 303)
                let shown = try await visit.get(try #require(answer.headers["Location"]))
                #expect(shown.text.contains(word), "\(state)")
            }
            let listed = try await visit.get(Self.list)
            #expect(listed.text.contains("It will be retired."))
            #expect(listed.text.contains("Another parent may let it take effect now."))
            #expect(!listed.text.contains("value=\"confirm\""))
            for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                for text in [listed.text, own.text, tried.text] {
                    #expect(!text.contains(part), "\(part)")
                }
            }
        }
    }

    @Test("build one part by part, and keep what was typed")
    func building() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            #expect(try await visit.get(Self.list).text.contains("There is no policy yet"))
            var page = try await visit.get(Self.new)
            #expect(page.status == 200)
            let send = { (fields: [String: String], button: String) in
                try await visit.send(page, to: Self.new, fields.merging(["do": button]) { $1 })
            }
            let head = ["name": "Daily", "member": home.child.id.text, "action": "decline"]
            page = try await send(head.merging(["kind": "spent"]) { $1 }, "add")
            #expect(page.status == 200)
            #expect(page.text.contains("name=\"p0_more_than\""))
            #expect(page.text.contains("value=\"Daily\""))
            let fields = Self.daily(for: home.child)
            let two = try await send(fields.merging(["kind": "time"]) { $1 }, "add")
            #expect(two.text.contains("name=\"p1_from\"") && two.text.contains("name=\"p1_mon\""))
            let both = fields.merging(["p1_kind": "time", "p1_from": "21:00", "p1_fri": "on"]) {
                $1
            }
            let one = try await send(both, "remove-0")
            #expect(one.text.contains("name=\"p0_from\""))
            #expect(one.text.contains("value=\"21:00\""))
            #expect(!one.text.contains("name=\"p1_kind\""))
            #expect(try await home.names(as: home.parent) == [])
        }
    }

    @Test("set how long what loosens waits: more at once, fewer later", arguments: Engine.all)
    func waitingHours(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.list)
            #expect(page.text.contains("waits 24 hours"))
            let more = try await visit.send(page, to: Self.list, ["hours": "48"])
            #expect(more.status == 303)
            let set = try await visit.get(try #require(more.headers["Location"]))
            #expect(set.text.contains("waits 48 hours"))
            #expect(set.text.contains("These hours hold from now on"))
            let fewer = try await visit.send(page, to: Self.list, ["hours": "1"])
            let kept = try await visit.get(try #require(fewer.headers["Location"]))
            #expect(kept.text.contains("waits 48 hours"))
            #expect(kept.text.contains("they hold once those of now have passed"))
            let later = try await visit.get(Self.list)
            #expect(later.text.contains("From Friday, March 7 at 12:00 on it waits 1 hour. You"))
            #expect(later.text.contains("waits 48 hours"))
            for hours in ["many", "169", "-1", ""] {
                let refused = try await visit.send(page, to: Self.list, ["hours": hours])
                #expect(refused.status == 400)
                #expect(refused.text.contains("id=\"hours-problem\""))
                let typed = "value=\"\(hours)\" autocomplete=\"off\" inputmode=\"numeric\""
                #expect(refused.text.contains(typed))
            }
            let child = try await WebVisit.signedIn(home.child, home.server)
            let theirs = try await child.get(Self.list)
            #expect(!theirs.text.contains("name=\"hours\""))
            let own = try await child.get(Self.new)
            let token = WebVisit.hidden(own.text, to: Self.new)
            let refused = try await child.post(Self.list, token.merging(["hours": "72"]) { $1 })
            #expect(refused.status == 403)
            #expect(try await home.friction() == 48)
        }
    }

    @Test("let another parent decide about what waits", arguments: Engine.all)
    func waiting(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let policy = try await home.make(PolicyHome.daily(2_000), "live")
            let action = "\(Self.path(policy))/state"
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.path(policy))
            let raised = try await visit.send(
                page,
                to: Self.path(policy),
                Self.daily("30").merging(["do": "save"]) { $1 }
            )
            #expect(raised.status == 303)
            let shown = try await visit.get(try #require(raised.headers["Location"]))
            #expect(shown.text.contains("it waits until Thursday, March 6 at 12:00"))
            #expect(shown.text.contains("is more than $30.00"))
            let own = try await visit.send(shown, to: action, ["state": "confirm"])
            #expect(own.status == 403)
            #expect(own.text.contains("Another parent must confirm this"))

            let other = try await WebVisit.signedIn(home.other, home.server)
            let asked = try await other.get(Self.list)
            let confirmed = try await other.send(asked, to: action, ["state": "confirm"])
            #expect(confirmed.status == 303)
            #expect(try await home.policy(policy.id).when == .daily(3_000))
            let late = try await other.send(asked, to: action, ["state": "cancel"])
            #expect(late.status == 409)
            #expect(late.text.contains("No change of this policy waits"))
            #expect(try await other.send(asked, to: action, ["state": "x"]).status == 404)
        }
    }

    @Test("keep what was typed, with a word beside what is wrong")
    func refusals() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.new)
            let send = { (fields: [String: String], button: String) in
                try await visit.send(page, to: Self.new, fields.merging(["do": button]) { $1 })
            }
            let hostile = "<script>alert(1)</script>"
            for button in ["save", "try"] {
                let amount = try await send(Self.daily(hostile, hostile), button)
                #expect(amount.status == 400)
                #expect(amount.text.contains("id=\"p0-more_than-problem\""))
                #expect(amount.text.contains("value=\"&lt;script&gt;alert(1)&lt;/script&gt;\""))
                #expect(!amount.text.contains("<script>"))
                let bare = try await send(["name": "Bare", "action": "warn"], button)
                #expect(bare.status == 400)
                #expect(bare.text.contains("A policy needs a part"))
                let span = ["p1_kind": "time", "p1_from": "21:00", "p1_to": "21:00"]
                let time = try await send(Self.daily().merging(span) { $1 }, button)
                #expect(time.status == 400)
                #expect(time.text.contains("id=\"p1-to-problem\""))
                let none = ["p1_kind": "time"]
                let always = try await send(Self.daily().merging(none) { $1 }, button)
                #expect(always.status == 400)
                #expect(always.text.contains("id=\"p1-problem\""))
                let action = try await send(Self.daily().merging(["action": "x"]) { $1 }, button)
                #expect(action.status == 400)
                #expect(action.text.contains("id=\"action-problem\""))
            }
            let long = String(repeating: "x", count: 81)
            #expect(try await send(Self.daily("20", long), "save").text.contains("name-problem"))
            #expect(try await home.names(as: home.parent) == [])
            #expect(try await send(Self.daily(), "save").status == 303)
            let again = try await send(Self.daily("30"), "save")
            #expect(again.status == 409)
            #expect(again.text.contains("is that of another policy"))
            #expect(again.text.contains("value=\"30\""))
            let six = (0..<6).reduce(Self.daily()) { fields, index in
                fields.merging(["p\(index)_kind": "amount", "kind": "amount"]) { $1 }
            }
            #expect(!(try await send(six, "add").text.contains("name=\"p6_kind\"")))
        }
    }

    @Test("write as JSON what parts cannot say")
    func json() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.new)
            let send = { (fields: [String: String], button: String) in
                try await visit.send(page, to: Self.new, fields.merging(["do": button]) { $1 })
            }
            let written = try await send(Self.daily(), "json")
            #expect(written.text.contains("&quot;more_than&quot;:2000"))
            let nested =
                #"{"any":[{"all":[{"amount":{"at_least":500}},{"category":["fun"]}]},"#
                + #"{"place":{"of":{"geofence":1},"within_m":5}}]}"#
            let typed = { (json: String) in
                [
                    "name": "Nested", "member": "", "action": "ask", "mode": "json", "json": json,
                ]
            }
            let parts = try await send(typed(nested), "parts")
            #expect(parts.status == 400)
            #expect(parts.text.contains("that the parts of this form cannot show"))
            #expect(parts.text.contains("&quot;geofence&quot;:1"))
            let simple = try await send(typed(#"{"amount": {"at_least": 1250}}"#), "parts")
            #expect(simple.text.contains("name=\"p0_at_least\""))
            #expect(simple.text.contains("value=\"12.50\""))
            for (json, words) in [
                ("{", "is no JSON"), ("", "is no JSON"), ("[]", "when "),
                (#"{"any":[{"all":[]}]}"#, "when.any[0].all must have"),
                (
                    String(repeating: #"{"not":"#, count: 40) + "1"
                        + String(repeating: "}", count: 40),
                    "id=\"json-problem\""
                ),
            ] {
                let refused = try await send(typed(json), "save")
                #expect(refused.status == 400, "\(json)")
                #expect(refused.text.contains("id=\"json-problem\""), "\(json)")
                #expect(refused.text.contains(words), "\(json)")
            }
            let saved = try await send(typed(nested), "save")
            #expect(saved.status == 303)
            let own = try await visit.get(try #require(saved.headers["Location"]))
            #expect(own.text.contains("&quot;geofence&quot;:1"))
            #expect(own.text.contains("name=\"mode\" value=\"json\""))
        }
    }

    @Test("ask to look again where a policy was changed meanwhile")
    func stale() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let policy = try await home.make(PolicyHome.daily(2_000))
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let path = Self.path(policy)
            let page = try await visit.get(path)
            _ = try await home.change(policy.id, PolicyHome.daily(3_000)).policy()
            let fields = Self.daily("40").merging(["do": "save"]) { $1 }
            let stale = try await visit.send(page, to: path, fields)
            #expect(stale.status == 412)
            #expect(stale.text.contains("It was changed meanwhile"))
            #expect(stale.text.contains("is more than $30.00"))
            #expect(stale.text.contains("value=\"40\""))
            #expect(try await home.policy(policy.id).when == .daily(3_000))
            #expect(try await visit.send(stale, to: path, fields).status == 303)
            #expect(try await home.policy(policy.id).when == .daily(4_000))
        }
    }

    @Test("give a child its own and what holds for it, and no more", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let all = try await home.make(PolicyHome.daily(9_000, "<b>All</b>"), "live")
            let theirs = try await home.make(PolicyHome.daily(1, "Theirs", for: home.parent))
            let visit = try await WebVisit.signedIn(home.child, home.server)
            let listed = try await visit.get(Self.list)
            #expect(listed.text.contains("Rules that hold for you"))
            #expect(listed.text.contains("&lt;b&gt;All&lt;/b&gt;"))
            #expect(!listed.text.contains("Theirs") && !listed.text.contains("<b>"))
            let shown = try await visit.get(Self.path(all))
            #expect(shown.text.contains("A parent made this rule"))
            #expect(!shown.text.contains("name=\"do\""))
            #expect(try await visit.get(Self.path(theirs)).status == 404)

            let page = try await visit.get(Self.new)
            let token = WebVisit.hidden(page.text, to: Self.new)
            let before = try await home.server.contents()
            for (policy, status) in [(all, 403), (theirs, 404)] {
                let fields = token.merging(Self.daily("90")) { $1 }
                let change = try await visit.post(
                    Self.path(policy),
                    fields.merging(["do": "save", "member": home.child.id.text]) { $1 }
                )
                #expect(change.status == status)
                let step = try await visit.post(
                    "\(Self.path(policy))/state",
                    token.merging(["state": "retired"]) { $1 }
                )
                #expect(step.status == status)
            }
            for member in ["", home.parent.id.text] {
                let fields = Self.daily().merging(["do": "save", "member": member]) { $1 }
                #expect(try await visit.send(page, to: Self.new, fields).status == 403)
            }
            #expect(try await home.server.contents() == before)

            let own = Self.daily("5", "Mine", for: home.child).merging(["do": "save"]) { $1 }
            let saved = try await visit.send(page, to: Self.new, own)
            #expect(saved.status == 303)
            let path = try #require(saved.headers["Location"]).prefix { $0 != "?" }
            let mine = try await visit.get(String(path))
            let live = try await visit.send(mine, to: "\(path)/state", ["state": "live"])
            #expect(live.status == 303)
            let decides = try await visit.get(String(path))
            #expect(!decides.text.contains("\(path)/state"))
            let loose = Self.daily("6", "Mine", for: home.child).merging(["do": "save"]) { $1 }
            let refused = try await visit.send(decides, to: String(path), loose)
            #expect(refused.status == 403)
            #expect(refused.text.contains("value=\"6\""))
        }
    }

    @Test("are nobody's of another household, and no stranger's")
    func others() async throws {
        try await PolicyHome.with(.sqlite, areBooksHeld: false) { home in
            let policy = try await home.make(PolicyHome.daily(2_000), "live")
            let path = Self.path(policy)
            let member = try await home.server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(member, home.server)
            #expect(!(try await other.get(Self.list).text.contains("Daily")))
            #expect(try await other.get(path).status == 404)
            #expect(try await other.get("\(Self.list)/x").status == 404)
            let page = try await other.get(Self.new)
            let token = WebVisit.hidden(page.text, to: Self.new)
            let fields = token.merging(Self.daily("90")) { $1 }.merging(["do": "save"]) { $1 }
            #expect(try await other.post(path, fields).status == 404)
            let step = token.merging(["state": "retired"]) { $1 }
            #expect(try await other.post("\(path)/state", step).status == 404)
            // Nor does it make one for a member of this household.
            let foreign = fields.merging(["member": home.child.id.text]) { $1 }
            #expect(try await other.post(Self.new, foreign).status == 404)
            #expect(try await home.policy(policy.id) == policy)

            let visit = try await WebVisit.signedIn(home.parent, home.server)
            #expect(try await visit.post(path, Self.daily()).status == 400)
            #expect(try await visit.post("\(path)/state", step).status == 400)
            #expect(try await home.policy(policy.id) == policy)
            let stranger = WebVisit(home.server)
            let asked = try await stranger.get(path)
            #expect(asked.status == 303)
            #expect(asked.headers["Location"]?.hasPrefix("/app/sign-in?next=") == true)
        }
    }
}
