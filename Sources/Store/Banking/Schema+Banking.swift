import SQL

extension RoomSchema {
    /// Accounts at banks, what was reported of them, and what members are notified of.
    static let banking = RoomSchema(
        migrations: [
            Migration(name: "m0017_bank_records", bytes: PackageResources.m0017_bank_records_sql),
            Migration(
                name: "m0018_notifications",
                bytes: PackageResources.m0018_notifications_sql
            ),
        ],
        tables: [
            Table(
                "bank_items",
                """
                number id member_id provider provider_item institution_id institution_name \
                sealed_token cursor state error_code failures look_at_ms lease leased_until_ms \
                history_complete synced_at_ms rows_added rows_updated rows_removed created_at_ms
                """
            ),
            Table("used_public_tokens", key: ["hash"], "hash used_at_ms"),
            Table(
                "bank_accounts",
                key: ["account_id"],
                """
                account_id member_id item_id external_key persistent_key type subtype mask \
                institution_name reported_minor available_minor difference_minor synced_at_ms \
                removed_at_ms relinked_at_ms is_clearing
                """
            ),
            Table(
                "bank_imports",
                """
                number id member_id account_id state format file_name rows_total rows_done \
                rows_new rows_known rows_changed rows_refused place first_day last_day \
                closing_minor closing_day difference_minor lease leased_until_ms created_at_ms \
                done_at_ms reverted_at_ms
                """
            ),
            Table(
                "bank_records",
                """
                number id account_id provider_record transfer_id amount_minor day authorized_day \
                payee is_pending is_shown import_id original changed_at_ms
                """
            ),
            Table("absorbed_charges", key: ["charge_id"], "charge_id record_id"),
            Table(
                "bank_import_rows",
                key: ["import_id", "place"],
                """
                import_id line place provider_record amount_minor day payee description category \
                is_pending
                """
            ),
            Table(
                "csv_mappings",
                key: ["member_id", "header"],
                "member_id header mapping used_at_ms"
            ),
            Table("device_tokens", key: ["member_id"], "member_id token registered_at_ms"),
            Table(
                "notification_preferences",
                key: ["member_id"],
                """
                member_id push_enabled transaction_alerts large_transaction_minor \
                low_balance_alerts low_balance_minor spending_summary sync_alerts limit_alerts \
                quiet_start quiet_end changed_at_ms
                """
            ),
            Table(
                "notifications",
                key: ["id"],
                """
                id member_id about_id kind content state attempts deliver_after_ms expires_at_ms \
                created_at_ms
                """
            ),
        ],
        personal: [
            .history(
                of: "absorbed_charges",
                key: "charge_id",
                in: """
                    bank_accounts JOIN bank_records USING (account_id)
                    JOIN absorbed_charges ON record_id = bank_records.id
                    """
            ),
            .history(
                of: "bank_records",
                in: "bank_accounts JOIN bank_records USING (account_id)"
            ),
            // Records are found by them, so they go last; items go once their providers know.
            .history(of: "bank_accounts", key: "account_id"),
            .rows(of: "csv_mappings"), .rows(of: "device_tokens"),
            .rows(of: "notification_preferences"),
            .history(of: "notifications", key: "id", .member("about_id")),
            .history(of: "notifications", key: "id"),
        ]
    )
}
