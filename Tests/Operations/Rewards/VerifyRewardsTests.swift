import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@Suite("Verifying reward cards")
struct VerifyRewardsTests {
    /// A change behind the program's back, and the table whose row is named.
    struct Change: Sendable, CustomTestStringConvertible {
        let sql: [String]
        let table: String
        var reason = "it is not as its link holds it"

        var testDescription: String { sql.joined(separator: "; ") }

        init(_ table: String, _ sql: String...) {
            self.table = table
            self.sql = sql
        }
    }

    static let changes: [Change] =
        [
            "name = 'Other'", "is_active = 0", "version = version + 1", "card_type = 'custom'",
            "account_id = (SELECT MIN(id) FROM accounts)", "foreign_fee = 1",
            "bonus_posted_minor = 1", "bonus_limit_minor = bonus_limit_minor + 1",
            "bonus_year = 2026", "created_at_ms = 0", "updated_at_ms = updated_at_ms + 1",
            "source_id = 'x', source_url = 'y', source_day = 1",
        ].map { Change("reward_cards", "UPDATE reward_cards SET \($0)") }
        + [
            Change("reward_cards", "UPDATE reward_rows SET multiplier = 401 WHERE place = 0"),
            Change("reward_cards", "UPDATE reward_rows SET is_active = 0 WHERE place = 1"),
            Change("reward_cards", "DELETE FROM reward_rows WHERE place = 3"),
            Change("reward_cards", "UPDATE reward_limits SET entered_minor = entered_minor + 1"),
            Change(
                "reward_cards",
                """
                UPDATE reward_limits
                SET posted_minor = posted_minor + 1, entered_minor = entered_minor - 1
                """
            ),
            Change("reward_cards", "UPDATE reward_limits SET reset_day = 3"),
            Change("reward_cards", "DELETE FROM reward_limits"),
            Change("reward_preferences", "UPDATE reward_preferences SET language = 'english'"),
            Change("reward_preferences", "UPDATE reward_preferences SET version = 1"),
            Change("reward_preferences", "DELETE FROM reward_preferences"),
            Change("reward_preferences", "UPDATE reward_point_values SET hundredths = 151"),
            Change("reward_preferences", "UPDATE reward_point_values SET judged_day = 1"),
            Change("reward_preferences", "DELETE FROM reward_point_values"),
            Change(
                "reward_preferences",
                """
                INSERT INTO reward_preferences
                SELECT m.id, p.version, p.preferred_points, p.alert_threshold, p.language,
                    p.notifications_enabled, p.auto_update_spending, p.changed_at_ms
                FROM reward_preferences p, members m WHERE m.role = 'Child'
                """
            ),
        ]

    /// Runs `work` with a parent who has a card that was changed and one that was removed.
    private func withWallet(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let input = API.Rewards.CardInput(
                name: "Amex Gold",
                cardType: .amexGold,
                quarterlyBonus: .init(
                    category: .gas,
                    multiplier: .init(minor: 500),
                    pointType: .membershipRewards,
                    limit: .init(minor: 150_000)
                ),
                spendingLimits: [
                    .init(
                        category: .groceries,
                        limit: .init(minor: 100_000),
                        currentSpending: .init(minor: 80_000)
                    )
                ]
            )
            let rewards = server.operations.rewards
            let gone = try await rewards.createCard(input, server.call(as: parent))
            let card = try await rewards.createCard(input, server.call(as: parent))
            _ = try await rewards.updateCard(.init(card.id, name: "G"), server.call(as: parent))
            _ = try await rewards.deleteCard(.init(gone.id), server.call(as: parent))
            _ = try await rewards.updatePreferences(
                .init(
                    language: .chinese,
                    pointValues: [.init(program: "MR", centsPerPoint: .init(minor: 150))]
                ),
                server.call(as: parent)
            )
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
            try await work(server, parent, child)
        }
    }

    private func run(_ sql: [String], _ server: InProcessServer) async throws -> Int {
        try await server.database.write { session in
            try sql.reduce(0) { $0 + (try session.run(Statement($1))) }
        }
    }

    @Test("names the card or the preferences that were changed", arguments: Engine.all, changes)
    func changed(engine: Engine, change: Change) async throws {
        try await withWallet(engine) { server, parent, _ in
            let count = try await run(change.sql, server)
            try #require(count > 0)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row.hasPrefix("\(change.table) ") == true)
            #expect(fault?.reason == change.reason)
        }
    }

    @Test("tells of a card that is missing", arguments: Engine.all)
    func missing(engine: Engine) async throws {
        try await withWallet(engine) { server, parent, _ in
            let sql = ["reward_rows", "reward_limits", "reward_cards"].map { "DELETE FROM \($0)" }
            try #require(try await run(sql, server) > 0)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row == "reward_cards" && fault?.reason == "one is missing")
        }
    }

    @Test("finds nothing wrong where a member who had cards was removed", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await withWallet(engine) { server, parent, child in
            _ = try await server.operations.rewards.createCard(
                .init(name: "Mine", cardType: .discoverIt),
                server.call(as: child)
            )
            _ = try await server.operations.rewards.updatePreferences(
                .init(notificationsEnabled: false),
                server.call(as: child)
            )
            let profile = try await parent.purser.call(API.Allowance.familyChildren).children[0]
            _ = try await parent.purser.call(
                API.Allowance.removeChild,
                API.Allowance.ChildRequest(childID: profile.childID)
            )
            let contents = try await server.contents()
            #expect(contents.count("reward_cards") == 1)
            #expect(contents.count("reward_preferences") == 1)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
        }
    }
}
