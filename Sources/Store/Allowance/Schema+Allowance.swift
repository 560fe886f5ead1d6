import SQL

extension RoomSchema {
    /// Children, wallets and what is due.
    static let allowance = RoomSchema(
        migrations: [
            Migration(name: "m0007_allowance", bytes: PackageResources.m0007_allowance_sql)
        ],
        tables: [
            Table(
                "children",
                key: ["id"],
                "id member_id wallet_id weekly_allowance_minor created_at_ms"
            ),
            Table(
                "allowances",
                key: ["child_id"],
                """
                child_id household_id frequency weekday month_day next_due_day last_due_day \
                last_paid_day paused_at_ms pause_reason
                """
            ),
            Table(
                "allowance_dues",
                key: ["child_id", "due_day"],
                "child_id due_day household_id amount_minor frequency transfer_id recorded_at_ms"
            ),
            Table("pools", key: ["household_id"], "household_id account_id"),
            Table(
                "wallet_movements",
                key: ["child_id", "position"],
                "child_id position transfer_id balance_after_minor author_id created_at_ms"
            ),
            Table("wallet_days", key: ["child_id", "day"], "child_id day movement_count"),
            Table(
                "wallet_months",
                key: ["child_id", "month"],
                "child_id month credit_minor debit_minor"
            ),
            Table("jars", key: ["child_id", "kind"], "child_id kind account_id percent"),
            Table(
                "goals",
                "number id child_id name target_minor created_by created_at_ms is_unlinked"
            ),
            Table(
                "chores",
                """
                number id child_id title reward_minor state assigned_by assigned_at_ms done_at_ms \
                decided_by decided_at_ms reason transfer_id is_unlinked
                """
            ),
            Table(
                "money_requests",
                """
                number id child_id amount_minor purpose state asked_at_ms decided_by decided_at_ms \
                answer transfer_id household_id
                """
            ),
        ],
        personal: [
            .rows(of: "goals", .child),
            .history(of: "chores", .child),
            .history(of: "money_requests", .child),
        ]
    )
}
