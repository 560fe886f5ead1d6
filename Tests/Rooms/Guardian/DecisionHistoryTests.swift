import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Decisions, as they are looked up later")
struct DecisionHistoryTests {
    @Test("are listed newest first, allowed or not, each with its trace", arguments: Engine.all)
    func list(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            #expect(try await parent.decisions() == [])
            _ = try await parent.setRule("fun", 5_000)
            let declined = try await parent.authorize(3_000, at: "Steam")
            server.clock.advance(seconds: 60)
            let allowed = try await parent.authorize(700, at: "Corner Café")
            let rows = try await parent.decisions()
            #expect(rows.map(\.decisionID) == [allowed.decisionID, declined.decisionID])
            #expect(rows.map(\.decision) == [.approve, .decline])
            #expect(rows.map(\.reason) == [.ok, .risky])
            #expect(rows.map(\.merchant) == ["Corner Café", "Steam"])
            #expect(rows.map(\.amountCents) == [700, 3_000])
            #expect(rows.allSatisfy { $0.userID == parent.id && $0.category == "fun" })
            #expect(rows[0].message == nil && rows[1].message == declined.message)
            #expect(rows[0].decidedAt.instant.text == "2025-03-05T12:01:00Z")
            for answer in [declined, allowed] {
                let told = try await parent.decision(answer.decisionID)
                #expect(told.trace == answer.trace && !told.trace.isEmpty)
                #expect(told.decision == answer.decision && told.message == answer.message)
                #expect(told.approval == nil && told.override == nil)
            }
        }
    }

    @Test("come in pages that new decisions do not move", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for cents in 1...7 {
                _ = try await parent.authorize(Int64(cents))
                _ = try await child.authorize(Int64(cents) * 100)
            }
            var seen: [Int64] = []
            var last: ID<Entity.Decision>?
            repeat {
                let page = try await parent.decisions(of: child, before: last, limit: 3)
                seen += page.map(\.amountCents)
                last = page.last?.decisionID
                // What is decided meanwhile is on the first page alone.
                _ = try await child.authorize(9_000)
            } while last != nil
            #expect(seen == (1...7).reversed().map { Int64($0) * 100 })
            let newest = try await parent.decisions(of: child, limit: 2)
            #expect(newest.map(\.amountCents) == [9_000, 9_000])
            #expect(try await parent.decisions().map(\.amountCents) == [7, 6, 5, 4, 3, 2, 1])
            // Somebody else's decision is a place in time, and shows nothing of it.
            let others = try await parent.decisions(limit: 1)
            let before = try await child.decisions(before: others.last?.decisionID)
            #expect(before.map(\.amountCents) == [600, 500, 400, 300, 200, 100])
        }
    }

    @Test("are twenty unless said, and a hundred at most", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for cents in 1...101 { _ = try await parent.authorize(Int64(cents)) }
            #expect(try await parent.decisions().count == 20)
            for (asked, count) in [(1, 1), (0, 1), (-5, 1), (100, 100), (5_000, 100)] {
                #expect(try await parent.decisions(limit: Int64(asked)).count == count, "\(asked)")
            }
            let wrong = try await server.get("/decisions?limit=x", token: parent.token)
            #expect(wrong.status == 400)
            let odd = try await server.get("/decisions?before=x", token: parent.token)
            #expect(odd.status == 400)
        }
    }

    @Test("say what a parent was asked and said, and what came of that", arguments: Engine.all)
    func outcome(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let declined = try await child.authorize(5_000).decisionID
            #expect(try await child.decision(declined).approval?.state == .pending)
            let request = try await parent.approvals()[0].id
            server.clock.advance(seconds: 60)
            try await parent.decide(request, .approve)
            let given = try await parent.decision(declined)
            #expect(given.approval?.id == request && given.approval?.state == .approved)
            #expect(given.override?.used == false && given.override?.usedBy == nil)
            let bought = try await child.authorize(5_000)
            #expect(bought.reason == .override)
            #expect(try await child.decision(declined).override?.usedBy == bought.decisionID)
            let used = try await child.decision(bought.decisionID)
            #expect(used.approval == nil)
            #expect(used.override == (try await child.decision(declined)).override)

            let second = try await child.authorize(700).decisionID
            try await parent.decide(try await parent.approvals(.pending)[0].id, .refuse)
            let refused = try await parent.decision(second)
            #expect(refused.approval?.state == .refused && refused.override == nil)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("of others than the caller and its children are not there", arguments: Engine.all)
    func access(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let other = try await server.registerSecondParent(of: parent)
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            let (stranger, strangersChild) = try await server.registerBlockedChild("roe")
            let ofChild = try await child.authorize(5_000).decisionID
            let ofParent = try await parent.authorize(5_000).decisionID
            for (member, decision, status) in [
                (child, ofChild, 200), (parent, ofChild, 200), (other, ofChild, 200),
                (sibling, ofChild, 404), (stranger, ofChild, 404), (strangersChild, ofChild, 404),
                (parent, ofParent, 200), (other, ofParent, 404), (child, ofParent, 404),
                (parent, ID(.zero), 404),
            ] {
                let path = "/decisions/\(decision.text)"
                let answer = try await server.get(path, token: member.token)
                #expect(answer.status == status, "\(member.email)")
                if status == 404 { #expect(!answer.text.contains("Steam")) }
            }
            for (member, subject, status) in [
                (parent, child, 200), (other, child, 200), (child, child, 200),
                (sibling, child, 404), (stranger, child, 404), (child, parent, 404),
                (other, parent, 404),
            ] {
                let path = "/decisions?user_id=\(subject.id.text)"
                #expect(try await server.get(path, token: member.token).status == status)
            }
            #expect(try await server.get("/decisions").status == 401)
            #expect(try await server.get("/decisions/\(ofChild.text)").status == 401)
            #expect(try await server.get("/decisions/x", token: child.token).status == 404)
        }
    }

    @Test("of a parent are seen by another one that is asked to allow them", arguments: Engine.all)
    func asked(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            _ = try await home.make(PolicyHome.daily(100, then: "ask", for: home.parent), "live")
            let declined = try await home.parent.authorize(5_000)
            #expect(declined.reason == .policy)
            let told = try await home.other.decision(declined.decisionID)
            #expect(told.approval?.state == .pending && told.trace == declined.trace)
            let path = "/decisions/\(declined.decisionID.text)"
            let child = try await home.server.get(path, token: home.child.token)
            #expect(child.status == 404)
        }
    }
}

extension TestMember {
    /// Lists decisions.
    func decisions(
        of member: TestMember? = nil,
        before: ID<Entity.Decision>? = nil,
        limit: Int64? = nil
    ) async throws -> [API.Guardian.DecisionRow] {
        try await purser.call(
            API.Guardian.listDecisions,
            .init(
                userID: member.map { MemberReference($0.id.text) },
                before: before,
                limit: limit.map { PageNumber($0) }
            )
        ).decisions
    }

    /// Looks a decision up.
    func decision(_ id: ID<Entity.Decision>) async throws -> API.Guardian.TracedDecision {
        try await purser.call(API.Guardian.getDecision, .init(id))
    }
}
