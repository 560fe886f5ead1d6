import SQL

extension RoomSchema {
    /// The books.
    static let ledger = RoomSchema(
        migrations: [
            Migration(name: "m0010_time_zones", bytes: PackageResources.m0010_time_zones_sql),
            Migration(name: "m0016_entries", bytes: PackageResources.m0016_entries_sql),
            // It touches every room that has records of which devices keep copies.
            Migration(name: "m0029_sync", bytes: PackageResources.m0029_sync_sql),
            Migration(
                name: "m0031_transaction_edits",
                bytes: PackageResources.m0031_transaction_edits_sql
            ),
        ],
        tables: [
            Table(
                "accounts",
                """
                number id household_id member_id kind name currency posted_debit_minor \
                posted_credit_minor pending_debit_minor pending_credit_minor created_at_ms
                """
            ),
            Table(
                "transfers",
                """
                number id household_id sequence debit_account_id credit_account_id amount_minor \
                currency kind phase pending_id reverses_id member_id merchant category description \
                provider provider_record occurred_at_ms day recorded_at_ms previous_hash hash \
                chained_day replaces_id
                """
            ),
            Table(
                "annotations",
                key: ["transfer_id"],
                "transfer_id category notes changed_by changed_at_ms is_unlinked"
            ),
            Table(
                "edits",
                key: ["id"],
                """
                id household_id sequence author_id kind subject body made_at_ms previous_hash \
                hash
                """
            ),
            Table(
                "spend_by_day",
                key: ["member_id", "guardian_category", "day", "category"],
                "member_id guardian_category day category amount_minor purchase_count"
            ),
            Table(
                "spend_by_month",
                key: ["member_id", "month", "guardian_category", "category"],
                "member_id month guardian_category category amount_minor purchase_count"
            ),
            Table(
                "spend_by_merchant",
                key: ["member_id", "day", "merchant_key"],
                "member_id day merchant_key merchant amount_minor purchase_count"
            ),
            Table(
                "entries",
                """
                number id transfer_id account_id member_id amount_minor day name merchant category \
                is_pending changed_at_ms removed_at_ms
                """
            ),
            Table(
                "entry_days",
                key: ["member_id", "day", "account_id", "category"],
                """
                member_id day account_id category entry_count expense_count expense_minor
                """
            ),
            Table(
                "entry_periods",
                key: ["member_id", "period", "account_id", "category"],
                "member_id period account_id category entry_count"
            ),
            Table(
                "sync_records",
                key: ["household_id", "kind", "id"],
                "household_id kind id version member_id removed_at_ms"
            ),
        ],
        personal: [.rows(of: "sync_records")]
    )
}
