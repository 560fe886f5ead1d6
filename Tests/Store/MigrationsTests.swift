import SQL
import Store
import Testbed
import Testing

@Suite("The schema")
struct MigrationsTests {
    @Test("a step that was released is never changed")
    func released() {
        let hashes = [
            "m0001_foundations": "6f25d667690d8e268f1bf57139787643712b21102a2374f83fbfde4912b478f6",
            "m0002_guardian": "0b6d4daae6ab9a3359b772a0e12cf7652e5e0917e94fe59bb10f77053a72564e",
            "m0003_scoring": "24d461fce64682dc571d152910830e26dfb308269034c9f09121e49158068ecc",
            "m0004_analytics": "2dd06c14d2db26798cab6c5fae5301c2348190fe1d3d710548aab5f519e5d8f8",
            "m0005_charges": "46b02412b33ff0e69375fa76d456039a9c0f6c81d6186f5c97f9b7de9d7c1169",
            "m0006_approvals": "d213c8ccc5eb28a2af0b7c768bf0f6ecfe65781ceca16bda3ba15fb7e1a850ed",
            "m0007_allowance": "b722c4e782805f4dd6399e3026a349620714102fa413dc6ab0951618eac52f5c",
            "m0008_identity": "8dcf558bbe80ead63d54d90bae8d545df6ddb9b58ac4a8ab0b5e1d463f805571",
            "m0009_lapsed_sessions":
                "88e93b3b874f806c8da1c4761596a52a8ee263ce3735a9f2e38259ef77498354",
            "m0010_time_zones": "53c4ad43b1b6983d89a62cdb2c5144004e8a2f821616d668bb2118ac58665528",
            "m0011_fences_by_place":
                "1647b00059ef2d1afc68faeee9ae2b56b1fc617634e5a71f26ce15af6acfd4fa",
            "m0012_ends_of_sessions":
                "f9a8d1685c579a03cdbb8464cd8d72affbbed32ab06332dd8a1f74786eb94c2b",
            "m0014_bounded_reads":
                "d2776d7164915f07669bcaeff51c8b8072211cea9f4278d0a7c3ef36a3e37b71",
            "m0015_matching": "030a80012c5535cd5f482a497651b7859b5af69f8f999f730fdb4fb1d230b92e",
            "m0016_entries": "8f1f8416e29ef82eed340b6f127ca152364db8543138d2ffd0fb96461b37dca8",
            "m0017_bank_records":
                "fed137392b62d78dcac39f684766752bb8ec03124735e5fb29a9c28d9cda1ada",
            "m0018_notifications":
                "1db4ec1aaaaaf105b267543cb28497fab29081e0073db6528b52fe7efb901fb4",
            "m0019_highlights": "f4f12b659f67fdda8259b290d84f60db05eae1d63f9e5ea054906aa0d318a808",
            "m0020_search": "f00264bec8dafd516b337b3fb3a75a7f09c9a4455aa9b61e5d1a1267baf3ec5b",
            "m0021_conversations":
                "197b5d4101efd395218f7c96e32127f7631f0f6b8663d7799ccb5cf0664685d9",
            "m0022_rewards": "78dbe4d7e1af05e128f675ba61a95225bef21cccc8c9ef1dc9f66383de1112ec",
            "m0023_reward_messages":
                "8c1b73163d8c5dd56b720671b5d1e4b350343fc92baaee9ebd2b5dd0c6313396",
            "m0026_policies": "988abe24658d0f40a179c9a8083cc3e8838e1376bf66425dba6650f7fbad90da",
            "m0027_policy_sums": "bb1951db51f39ecb411402ecf62c91db73beaa6fe08da5b678c2aa87cd0450f9",
            "m0028_decisions_of_member":
                "bec08c58c9c8bc1f2b3a1c5f44556befae7550f5e5d400b68634086bf47a16c5",
            "m0029_sync": "aca4734f0aabb89d9238b561858383bbe05dd3c68dede4b819832b3bddcb7f53",
            "m0030_match_by_id": "e5a677773b45c340bb34b6a00bc494ecbaaad219528006996f6a0b1a36fc9bf7",
            "m0031_transaction_edits":
                "b230af3b5980e23caba00863bd069fb2cfc2cb4f28fb7b3c3e5dac838a6ceecf",
            "m0025_point_values":
                "4de22d0aec9b3f9379da5d52ba572cc6acdcdad722c56299ee3cadb34076224e",
            "m0024_reward_spending":
                "cdc4b91aaf0cac5a912bdfbd9c97600c1c3b12abaf12fab005f49f7bd491261f",
        ]
        let now = Dictionary(uniqueKeysWithValues: Migrations.all.map { ($0.name, $0.hash) })
        #expect(now == hashes)
    }

    @Test("is made once, and found complete afterwards", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            let migrator = Migrator(Migrations.all)
            let run = try await migrator.migrate(database, now: Seed.now)
            #expect(run == Migrations.all.map(\.name))
            #expect(try await migrator.migrate(database, now: Seed.now) == [])
            try await database.read { try migrator.verify($0) }
            let filled = try await DatabaseContents(database).tables.filter { !$0.value.isEmpty }
            #expect(filled.map(\.key) == ["places"])
            #expect(filled["places"]?.count == 10)
        }
    }

    @Test(
        "is not this program's when a step is missing, and verifying says which",
        arguments: Engine.all
    )
    func behind(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            let next = Migration(name: "m9999_next", sql: "CREATE TABLE next_one (a BIGINT);")
            let migrator = Migrator(Migrations.all + [next])
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try migrator.verify($0) }
            }
            #expect(error?.code == .schema)
            #expect(error?.reason.contains("m9999_next") == true)
        }
    }

    @Test("has these tables")
    func tables() {
        #expect(
            DatabaseContents.tableNames == [
                "households", "members", "sessions", "refresh_tokens", "failed_logins",
                "login_locks", "accounts", "children", "transfers", "annotations", "edits",
                "spend_by_day", "spend_by_month", "spend_by_merchant", "rules", "decisions",
                "overrides", "idempotency_keys", "geofences", "pings", "location_checks", "places",
                "profiles", "scores", "feedback", "offsets", "decision_days", "decision_tallies",
                "processor_customers", "funding_sources", "charges", "processor_events",
                "simulated_intents",
                "approvals", "events", "allowances", "allowance_dues", "pools",
                "wallet_movements", "wallet_days", "wallet_months", "jars", "goals", "chores",
                "money_requests",
                "authorization_codes", "external_identities", "spent_values", "totp_factors",
                "recovery_codes", "passkeys", "invitations", "auth_events",
                "entries", "entry_days", "entry_periods",
                "bank_items", "used_public_tokens", "bank_accounts", "bank_imports",
                "bank_records", "absorbed_charges", "bank_import_rows", "csv_mappings",
                "device_tokens", "notification_preferences", "notifications",
                "highlights",
                "search_memory",
                "conversations", "chat_messages",
                "reward_cards", "reward_rows", "reward_limits", "reward_preferences",
                "reward_messages", "reward_purchases", "reward_alerts", "reward_point_values",
                "policies", "policy_friction", "policy_moments", "shadow_decisions",
                "shadow_outcomes", "policy_sums", "sync_records",
            ]
        )
    }
}
