import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@Suite("Versions of what devices copy")
struct VerifyCopiesTests {
    /// Runs `work` with a household that has one record of each kind, and a limit, a geofence, a
    /// chore and a goal that were removed.
    private func withRecords(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for isKept in [false, true] {
                try await makeLimits(of: child, by: parent, isKept: isKept, server)
                try await makeFamilyRecords(by: parent, isKept: isKept, server)
            }
            let policy = API.Guardian.PolicyInput(
                name: "Games",
                when: try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#),
                then: .decline
            )
            _ = try await server.operations.guardian.createPolicy(policy, server.call(as: parent))
            let card = API.Rewards.CardInput(name: "Amex Gold", cardType: .amexGold)
            _ = try await server.operations.rewards.createCard(card, server.call(as: parent))
            let preferences = API.Rewards.UserPreferencesInput(language: .bilingual)
            let rewards = server.operations.rewards
            _ = try await rewards.updatePreferences(preferences, server.call(as: parent))
            let transfer = try await server.spend(500, from: server.openAccount(of: parent))
            let edit = API.Insights.TransactionUpdateRequest(
                transactionID: ID(transfer.raw),
                notes: "mine"
            )
            _ = try await server.operations.insights.updateTransaction(
                edit,
                server.call(as: parent)
            )
            #expect(try await server.faultInBooks() == nil)
            try await work(server, parent, child)
        }
    }

    private func makeLimits(
        of child: TestMember,
        by parent: TestMember,
        isKept: Bool,
        _ server: InProcessServer
    ) async throws {
        let guardian = server.operations.guardian
        let subject = MemberReference(child.id.text)
        let rule = try await guardian.setRule(
            .init(category: "fun", monthlyLimitCents: 5_000, userID: subject),
            server.call(as: parent)
        )
        let fence = try await guardian.createGeofence(
            .init(latitude: 40, longitude: -74, radiusM: 100, userID: subject),
            server.call(as: parent)
        )
        guard !isKept else { return }
        let call = try server.call(as: parent)
        _ = try await guardian.deleteRule(.init(id: rule.id, userID: subject), call)
        _ = try await guardian.deleteGeofence(
            .init(id: fence.id, userID: subject),
            server.call(as: parent)
        )
    }

    private func makeFamilyRecords(
        by parent: TestMember,
        isKept: Bool,
        _ server: InProcessServer
    ) async throws {
        let allowance = server.operations.allowance
        let family = try await allowance.familyChildren(Empty(), server.call(as: parent))
        let child = try #require(family.children.first?.childID)
        let chore = try await allowance.assignChore(
            .init(childID: child, title: "Dishes", reward: DecimalAmount(minor: 100)),
            server.call(as: parent)
        )
        let goal = try await allowance.createGoal(
            .init(childID: child, name: "Bicycle", targetAmount: DecimalAmount(minor: 15_000)),
            server.call(as: parent)
        )
        guard !isKept else { return }
        _ = try await allowance.deleteChore(.init(choreID: chore.id), server.call(as: parent))
        _ = try await allowance.deleteGoal(.init(goalID: goal.id), server.call(as: parent))
    }

    private static func rows(
        _ household: ID<Entity.Household>,
        _ server: InProcessServer
    ) async throws -> [SyncRecordRow] {
        try await server.database.read { session in
            try SyncRecords.list(of: household, after: nil, in: session)
        }
    }

    @Test("are those of their last links, of each kind", arguments: Engine.all)
    func kinds(engine: Engine) async throws {
        try await withRecords(engine) { server, parent, child in
            let rows = try await Self.rows(parent.household, server)
            let kept = rows.filter { $0.removedAt == nil }
            #expect(Set(kept.map(\.kind)) == Set(RecordKind.allCases))
            #expect(kept.count == RecordKind.allCases.count)
            let removed = rows.filter { $0.removedAt != nil }
            #expect(removed.map(\.kind) == [.chore, .geofence, .goal, .rule])
            #expect(Set(rows.map(\.version)).count == rows.count)
            for row in rows {
                let own: Set<RecordKind> = [.card, .preferences, .transactionEdit]
                let owner =
                    row.kind == .policy ? nil : own.contains(row.kind) ? parent.id : child.id
                #expect(row.owner == owner, "\(row.kind)")
            }
        }
    }

    /// What is changed behind the program's back.
    static let changes = [
        "UPDATE sync_records SET version = version - 1 WHERE kind = 'rule'",
        "UPDATE sync_records SET version = version + 1 WHERE kind = 'policy'",
        "UPDATE sync_records SET version = version + 1 WHERE kind = 'child'",
        "UPDATE sync_records SET removed_at_ms = 1 WHERE kind = 'goal' AND removed_at_ms IS NULL",
        "UPDATE sync_records SET removed_at_ms = 1 WHERE kind = 'policy'",
        "UPDATE sync_records SET removed_at_ms = NULL WHERE kind = 'chore'",
        "UPDATE sync_records SET member_id = NULL WHERE kind = 'card'",
        """
        UPDATE sync_records SET member_id = (SELECT MAX(id) FROM members) WHERE kind = 'policy'
        """,
        "DELETE FROM sync_records WHERE kind = 'preferences'",
        "DELETE FROM sync_records WHERE kind = 'geofence' AND removed_at_ms IS NOT NULL",
        "UPDATE sync_records SET id = 'x' WHERE kind = 'child'",
        "DELETE FROM chores", "DELETE FROM goals", "DELETE FROM rules", "DELETE FROM geofences",
        "UPDATE sync_records SET version = version - 1 WHERE kind = 'transactionEdit'",
        "UPDATE sync_records SET removed_at_ms = 1 WHERE kind = 'transactionEdit'",
        "UPDATE sync_records SET member_id = NULL WHERE kind = 'transactionEdit'",
        "DELETE FROM sync_records WHERE kind = 'transactionEdit'", "DELETE FROM annotations",
        "UPDATE annotations SET is_unlinked = 1",
    ]

    @Test("are held against the links and the values", arguments: Engine.all, changes)
    func changed(engine: Engine, sql: String) async throws {
        try await withRecords(engine) { server, parent, _ in
            let count = try await server.database.write { session in
                try session.run(Statement(sql))
            }
            try #require(count > 0)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row.hasPrefix("sync_records ") == true, "\(fault?.row ?? "nothing")")
        }
    }

    @Test("of tombstones that were forgotten are missed by nobody", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await withRecords(engine) { server, parent, _ in
            server.clock.advance(seconds: 91 * 86_400)
            try await server.operations.forgetOldRecords(now: server.clock.now)
            let rows = try await Self.rows(parent.household, server)
            #expect(rows.count == RecordKind.allCases.count)
            #expect(try await server.faultInBooks() == nil)
            _ = try await server.database.write { session in
                try session.run(Statement("UPDATE households SET copies_from = copies_from - 1"))
            }
            #expect(try await server.faultInBooks() != nil)
        }
    }

    @Test("go with a child that is removed", arguments: Engine.all)
    func removedChild(engine: Engine) async throws {
        try await withRecords(engine) { server, parent, child in
            let allowance = server.operations.allowance
            let family = try await allowance.familyChildren(Empty(), server.call(as: parent))
            let id = try #require(family.children.first?.childID)
            _ = try await allowance.removeChild(.init(childID: id), server.call(as: parent))
            let rows = try await Self.rows(parent.household, server)
            #expect(rows.map(\.kind) == [.card, .policy, .preferences, .transactionEdit])
            let end = try await server.database.read { session in
                let beginning = try SyncRecords.beginning(of: parent.household, in: session)
                return (beginning, try Households.head(of: parent.household, in: session))
            }
            #expect(end.0 == end.1?.sequence)
            #expect(try await server.faultInBooks() == nil)
            _ = try await server.database.write { session in
                try session.run(Statement("UPDATE households SET copies_from = copies_from - 1"))
            }
            #expect(try await server.faultInBooks() != nil)
        }
    }

    @Test("are given to chores and goals that had no links", arguments: Engine.all)
    func oldRecords(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let profile = try await server.database.write { session in
                let profile = try #require(try Children.find(of: child.id, in: session))
                let now = server.clock.now
                let chore = ChoreRecord(
                    id: ID(RawID(high: 1, low: 1)),
                    child: profile.id,
                    title: "Dishes",
                    rewardMinor: 100,
                    assignedAt: now
                )
                try Chores.insert(chore, by: parent.id, in: session)
                let goal = GoalRecord(
                    id: ID(RawID(high: 1, low: 2)),
                    child: profile.id,
                    name: "Bicycle",
                    targetMinor: 100,
                    createdAt: now
                )
                try Goals.insert(goal, by: parent.id, in: session)
                return profile
            }
            #expect(try await server.faultInBooks() != nil)
            // As the migration leaves them.
            try await server.database.write { session in
                for table in ["chores", "goals"] {
                    try session.run(Statement("UPDATE \(table) SET is_unlinked = 1"))
                }
            }
            #expect(try await server.faultInBooks() == nil)
            let allowance = server.operations.allowance
            #expect(try await allowance.linkOldRecords(server.call()) == 2)
            #expect(try await allowance.linkOldRecords(server.call()) == 0)
            #expect(try await server.faultInBooks() == nil)
            let rows = try await Self.rows(parent.household, server)
            #expect(rows.map(\.kind) == [.child, .chore, .goal])
            #expect(rows.map(\.owner) == [child.id, child.id, child.id])
            #expect(rows.map(\.version) == [2, 3, 4] && rows[0].id == profile.id.text)
        }
    }

    @Test("are given to edits of transactions of earlier versions", arguments: Engine.all)
    func oldEdits(engine: Engine) async throws {
        try await withRecords(engine) { server, parent, _ in
            let before = try await Self.rows(parent.household, server)
            // As the migration leaves them.
            try await server.database.write { session in
                try session.run(Statement("UPDATE annotations SET is_unlinked = 1"))
                try session.run(
                    Statement("DELETE FROM sync_records WHERE kind = 'transactionEdit'")
                )
            }
            #expect(try await server.faultInBooks() == nil)
            let ledger = server.operations.ledger
            #expect(try await ledger.linkOldEdits(server.call()) == 1)
            #expect(try await ledger.linkOldEdits(server.call()) == 0)
            #expect(try await server.faultInBooks() == nil)
            let (old, new) = (before.last, try await Self.rows(parent.household, server).last)
            // Devices that have copied for long are told of it, too.
            #expect(old?.id == new?.id && old?.owner == new?.owner)
            #expect(old.flatMap { old in new.map { $0.version > old.version } } == true)
        }
    }

    @Test("of both sides of a transfer move together", arguments: Engine.all)
    func bothSides(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let accounts = [
                try await server.openAccount(of: parent), try await server.openAccount(of: child),
            ]
            let transfer = NewTransfer(
                debitAccount: accounts[0].id,
                creditAccount: accounts[1].id,
                amount: Money(minor: 500, currency: .usd),
                kind: .own,
                member: parent.id,
                occurredAt: server.clock.now
            )
            let id = try await server.record(transfer, in: accounts[0])[0]
            for notes in ["one", "two"] {
                _ = try await server.operations.insights.updateTransaction(
                    .init(transactionID: ID(id.raw), notes: .init(notes)),
                    server.call(as: parent)
                )
            }
            let rows = try await Self.rows(parent.household, server)
                .filter { $0.kind == .transactionEdit }
            #expect(Set(rows.map(\.owner)) == [parent.id, child.id])
            #expect(Set(rows.map(\.version)).count == 1)
            #expect(try await server.faultInBooks() == nil)
            for (member, count) in [(parent, 1), (child, 1)] {
                let page = try await server.operations.sync.listChanges(
                    .init(kinds: "transactionEdit"),
                    server.call(as: member)
                )
                #expect(page.changes.count == count)
            }
        }
    }
}
