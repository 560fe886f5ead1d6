import Contract
import Kernel
import Ledger
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Taking a child out of its family")
struct RemoveChildTests {
    @Test("ends its sign-in, frees its address and clears its wallet", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            let number = try await family.child.purser.call(API.Banking.currentUser).id
            let signIn = try await family.server.post("/api/auth/login", Self.credentials)
            let token = try #require(try signIn.string("access_token"))
            let refresh = try #require(try signIn.string("refresh_token"))
            let answer = try await family.remove()
            #expect(answer.status == 204)
            #expect(answer.body.isEmpty)
            for path in [
                "/children/ID", "/transactions/children/ID", "/transactions/children/ID/balance",
            ] {
                let path = path.replacing("ID", with: family.id.text)
                #expect(try await family.get(path).status == 404)
            }
            #expect(try await family.remove().status == 404)
            #expect(try await family.move("1", "Credit").status == 404)
            for ended in [family.child.token, token] {
                #expect(try await family.server.get("/api/v1/auth/me", token: ended).status == 401)
            }
            let body = #"{"grantType":"refresh_token","refreshToken":"\#(refresh)"}"#
            #expect(try await family.server.post("/auth/token", body).status == 401)
            #expect(
                try await family.server.post("/api/v1/auth/login", Self.credentials).status == 401
            )
            for user in [family.child.id.text, String(number)] {
                let rules = try await family.server.get(
                    "/rules?user_id=\(user)",
                    token: family.parent.token
                )
                #expect(rules.status == 404)
            }
            let purser = family.parent.purser
            let current = try await purser.call(API.Allowance.currentFamily)
            #expect(current.memberCount == 1)
            #expect(current.childrenCount == 0)
            let members = try await purser.call(API.Allowance.familyMembers).members
            #expect(members.map(\.userID) == [family.parent.id])
            #expect(try await purser.call(API.Allowance.familyChildren).children == [])
            #expect(try await family.server.holdings() == ["wallet 0", "world 0"])
            let again = try await family.server.registerChild(of: family.parent)
            #expect(again.id != family.child.id)
            #expect(try await again.ownChildID() != family.id)
        }
    }

    static let credentials = #"{"email":"alice@example.com","password":"password123"}"#

    @Test("records who did, and by which movement the money went", arguments: Engine.all)
    func recorded(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            #expect(try await family.remove().status == 204)
            let (edit, transfer, movement) = try await family.server.database.read { session in
                let texts = { (sql: String, count: Int) in
                    try session.rows(Statement(sql)) { row in
                        (0..<count).map { row.value($0) }
                    }
                }
                return (
                    try texts(
                        """
                        SELECT author_id, subject, body FROM edits
                        WHERE kind = 'member.removed'
                        """,
                        3
                    ),
                    try texts(
                        """
                        SELECT amount_minor, description, member_id FROM transfers
                        WHERE kind = 'closing'
                        """,
                        3
                    ),
                    try texts(
                        """
                        SELECT position, balance_after_minor, author_id FROM wallet_movements
                        WHERE position > 1
                        """,
                        3
                    )
                )
            }
            let parent = Value.text(family.parent.id.text)
            let child = Value.text(family.child.id.text)
            #expect(edit == [[parent, child, .text(#"{"child":"\#(family.id.text)"}"#)]])
            #expect(transfer == [[.integer(400), .text("Closing"), .null]])
            #expect(movement == [[.integer(2), .integer(0), parent]])
        }
    }

    @Test("leaves nothing of it but what the books need, without a name", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            try await family.fillEveryRoom()
            let before = try await family.server.contents()
            for table in Self.personal {
                #expect(before.count(table) > 0, "\(table)")
            }
            #expect(try await family.remove().status == 204)
            let after = try await family.server.contents()
            let mentioning = after.tables.filter { _, rows in
                rows.contains { row in
                    row.contains { value in
                        guard case .text(let text) = value else { return false }
                        return text.contains(family.child.id.text) || text.contains(family.id.text)
                    }
                }
            }
            let kept: Set = [
                "members", "sessions", "accounts", "children", "allowances", "allowance_dues",
                "jars", "transfers", "edits", "decisions", "wallet_movements", "wallet_days",
                "wallet_months", "entries", "entry_days", "entry_periods",
            ]
            #expect(Set(mentioning.keys).subtracting(kept) == [])
            for table in Self.personal where table != "allowance_dues" {
                #expect(after.count(table) == 0, "\(table)")
            }
            let texts = after.tables.values.joined().joined().compactMap { value in
                guard case .text(let text) = value else { return String?.none }
                return text
            }
            for word in ["Alice", "alice@", "Bad grades", "Clean room", "A bicycle"] {
                #expect(!texts.contains { $0.contains(word) }, "\(word)")
            }
            // The parent's, who stays.
            #expect(texts.count { $0.hasPrefix("$argon2") } == 1)
            #expect(try await family.server.holdings() == ["wallet 0", "wallet 0", "world 0"])
            let due = try await family.server.database.read { session in
                try session.first(
                    Statement(
                        """
                        SELECT c.weekly_allowance_minor, a.next_due_day FROM children c
                        JOIN allowances a ON a.child_id = c.id
                        """
                    )
                ) { [$0.value(0), $0.value(1)] }
            }
            #expect(due == [.integer(0), .null])
        }
    }

    /// What goes with the child.
    static let personal = [
        "policies", "shadow_decisions", "shadow_outcomes",
        "approvals", "overrides", "rules", "geofences", "pings", "location_checks", "profiles",
        "scores", "feedback", "offsets", "events", "refresh_tokens", "goals", "chores",
        "money_requests", "failed_logins", "idempotency_keys", "allowance_dues",
        "csv_mappings", "highlights", "search_memory",
        "device_tokens", "notification_preferences", "notifications",
        "conversations", "chat_messages",
        "reward_cards", "reward_rows", "reward_limits", "reward_preferences",
        "reward_messages", "reward_point_values",
        "reward_purchases", "reward_alerts", "shadow_decisions", "shadow_outcomes",
    ]

    @Test("pays from what comes back to the pool what others wait for", arguments: Engine.all)
    func pool(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            let bob = try await family.registerSibling(weeklyMinor: 300)
            let pool = try await family.server.openAccount(.wallet, of: family.parent)
            let household = family.parent.household.text
            let due = { (child: ID<Entity.Child>, day: Int, minor: Int) in
                """
                INSERT INTO allowance_dues
                    (child_id, due_day, household_id, amount_minor, frequency, recorded_at_ms)
                VALUES ('\(child.text)', \(day), '\(household)', \(minor), 'Weekly', 0)
                """
            }
            try await family.execute(
                """
                INSERT INTO pools (household_id, account_id)
                VALUES ('\(household)', '\(pool.id.text)')
                """,
                due(family.id, 20_000, 100),
                due(bob.childID, 20_001, 300),
                due(bob.childID, 20_008, 300)
            )
            #expect(try await family.remove().status == 204)
            // Of the four dollars one week is paid, and one remains for the next.
            #expect(try await family.balance(of: bob.childID) == 300)
            let left = try await family.server.database.read { session in
                try session.rows(
                    Statement("SELECT due_day FROM allowance_dues WHERE transfer_id IS NULL")
                ) { $0.integer(0) }
            }
            #expect(left == [20_008])
            #expect(
                try await family.server.holdings()
                    == ["wallet 0", "wallet 100", "wallet 300", "world -400"]
            )
        }
    }

    @Test("touches nobody else", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            let bob = try await family.registerSibling()
            let sibling = try await family.server.login("bob@example.com")
            _ = try await family.parent.setRule("fun", 0, for: sibling.id.text)
            _ = try await sibling.authorize(500)
            try await sibling.ping(40.7128)
            #expect(try await family.move("2", "Credit", of: bob.childID).status == 201)
            let stranger = try await family.server.registerParent("stranger@example.com")
            _ = try await stranger.setRule("fun", 1)
            let own = { (contents: DatabaseContents) in
                contents.tables.mapValues { rows in
                    rows.filter { row in
                        row.contains(.text(sibling.id.text))
                            || row.contains(.text(bob.childID.text))
                            || row.contains(.text(stranger.household.text))
                            || row.contains(.text(stranger.id.text))
                    }
                }
            }
            let before = own(try await family.server.contents())
            #expect(try await family.remove().status == 204)
            #expect(own(try await family.server.contents()) == before)
            #expect(try await family.balance(of: bob.childID) == 200)
            #expect(try await sibling.rules().map(\.monthlyLimitCents) == [0])
            #expect(try await family.parent.approvals().map(\.userID) == [sibling.id])
        }
    }

    @Test("is done once under a key, and by one of two who do it at once", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            let bob = try await family.registerSibling().childID
            let first = try await family.remove(bob, key: "k")
            #expect(first.status == 204)
            let before = try await family.server.contents()
            let second = try await family.remove(bob, key: "k")
            #expect(second.status == 204)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(try await family.remove(key: "k").status == 409)
            #expect(try await family.server.contents() == before)
            async let one = family.remove()
            async let other = family.remove()
            #expect(try await [one.status, other.status].sorted() == [204, 404])
        }
    }

    @Test("at the same time as money comes in loses none of it", arguments: Engine.all)
    func race(engine: Engine) async throws {
        let interposed = Interposed()
        try await withWallet(engine, holding: "4", interposing: interposed.make) { family in
            let gate = Gate()
            interposed.database?.before { if $0 == .write { await gate.pass() } }
            async let removed = family.remove()
            async let moved = family.move("5", "Credit")
            await gate.arrived(2)
            await gate.open()
            let statuses = try await [removed.status, moved.status]
            #expect([[204, 201], [204, 404]].contains(statuses))
            interposed.database?.before(nil)
            #expect(try await family.server.holdings() == ["wallet 0", "world 0"])
        }
    }
}

extension InProcessServer {
    /// What each account holds: `wallet 400`, in order.
    fileprivate func holdings() async throws -> [String] {
        try await database.read { session in
            try session.rows(
                Statement(
                    "SELECT kind, posted_credit_minor - posted_debit_minor FROM accounts"
                )
            ) { "\($0.text(0)) \($0.integer(1))" }
        }.sorted()
    }
}
