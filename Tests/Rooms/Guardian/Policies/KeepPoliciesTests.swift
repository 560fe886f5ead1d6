import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Keeping policies")
struct KeepPoliciesTests {
    @Test("they are made as drafts, told, listed and take their states", arguments: Engine.all)
    func lifecycle(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let body = PolicyHome.daily(2_000, for: home.child, message: "Enough.")
            let answer = try await home.send("POST", "", body, as: home.parent)
            #expect(answer.status == 201)
            let made = try answer.policy()
            #expect(answer.headers["ETag"] == "\"\(made.version)\"")
            #expect(made.state == .draft && made.liveSince == nil && made.pending == nil)
            #expect(made.name == "Daily" && made.then == .decline && made.message == "Enough.")
            #expect(made.userID == home.child.id && made.createdBy == home.parent.id)
            #expect(try made.when == .daily(2_000))
            #expect(made.createdAt == GuardianTimestamp(home.server.clock.now))
            #expect(try await home.policy(made.id) == made)
            #expect(try await home.version() == 0)

            let shadow = try await home.move(made.id, "shadow").policy()
            #expect(shadow.state == .shadow && shadow.version == made.version + 1)
            #expect(try await home.version() == shadow.version)
            let live = try await home.move(made.id, "live").policy()
            #expect(live.state == .live)
            #expect(live.liveSince == GuardianTimestamp(home.server.clock.now))
            #expect(try await home.version() == live.version)
            // The same again is no change.
            #expect(try await home.move(made.id, "live").policy() == live)
            #expect(try await home.change(made.id, body).policy() == live)

            _ = try await home.make(PolicyHome.daily(1_000, "All"))
            #expect(try await home.names(as: home.parent) == ["Daily", "All"])
            #expect(try await home.names("?state=live", as: home.parent) == ["Daily"])
            #expect(try await home.names("?state=retired", as: home.parent) == [])
            let query = "?user_id=\(home.other.id.text)"
            #expect(try await home.names(query, as: home.parent) == ["All"])
        }
    }

    @Test("what is retired may be asked again, and only what is asked has a version")
    func again() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "shadow")
            _ = try await home.move(made.id, "retired").policy()
            #expect(try await home.version() == 0)
            _ = try await home.change(made.id, PolicyHome.daily(3_000)).policy()
            #expect(try await home.version() == 0)
            for state in ["draft", "retired", "shadow", "draft", "live"] {
                #expect(try await home.move(made.id, state).policy().state.rawValue == state)
            }
            #expect(try await home.version() == home.policy(made.id).version)
        }
    }

    @Test("a child binds itself, and only a parent loosens what does", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let theirs = try await home.make(PolicyHome.daily(2_000, "P", for: home.child), "live")
            let all = try await home.make(PolicyHome.daily(9_000, "All"), "live")
            let body = PolicyHome.daily(1_000, "Own", for: home.child)
            let own = try await home.make(body, "live", as: home.child)
            #expect(own.createdBy == home.child.id && own.state == .live)

            let before = try await home.server.contents()
            let refused = [
                try await home.send(
                    "POST",
                    "",
                    PolicyHome.daily(1, "For P", for: home.parent),
                    as: home.child
                ),
                try await home.send("POST", "", PolicyHome.daily(1, "Every"), as: home.child),
                // Also what would tighten it.
                try await home.change(
                    theirs.id,
                    PolicyHome.daily(1_000, "P", for: home.child),
                    as: home.child
                ),
                try await home.move(theirs.id, "draft", as: home.child),
                try await home.move(all.id, "retired", as: home.child),
                try await home.change(
                    own.id,
                    PolicyHome.daily(1_001, "Own", for: home.child),
                    as: home.child
                ),
                try await home.change(own.id, PolicyHome.daily(1_000, "Own"), as: home.child),
                try await home.move(own.id, "retired", as: home.child),
                try await home.move(own.id, "shadow", as: home.child),
                try await home.move(own.id, "confirm", as: home.child),
                try await home.move(own.id, "cancel", as: home.child),
            ]
            #expect(refused.map(\.status) == Array(repeating: 403, count: refused.count))
            #expect(try await home.server.contents().changed(since: before).isEmpty)

            #expect(try await home.policy(theirs.id, as: home.child) == theirs)
            let stricter = PolicyHome.daily(500, "Own", for: home.child)
            let changed = try await home.change(own.id, stricter, as: home.child).policy()
            #expect(try changed.when == .daily(500) && changed.pending == nil)
            let draft = try await home.make(
                PolicyHome.daily(1, "Draft", for: home.child),
                as: home.child
            )
            #expect(try await home.move(draft.id, "retired", as: home.child).status == 403)
            let looser = PolicyHome.daily(2, "Draft", for: home.child)
            #expect(try await home.change(draft.id, looser, as: home.child).status == 200)
        }
    }

    @Test("a child sees those for itself and for everybody", arguments: Engine.all)
    func sight(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let sibling = try await home.server.registerChild("bob@example.com", of: home.parent)
            let bob = try await home.make(PolicyHome.daily(1, "Bob", for: sibling), "live")
            _ = try await home.make(PolicyHome.daily(1, "Alice", for: home.child))
            _ = try await home.make(PolicyHome.daily(1, "All"))
            _ = try await home.make(PolicyHome.daily(1, "Parent", for: home.parent))
            #expect(try await home.names(as: home.child) == ["Alice", "All"])
            #expect(try await home.names(as: sibling) == ["Bob", "All"])
            #expect(try await home.names(as: home.other) == ["Bob", "Alice", "All", "Parent"])
            let query = "?user_id=\(sibling.id.text)"
            #expect(try await home.send("GET", query, as: home.child).status == 404)
            for answer in [
                try await home.send("GET", "/\(bob.id.text)", as: home.child),
                try await home.change(bob.id, PolicyHome.daily(2, "Bob"), as: home.child),
                try await home.move(bob.id, "retired", as: home.child),
            ] {
                #expect(answer.status == 404)
            }
        }
    }

    @Test("another household's policies and members are not there", arguments: Engine.all)
    func isolation(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            let stranger = try await home.server.registerParent("eve@example.com")
            let before = try await home.server.contents()
            let foreign = PolicyHome.daily(2_000, "Foreign", for: home.child)
            let query = "?user_id=\(home.child.id.text)"
            for answer in [
                try await home.send("GET", "/\(made.id.text)", as: stranger),
                try await home.change(made.id, PolicyHome.daily(1), as: stranger),
                try await home.move(made.id, "retired", as: stranger),
                try await home.move(made.id, "confirm", as: stranger),
                try await home.send("POST", "", foreign, as: stranger),
                try await home.send("GET", query, as: stranger),
            ] {
                #expect(answer.status == 404)
            }
            #expect(try await home.names(as: stranger) == [])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            // Its names are no other household's.
            let same = try await home.send("POST", "", PolicyHome.daily(1), as: stranger)
            #expect(same.status == 201)
        }
    }

    @Test("a name is that of one policy of the household", arguments: Engine.all)
    func names(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let first = try await home.make(PolicyHome.daily(2_000, "First"), "live")
            let second = try await home.make(PolicyHome.daily(2_000, "Second"))
            let renamed = PolicyHome.daily(3_000, "Coming")
            #expect(try await home.change(first.id, renamed).policy().pending != nil)
            let before = try await home.server.contents()
            for answer in [
                try await home.send("POST", "", PolicyHome.daily(1, "First"), as: home.other),
                try await home.change(second.id, PolicyHome.daily(1, "First")),
                // It will be that of the first when its change takes effect.
                try await home.send("POST", "", PolicyHome.daily(1, "Coming"), as: home.parent),
                try await home.change(second.id, PolicyHome.daily(1, "Coming")),
            ] {
                #expect(answer.status == 409)
                #expect(try answer.string("message")?.hasPrefix("name ") == true)
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            let late = try await home.later(hours: 24)
            #expect(try await late.settle() == 1)
            #expect(try await late.names(as: late.parent) == ["Coming", "Second"])
            _ = try await late.make(PolicyHome.daily(1, "First"))
        }
    }

    @Test(
        "a condition is refused at its place, and changes nothing",
        arguments: [
            (#"{"all":[{"not":{"category":["food"],"mcc":["5812"]}}]}"#, "when.all[0].not"),
            (#"{"all":[]}"#, "when.all"),
            (nested(7), "when.all[0].any[0].not.all[0].any[0].not"),
            (leaves(51), "when"),
        ]
    )
    func refused(when: String, path: String) async throws {
        try await PolicyHome.with(.sqlite) { home in
            let body = Self.body(Self.nested(6))
            let id = try await home.send("POST", "", body, as: home.parent).policy().id
            let before = try await home.server.contents()
            for answer in [
                try await home.send("POST", "", Self.body(when), as: home.parent),
                try await home.change(id, Self.body(when)),
            ] {
                #expect(answer.status == 400)
                let error = try answer.string("error")
                #expect(error?.hasPrefix("\(path) ") == true, "\(answer.text)")
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("what a condition names need not be there")
    func absent() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let when = #"{"place":{"within_m":100,"of":{"geofence":4711}}}"#
            let made = try await home.send("POST", "", Self.body(when), as: home.parent).policy()
            #expect(made.when.text.contains("4711"))
        }
    }

    private static func body(_ when: String) -> String {
        #"{"name":"Condition","when":\#(when),"then":"warn"}"#
    }

    /// Conditions within one another, so many deep.
    private static func nested(_ depth: Int) -> String {
        let ways = [(#"{"all":["#, "]}"), (#"{"any":["#, "]}"), (#"{"not":"#, "}")]
        return (0..<depth - 1).reversed().reduce(#"{"category":["food"]}"#) { inner, level in
            let way = ways[level % ways.count]
            return way.0 + inner + way.1
        }
    }

    /// A condition with so many leaves.
    private static func leaves(_ count: Int) -> String {
        let leaf = #"{"amount":{"at_least":1}}"#
        let groups = stride(from: 0, to: count, by: 20).map { start in
            let leaves = Array(repeating: leaf, count: min(20, count - start))
            return #"{"all":[\#(leaves.joined(separator: ","))]}"#
        }
        return #"{"any":[\#(groups.joined(separator: ","))]}"#
    }
}
