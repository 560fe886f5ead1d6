import SQL

extension RoomSchema {
    /// Which cards members have, and what they prefer of them.
    static let rewards = RoomSchema(
        migrations: [
            Migration(name: "m0022_rewards", bytes: PackageResources.m0022_rewards_sql),
            Migration(
                name: "m0023_reward_messages",
                bytes: PackageResources.m0023_reward_messages_sql
            ),
            Migration(
                name: "m0024_reward_spending",
                bytes: PackageResources.m0024_reward_spending_sql
            ),
            Migration(name: "m0025_point_values", bytes: PackageResources.m0025_point_values_sql),
        ],
        tables: [
            Table(
                "reward_cards",
                """
                number id member_id version name card_type is_active account_id foreign_fee \
                source_id source_url source_day bonus_category bonus_multiplier bonus_points \
                bonus_limit_minor bonus_entered_minor bonus_posted_minor bonus_year bonus_quarter \
                created_at_ms updated_at_ms
                """
            ),
            Table(
                "reward_rows",
                key: ["member_id", "card_id", "place"],
                "member_id card_id place id category multiplier point_type is_active"
            ),
            Table(
                "reward_limits",
                key: ["member_id", "card_id", "place"],
                """
                member_id card_id place id category limit_minor entered_minor posted_minor \
                reset_at_ms reset_type reset_day
                """
            ),
            Table(
                "reward_preferences",
                key: ["member_id"],
                """
                member_id version preferred_points alert_threshold language \
                notifications_enabled auto_update_spending changed_at_ms
                """
            ),
            Table(
                "reward_messages",
                """
                number id member_id conversation_id sender content recommendations spending bytes \
                created_at_ms
                """
            ),
            Table(
                "reward_purchases",
                """
                number member_id card_id entry_id amount_minor limit_id limit_category \
                limit_reset_ms bonus_category bonus_quarter posted_at_ms
                """
            ),
            Table(
                "reward_alerts",
                key: ["member_id", "card_id", "category"],
                "member_id card_id category reset_at_ms mark"
            ),
            Table(
                "reward_point_values",
                key: ["member_id", "program"],
                "member_id program hundredths judged_day"
            ),
        ],
        personal: [
            .history(of: "reward_purchases"), .rows(of: "reward_alerts"),
            .rows(of: "reward_rows"), .rows(of: "reward_limits"), .rows(of: "reward_cards"),
            .rows(of: "reward_preferences"), .rows(of: "reward_point_values"),
            .history(of: "reward_messages"),
        ]
    )
}
