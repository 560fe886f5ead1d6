import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Records that devices copy")
struct SyncRecordsTests {
    private func withWrite(
        _ engine: Engine,
        _ work: @escaping @Sendable (Seed, any Session) throws -> Void
    ) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in try work(seed, session) }
        }
    }

    private static func edit(
        _ kind: Edit.Kind,
        _ subject: String,
        _ number: UInt64,
        of seed: Seed,
        owner: ID<Entity.Member>?,
        at instant: Timestamp = Seed.now
    ) -> Edit {
        Edit(
            id: id(number),
            household: seed.household,
            author: seed.parent,
            kind: kind,
            subject: subject,
            body: "{}",
            madeAt: instant,
            owner: owner
        )
    }

    @Test("move to the place of each link that changes them", arguments: Engine.all)
    func versions(engine: Engine) async throws {
        try await withWrite(engine) { seed, session in
            var head = seed.origin
            let (own, other) = ("own", "other")
            let find = { (kind: RecordKind, id: String) in
                try SyncRecords.find(kind, id, of: seed.household, in: session)
            }
            let steps: [(Edit.Kind, String, ID<Entity.Member>?)] = [
                (.ruleSet, own, seed.child), (.policy, other, nil), (.poolSet, own, nil),
                (.ruleSet, own, seed.child),
            ]
            for (number, step) in steps.enumerated() {
                let edit = Self.edit(
                    step.0,
                    step.1,
                    UInt64(number) + 1,
                    of: seed,
                    owner: step.2
                )
                head = try Edits.append(edit, to: head, in: session)
            }
            let rule = SyncRecordRow(kind: .rule, id: own, version: 4, owner: seed.child)
            let policy = SyncRecordRow(kind: .policy, id: other, version: 2, owner: nil)
            #expect(try find(.rule, own) == rule)
            #expect(try find(.policy, other) == policy)
            #expect(try find(.geofence, own) == nil)
            let removal = Self.edit(.ruleDeleted, own, 9, of: seed, owner: seed.child)
            try Edits.append(removal, to: head, in: session)
            let removed = SyncRecordRow(
                kind: .rule,
                id: own,
                version: 5,
                owner: seed.child,
                removedAt: Seed.now
            )
            #expect(try find(.rule, own) == removed)
            let all = try SyncRecords.list(of: seed.household, after: nil, in: session)
            #expect(all == [policy, removed])
            let rest = try SyncRecords.list(of: seed.household, after: policy, in: session)
            #expect(rest == [removed])
        }
    }

    @Test(
        "go with a member who is taken out, and older copies count no more",
        arguments: Engine.all
    )
    func leaving(engine: Engine) async throws {
        try await withWrite(engine) { seed, session in
            var head = seed.origin
            let steps: [(Edit.Kind, String, ID<Entity.Member>?)] = [
                (.ruleSet, "child's", seed.child), (.ruleSet, "parent's", seed.parent),
                (.memberRemoved, seed.child.text, nil),
            ]
            #expect(try SyncRecords.beginning(of: seed.household, in: session) == 0)
            for (number, step) in steps.enumerated() {
                let edit = Self.edit(
                    step.0,
                    step.1,
                    UInt64(number) + 1,
                    of: seed,
                    owner: step.2
                )
                head = try Edits.append(edit, to: head, in: session)
            }
            let all = try SyncRecords.list(of: seed.household, after: nil, in: session)
            #expect(all.map(\.id) == ["parent's"])
            #expect(try SyncRecords.beginning(of: seed.household, in: session) == 3)
            // It never goes back.
            try SyncRecords.begin(at: 2, of: seed.household, in: session)
            #expect(try SyncRecords.beginning(of: seed.household, in: session) == 3)
        }
    }

    @Test("are remembered for 90 days after they were removed", arguments: Engine.all)
    func tombstones(engine: Engine) async throws {
        try await withWrite(engine) { seed, session in
            var head = seed.origin
            for number in UInt64(1)...3 {
                let edit = Self.edit(
                    .ruleDeleted,
                    "rule \(number)",
                    number,
                    of: seed,
                    owner: seed.child,
                    at: Seed.now.adding(milliseconds: Int64(number))
                )
                head = try Edits.append(edit, to: head, in: session)
            }
            let days: Int64 = 90 * 86_400_000
            let forget = { (most: Int, later: Int64) in
                let now = Seed.now.adding(milliseconds: days + later)
                return try SyncRecords.forgetRemoved(upTo: most, now: now, in: session)
            }
            let left = {
                try SyncRecords.list(of: seed.household, after: nil, in: session).map(\.version)
            }
            #expect(try forget(10, 1) == 0)
            #expect(try left() == [1, 2, 3])
            #expect(try SyncRecords.beginning(of: seed.household, in: session) == 0)
            #expect(try forget(1, 3) == 1)
            #expect(try left() == [2, 3])
            #expect(try SyncRecords.beginning(of: seed.household, in: session) == 1)
            #expect(try forget(10, 3) == 1)
            #expect(try left() == [3])
            #expect(try SyncRecords.beginning(of: seed.household, in: session) == 2)
        }
    }
}
