import Contract
import Guardian
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The bound of policies")
struct PolicyBoundTests {
    @Test("a household makes 200 drafts and no more", arguments: Engine.all)
    func drafts(engine: Engine) async throws {
        // Rows that no link tells of are no books.
        try await PolicyHome.with(engine, areBooksHeld: false) { home in
            let made = try await home.make(PolicyHome.daily(1))
            try await home.fill(like: made.id, .draft, Limits.policiesPerState - 2)
            _ = try await home.make(PolicyHome.daily(1, "The last"))
            let before = try await home.server.contents()
            let answer = try await home.send("POST", "", PolicyHome.daily(1, "X"), as: home.other)
            #expect(answer.status == 409)
            #expect(try answer.string("message")?.contains("200") == true)
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            #expect(try await home.names(as: home.parent).count == Limits.policiesPerState)
            // One that is no draft any more makes room.
            #expect(try await home.move(made.id, "shadow").status == 200)
            _ = try await home.make(PolicyHome.daily(1, "X"))
        }
    }

    @Test("200 are live and no more", arguments: Engine.all)
    func live(engine: Engine) async throws {
        try await PolicyHome.with(engine, areBooksHeld: false) { home in
            let made = try await home.make(PolicyHome.daily(1))
            try await home.fill(like: made.id, .live, Limits.policiesPerState)
            let before = try await home.server.contents()
            #expect(try await home.move(made.id, "live").status == 409)
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            #expect(try await home.move(made.id, "shadow").status == 200)
        }
    }

    @Test("what will be retired has its room already", arguments: Engine.all)
    func retired(engine: Engine) async throws {
        try await PolicyHome.with(engine, areBooksHeld: false) { home in
            let first = try await home.make(PolicyHome.daily(1, "First"), "live")
            let second = try await home.make(PolicyHome.daily(1, "Second"), "live")
            let draft = try await home.make(PolicyHome.daily(1, "Draft"))
            try await home.fill(like: draft.id, .retired, Limits.policiesPerState - 1)
            #expect(try await home.move(first.id, "retired").policy().pending != nil)
            #expect(try await home.move(second.id, "retired").status == 409)
            #expect(try await home.move(draft.id, "retired").status == 409)
            #expect(try await home.move(first.id, "cancel").status == 200)
            #expect(try await home.move(draft.id, "retired").status == 200)
        }
    }
}

extension PolicyHome {
    /// Writes rows of policies like one, but for their ids, names and state.
    fileprivate func fill(
        like id: ID<Entity.Policy>,
        _ state: Guardian.Policy.State,
        _ count: Int
    ) async throws {
        let (household, call, now) = (parent.household, server.call(), server.clock.now)
        try await server.database.write { session in
            let model = try #require(try Policies.find(id, of: household, in: session))
            for number in 0..<count {
                let policy = Guardian.Policy(
                    id: call.ids.next(Entity.Policy.self, at: now),
                    name: "Row \(number)",
                    condition: model.policy.condition,
                    action: model.policy.action,
                    state: state,
                    createdAt: now
                )
                let record = PolicyRecord(
                    policy,
                    of: household,
                    version: model.version,
                    createdBy: model.createdBy,
                    liveSince: state == .live ? now : nil
                )
                try Policies.save(record, in: session)
            }
        }
    }
}
