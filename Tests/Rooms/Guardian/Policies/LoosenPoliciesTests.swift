import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Loosening policies")
struct LoosenPoliciesTests {
    @Test(
        "more lets through later, less at once; what is retired stays live until then",
        arguments: Engine.all
    )
    func waits(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            let asked = try await home.version()
            let later = GuardianTimestamp(home.server.clock.now.adding(seconds: 24 * 3_600))

            let raised = try await home.change(made.id, PolicyHome.daily(3_000)).policy()
            #expect(try raised.when == .daily(2_000) && raised.version == made.version + 1)
            let pending = try #require(raised.pending)
            #expect(pending.takesEffectAt == later && pending.askedBy == home.parent.id)
            #expect(try pending.change.policy?.when == .daily(3_000))
            #expect(pending.change.state == nil)
            // What decides is as it was.
            #expect(try await home.version() == asked)
            #expect(try await home.policy(made.id, as: home.child) == raised)

            let lowered = try await home.change(made.id, PolicyHome.daily(1_000)).policy()
            #expect(try lowered.when == .daily(1_000) && lowered.pending == nil)
            #expect(try await home.version() == lowered.version)

            let retired = try await home.move(made.id, "retired").policy()
            #expect(retired.state == .live && retired.liveSince == made.liveSince)
            #expect(retired.pending?.change == .init(state: .retired))
            #expect(retired.pending?.takesEffectAt == later)

            let own = try await home.move(made.id, "confirm")
            #expect(own.status == 403)
            let done = try await home.move(made.id, "confirm", as: home.other).policy()
            #expect(done.state == .retired && done.pending == nil && done.liveSince == nil)
            #expect(try await home.version() == 0)
            #expect(try await home.move(made.id, "confirm", as: home.other).status == 409)
            #expect(try await home.move(made.id, "cancel").status == 409)
        }
    }

    @Test("each parent gives it up, and no child decides about it", arguments: Engine.all)
    func cancels(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let made = try await home.make(PolicyHome.daily(2_000, for: home.child), "live")
            for parent in [home.parent, home.other] {
                #expect(try await home.move(made.id, "draft").policy().pending != nil)
                let before = try await home.server.contents()
                for step in ["confirm", "cancel"] {
                    #expect(try await home.move(made.id, step, as: home.child).status == 403)
                }
                #expect(try await home.server.contents().changed(since: before).isEmpty)
                let kept = try await home.move(made.id, "cancel", as: parent).policy()
                #expect(kept.pending == nil && kept.state == .live)
            }
            let late = try await home.later(hours: 48)
            #expect(try await late.settle() == 0)
            #expect(try await late.policy(made.id).state == .live)
        }
    }

    @Test("what a parent asked for waits, whatever the child says of its own policy")
    func childWaits() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let strict = PolicyHome.daily(1_000, for: home.child)
            let made = try await home.make(
                PolicyHome.daily(2_000, for: home.child),
                "live",
                as: home.child
            )
            #expect(try await home.move(made.id, "draft").policy().pending != nil)
            #expect(try await home.change(made.id, strict, as: home.child).status == 403)
            #expect(try await home.move(made.id, "cancel").status == 200)
            #expect(try await home.change(made.id, strict, as: home.child).status == 200)
        }
    }

    @Test(
        "the later of two that wait does, the same one once; another name goes along",
        arguments: Engine.all
    )
    func replaces(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            let first = try await home.change(made.id, PolicyHome.daily(3_000)).policy()
            let soon = try await home.later(hours: 1)
            // It is asked for already, whoever asks again, and does not begin anew.
            let same = try await soon.change(made.id, PolicyHome.daily(3_000), as: soon.other)
            #expect(try same.policy() == first)
            let second = try await soon.change(made.id, PolicyHome.daily(4_000), as: soon.other)
                .policy()
            #expect(second.pending?.askedBy == soon.other.id)
            #expect(try second.pending?.change.policy?.when == .daily(4_000))
            let hours = Int64(24 * 3_600)
            let end = GuardianTimestamp(soon.server.clock.now.adding(seconds: hours))
            #expect(second.pending?.takesEffectAt == end)
            #expect(try await soon.move(made.id, "confirm", as: soon.other).status == 403)

            let body = PolicyHome.daily(2_000, "New", message: "Enough.")
            let renamed = try await soon.change(made.id, body).policy()
            #expect(renamed.name == "New" && renamed.pending?.takesEffectAt == end)
            #expect(renamed.pending?.askedBy == soon.other.id)
            let late = try await soon.later(hours: 24)
            #expect(try await late.settle() == 1)
            let settled = try await late.policy(made.id)
            #expect(settled.name == "New" && settled.message == "Enough.")
            #expect(try settled.when == .daily(4_000) && settled.pending == nil)
        }
    }

    @Test("it takes effect when the hours have passed, not before", arguments: Engine.all)
    func settles(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            let other = try await home.make(PolicyHome.daily(2_000, "Other"), "live")
            _ = try await home.change(made.id, PolicyHome.daily(3_000)).policy()
            let early = try await home.later(hours: 24, milliseconds: -1)
            #expect(try await early.settle() == 0)
            #expect(try await early.policy(made.id).pending != nil)
            _ = try await early.move(other.id, "retired").policy()

            let due = try await early.later(milliseconds: 1)
            #expect(try await due.settle() == 1)
            let settled = try await due.policy(made.id)
            #expect(try settled.when == .daily(3_000) && settled.pending == nil)
            #expect(try await due.version() == settled.version)
            let before = try await due.server.contents()
            #expect(try await due.settle() == 0)
            #expect(try await due.server.contents().changed(since: before).isEmpty)
            let links = try await due.links()
            #expect(links.map(\.what) == Self.words)
            #expect(links.last?.author == home.parent.id.text)

            let late = try await due.later(hours: 24)
            #expect(try await late.settle() == 1)
            #expect(try await late.policy(other.id).state == .retired)
            #expect(try await late.version() == late.links().last?.sequence)
        }
    }

    private static let words = [
        "created", "state", "created", "state", "pending", "pending", "settled",
    ]

    @Test("what is due takes effect before another change, and is too late to give up")
    func dueFirst() async throws {
        try await PolicyHome.with(.sqlite) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            let waiting = try await home.change(made.id, PolicyHome.daily(3_000)).policy()
            let late = try await home.later(hours: 24)
            let before = try await late.server.contents()
            #expect(try await late.move(made.id, "cancel").status == 409)
            #expect(try await late.server.contents().changed(since: before).isEmpty)
            // What the parent saw is the version that waits.
            let tag: Headers = ["If-Match": "\"\(waiting.version)\""]
            let changed = try await late.change(made.id, PolicyHome.daily(2_500), tag).policy()
            #expect(try changed.when == .daily(2_500) && changed.pending == nil)
            #expect(try await late.links().map(\.what).suffix(2) == ["settled", "changed"])
        }
    }

    @Test("the hours are lowered later and raised at once", arguments: Engine.all)
    func friction(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            #expect(try await home.friction() == 24)
            #expect(try await home.friction(0) == 24)
            let early = try await home.later(hours: 24, milliseconds: -1)
            #expect(try await early.settle() == 0)
            #expect(try await early.friction() == 24)
            let due = try await early.later(milliseconds: 1)
            // In force also where nobody has written it yet.
            #expect(try await due.friction() == 0)
            #expect(try await due.settle() == 1)
            #expect(try await due.settle() == 0)
            #expect(try await due.friction() == 0)
            let made = try await due.make(PolicyHome.daily(2_000), "live")
            let raised = try await due.change(made.id, PolicyHome.daily(3_000)).policy()
            #expect(try raised.when == .daily(3_000) && raised.pending == nil)

            #expect(try await due.friction(48) == 48)
            #expect(try await due.friction(10) == 48)
            let soon = try await due.later(hours: 1)
            #expect(try await soon.friction(12) == 48)
            let between = try await soon.later(hours: 47)
            #expect(try await between.friction() == 48)
            let last = try await between.later(hours: 1)
            #expect(try await last.friction() == 12)
            // A longer time takes the place of a shorter one that waits.
            #expect(try await last.friction(1) == 12)
            #expect(try await last.friction(13) == 13)
            let end = try await last.later(hours: 13)
            #expect(try await end.settle() == 0)
            #expect(try await end.friction() == 13)
            // So does the same one.
            #expect(try await end.friction(1) == 13)
            #expect(try await end.friction(13) == 13)
            let after = try await end.later(hours: 13)
            #expect(try await after.settle() == 0)
            #expect(try await after.friction() == 13)
        }
    }

    @Test("the hours are a parent's to set, within their bounds", arguments: [-1, 169])
    func bounds(hours: Int) async throws {
        try await PolicyHome.with(.sqlite) { home in
            let before = try await home.server.contents()
            let path = "/guardian/friction"
            let body = #"{"loosening_hours":\#(hours)}"#
            let token = home.parent.token
            let answer = try await home.server.raw("PUT", path, body, token: token)
            #expect(answer.status == 400)
            #expect(try answer.string("error")?.hasPrefix("loosening_hours ") == true)
            for method in ["GET", "PUT"] {
                let sent = method == "GET" ? nil : #"{"loosening_hours":168}"#
                let refused = try await home.server.raw(
                    method,
                    path,
                    sent,
                    token: home.child.token
                )
                #expect(refused.status == 403)
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            #expect(try await home.friction(168) == 168)
        }
    }
}

/// A link of the chain about a policy.
private struct PolicyLinkRow: Sendable {
    let sequence: Int64
    let author: String?
    let what: String?
}

extension PolicyHome {
    private static let linkSelection = Statement(
        """
        SELECT sequence, author_id, body FROM edits
        WHERE household_id = $1 AND kind = 'policy' ORDER BY sequence
        """
    )

    /// The links of the household's chain about policies.
    fileprivate func links() async throws -> [PolicyLinkRow] {
        let household = parent.household
        return try await server.database.read { session in
            try session.rows(Self.linkSelection, [.id(household)]) { row in
                let body = try JSONParser.parse(row.text(2).utf8)
                var what: String?
                if case .string(let word) = body["what"] { what = word }
                return PolicyLinkRow(
                    sequence: row.integer(0),
                    author: row.optionalText(1),
                    what: what
                )
            }
        }
    }
}
