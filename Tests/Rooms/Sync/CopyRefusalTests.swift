import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What is refused of records that devices copy")
struct CopyRefusalTests {
    @Test("a version must be named, and one only", arguments: Engine.all)
    func versions(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let target = "/sync/rule/\(CopyFamily.uuid(1))"
            let (token, body) = (home.parent.token, home.rule(50))
            let bare = try await home.server.raw("PUT", target, body, token: token)
            #expect(bare.status == 428)
            #expect(try bare.string("error.code") == "INVALID_REQUEST")
            let removal = try await home.server.raw("DELETE", target, nil, token: token)
            #expect(removal.status == 428)
            let both = try await home.server.raw(
                "PUT",
                target,
                body,
                token: token,
                headers: ["If-Match": "\"1\"", "If-None-Match": "*"]
            )
            #expect(both.status == 400)
            #expect(try both.faults() == ["If-None-Match must not stand beside If-Match"])
            for (name, value) in [("If-Match", "1"), ("If-None-Match", "\"1\"")] {
                let wrong = try await home.server.raw(
                    "PUT",
                    target,
                    body,
                    token: token,
                    headers: [name: value]
                )
                #expect(wrong.status == 400, "\(name)")
                #expect(try wrong.faults().first?.hasPrefix("\(name) ") == true)
            }
            let unknown = try await home.change("rule/\(CopyFamily.uuid(1))", body, 1)
            #expect(unknown.status == 404)
            let path = "/sync/elephant/\(CopyFamily.uuid(1))"
            #expect(try await home.server.get(path, token: token).status == 404)
            #expect(try await home.server.get("/sync/rule/x", token: token).status == 404)
        }
    }

    @Test("fields that are not known, missing or out of bounds", arguments: Engine.all)
    func fields(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let member = home.child.member.id.text
            let child = home.child.id.text
            let cases: [(String, String, [String])] = [
                (
                    "rule",
                    #"{"memberId":"\#(member)","category":"fun","monthlyLimitCents":1,"x":1}"#,
                    ["x is not known here"]
                ),
                (
                    "rule", #"{"memberId":"\#(member)","category":"fun"}"#,
                    ["monthlyLimitCents is required"]
                ),
                (
                    "rule", #"{"memberId":"\#(member)","category":"fun","monthlyLimitCents":-1}"#,
                    ["monthlyLimitCents must not be negative"]
                ),
                ("geofence", home.fence("Mall", lat: 91), ["lat is out of range"]),
                ("chore", home.chore("Done"), ["state must be Assigned for a new chore"]),
                (
                    "goal", #"{"childId":"\#(child)","name":" ","targetAmount":1}"#,
                    ["name is required"]
                ),
            ]
            for (kind, body, faults) in cases {
                let answer = try await home.make("\(kind)/\(CopyFamily.uuid(1))", body)
                #expect(answer.status == 400, "\(answer.text)")
                #expect(try answer.faults().count == faults.count, "\(answer.text)")
                let names = faults.map { String($0.prefix { $0 != " " }) }
                let told = try answer.faults().map { String($0.prefix { $0 != " " }) }
                #expect(told == names, "\(answer.text)")
            }
            #expect(try await home.changes(kinds: "rule,geofence,chore,goal").changes.isEmpty)
        }
    }

    @Test("keys stay as they are", arguments: Engine.all)
    func keys(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "rule/\(CopyFamily.uuid(1))"
            let version = try await home.make(path, home.rule(50)).number("version")
            let other = home.rule(50, of: home.family.sibling.member)
            let moved = try await home.change(path, other, version)
            #expect(try moved.faults() == ["memberId cannot be changed"])
            let renamed = try await home.change(path, home.rule(50, "games"), version)
            #expect(try renamed.faults() == ["category cannot be changed"])
            let goal = "goal/\(CopyFamily.uuid(2))"
            let made = try await home.make(goal, home.goal("Boat")).number("version")
            let sibling = home.family.sibling.id.text
            let body = #"{"childId":"\#(sibling)","name":"Boat","targetAmount":150}"#
            let given = try await home.change(goal, body, made)
            #expect(try given.faults() == ["childId cannot be changed"])
        }
    }

    @Test("a token tells the kinds that it may read, and writes no others", arguments: Engine.all)
    func scopes(engine: Engine) async throws {
        try await withCopies(engine) { home in
            #expect(try await home.make("rule/\(CopyFamily.uuid(1))", home.rule(50)).status == 201)
            #expect(
                try await home.make("goal/\(CopyFamily.uuid(2))", home.goal("Boat")).status == 201
            )
            let all = try await home.changes()
            #expect(Set(all.changes.map(\.kind)) == ["child", "rule", "goal"])
            let some = try await home.changes(kinds: "goal")
            #expect(some.changes.map(\.kind) == ["goal"])
            for kinds in ["elephant", "rule,", "rule goal"] {
                let target = "/sync/changes?kinds=\(PercentCoding.encoded(kinds))"
                let answer = try await home.server.get(target, token: home.parent.token)
                #expect(answer.status == 400)
                #expect(try answer.faults() == ["kinds must be kinds between commas"])
            }
            for query in ["since=-1", "limit=0", "limit=501"] {
                let target = "/sync/changes?\(query)"
                let answer = try await home.server.get(target, token: home.parent.token)
                #expect(answer.status == 400, "\(query)")
            }
        }
    }

    @Test("a child is told its own records alone", arguments: Engine.all)
    func sight(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let sibling = home.family.sibling.member
            let own = try await home.make("rule/\(CopyFamily.uuid(1))", home.rule(50))
            let other = home.rule(50, of: sibling)
            let theirs = try await home.make("rule/\(CopyFamily.uuid(2))", other)
            #expect(own.status == 201 && theirs.status == 201)
            let seen = try await home.changes(kinds: "rule", for: home.child.member).changes
            #expect(seen.map(\.id.text) == [CopyFamily.uuid(1)])
            let siblings = try await home.changes(kinds: "rule", for: sibling).changes
            #expect(siblings.map(\.id.text) == [CopyFamily.uuid(2)])
            #expect(try await home.changes(kinds: "rule").changes.count == 2)
            let children = try await home.changes(kinds: "child", for: sibling).changes
            #expect(children.map(\.id.text) == [home.family.sibling.id.text])
        }
    }

    @Test("steps that chores do not take", arguments: Engine.all)
    func steps(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "chore/\(CopyFamily.uuid(1))"
            let made = try await home.make(path, home.chore()).number("version")
            #expect(try await home.change(path, home.chore("Approved"), made).status == 409)
            let renamed = try await home.change(path, home.chore(title: "Windows"), made)
            #expect(renamed.status == 200)
            let version = try renamed.number("version")
            let done = home.chore("Done", title: "Windows")
            let next = try await home.change(path, done, version).number("version")
            let back = home.chore(title: "Windows")
            #expect(try await home.change(path, back, next).status == 409)
            let rejected = home.chore("Rejected", title: "Windows")
            #expect(
                try await home.change(path, rejected, next).faults() == ["reason is required"]
            )
            let reasoned = rejected.dropLast() + #","reason":"Not yet"}"#
            let decided = try await home.change(path, String(reasoned), next)
            #expect(decided.status == 200)
            #expect(try decided.string("value.reason") == "Not yet")
            let again = try await home.change(path, done, try decided.number("version"))
            #expect(again.status == 200)
            #expect(try again.json()["value"]?["reason"] == nil)
            let approved = home.chore("Approved", title: "Windows")
            let paid = try await home.change(path, approved, try again.number("version"))
            #expect(paid.status == 200)
            let last = try paid.number("version")
            #expect(try await home.remove(path, last).status == 409)
            let late = home.chore("Approved", title: "Doors")
            #expect(try await home.change(path, late, last).status == 409)
        }
    }
}
