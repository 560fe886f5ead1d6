import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

extension WalletFamily {
    /// Leaves something of the child wherever something may be left.
    func fillEveryRoom() async throws {
        try await fillNotifications()
        let large = #"{"amount":{"at_least":1}}"#
        try await parent.asked("Large", when: large, as: .shadow, for: child)
        _ = try await parent.setRule("fun", 0, for: child.id.text)
        _ = try await child.authorize(5_000)
        let asked = try #require(try await parent.approvals().first)
        try await parent.decide(asked.id, .approve)
        _ = try await child.authorize(700)
        try await parent.fence(.warn, for: child.id.text)
        try await child.ping(40.7128)
        _ = try await server.post(
            "/guardian/authorize",
            #"{"amount_cents":1,"merchant":"Cafe"}"#,
            token: child.token,
            headers: ["Idempotency-Key": "k"]
        )
        _ = try await server.post("/api/auth/login", RemoveChildTests.credentials)
        let wrong = #"{"email":"alice@example.com","password":"wrong-password1"}"#
        _ = try await server.post("/api/v1/auth/login", wrong)
        try await fillJar()
        try await fillRewards()
        for sql in rows { try await execute(sql) }
    }

    /// A device of the child, what it wants to hear of, and something to be told.
    private func fillNotifications() async throws {
        _ = try await child.purser.call(
            API.Banking.registerDeviceToken,
            .init(deviceToken: "device-of-alice")
        )
        _ = try await child.purser.call(
            API.Banking.setNotificationPreferences,
            .init(lowBalanceAlerts: false)
        )
    }

    /// A reward card of the child, and what it prefers.
    private func fillRewards() async throws {
        let card = API.Rewards.CardInput(
            name: "For Alice",
            cardType: .amexGold,
            spendingLimits: [.init(category: .groceries, limit: .init(minor: 100_000))]
        )
        _ = try await child.purser.call(API.Rewards.createCard, card)
        _ = try await child.purser.call(
            API.Rewards.updatePreferences,
            .init(
                autoUpdateSpending: true,
                pointValues: [.init(program: "MR", centsPerPoint: .init(minor: 150))]
            )
        )
        _ = try await child.purser.call(
            API.Rewards.sendChatMessage,
            .init(content: "I spent $5 on groceries")
        )
    }

    /// A jar of the child with a dollar in it.
    private func fillJar() async throws {
        let wallet = try await walletAccount()
        let jar = try await server.openAccount(.wallet, of: child)
        try await execute(
            """
            INSERT INTO jars (child_id, kind, account_id, percent)
            VALUES ('\(id.text)', 'save', '\(jar.id.text)', 20)
            """
        )
        let transfer = NewTransfer(
            debitAccount: wallet.id,
            creditAccount: jar.id,
            amount: Money(minor: 100, currency: .usd),
            kind: .own,
            occurredAt: server.clock.now
        )
        try await server.record(transfer, in: wallet)
    }

    /// Rows of rooms whose own rules are not looked at here.
    private var rows: [String] {
        let (member, child, parent) = (self.child.id.text, id.text, self.parent.id.text)
        let other = "00000000-0000-7000-8000-00000000000a"
        return [
            "INSERT INTO profiles VALUES ('\(member)', 'Saver', 100, 0)",
            """
            INSERT INTO scores VALUES ('\(other)', '\(member)', '\(parent)', 100, 'Steam', 'fun',
                0.5, 'ALLOW', 0)
            """,
            """
            INSERT INTO feedback
                (decision_id, member_id, category, merchant, model_logit, is_avoidable,
                 given_at_ms)
            VALUES ('\(other)', '\(member)', 'fun', 'Steam', 0.5, 1, 0)
            """,
            "INSERT INTO offsets VALUES ('\(member)', 'category', 'fun', 0.5)",
            """
            INSERT INTO reward_purchases
                (member_id, card_id, entry_id, amount_minor, bonus_category, bonus_quarter,
                 posted_at_ms)
            VALUES ('\(member)', '\(other)', '\(other)', 100, 'gas', 8100, 0)
            """,
            """
            INSERT INTO reward_alerts
            SELECT member_id, id, 'groceries', 0, 1 FROM reward_cards WHERE member_id = '\(member)'
            """,
            """
            INSERT INTO shadow_decisions
            SELECT household_id, decided_at_ms, sequence, member_id FROM decisions WHERE 1 = 1
            ON CONFLICT DO NOTHING
            """,
            """
            INSERT INTO shadow_outcomes
            SELECT '\(other)', decided_at_ms, id, household_id, member_id, 'ask', 0, amount_minor
            FROM decisions
            """,
            "INSERT INTO csv_mappings VALUES ('\(member)', 'header', '{}', 0)",
            "INSERT INTO search_memory VALUES ('\(member)', 'hash', '\(other)', 0)",
            """
            INSERT INTO highlights VALUES ('\(member)', 20089,
                '\(String(repeating: "0", count: 64))', 'For Alice', 'A bicycle', 'POSITIVE', '', 0)
            """,
            """
            INSERT INTO conversations (id, member_id, created_at_ms, last_at_ms)
            VALUES ('\(other)', '\(member)', 0, 0)
            """,
            """
            INSERT INTO chat_messages
                (id, conversation_id, member_id, role, content, sources, figures, bytes,
                 created_at_ms)
            VALUES ('\(other)', '\(other)', '\(member)', 'USER', 'Clean room', '[]', '[]', 14, 0)
            """,
            """
            INSERT INTO location_checks
                (member_id, latitude, longitude, is_counted, checked_at_ms)
            VALUES ('\(member)', 1, 1, 1, 0)
            """,
            """
            UPDATE allowances SET paused_at_ms = 0, pause_reason = 'Bad grades',
                next_due_day = NULL
            """,
            """
            INSERT INTO goals (id, child_id, name, target_minor, created_by, created_at_ms)
            VALUES ('\(other)', '\(child)', 'A bicycle', 100, '\(member)', 0)
            """,
            """
            INSERT INTO chores
                (id, child_id, title, reward_minor, state, assigned_by, assigned_at_ms)
            VALUES ('\(other)', '\(child)', 'Clean room', 100, 'Assigned', '\(parent)', 0)
            """,
            """
            INSERT INTO money_requests (id, child_id, amount_minor, purpose, state, asked_at_ms)
            VALUES ('\(other)', '\(child)', 100, 'A bicycle', 'Pending', 0)
            """,
            """
            INSERT INTO allowance_dues
                (child_id, due_day, household_id, amount_minor, frequency, recorded_at_ms)
            SELECT child_id, 20000, household_id, 1000, 'Weekly', 0 FROM allowances
            """,
        ]
    }
}
