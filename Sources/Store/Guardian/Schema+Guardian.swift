import SQL

extension RoomSchema {
    /// Purchases, limits, places and cards.
    static let guardian = RoomSchema(
        migrations: [
            Migration(name: "m0002_guardian", bytes: PackageResources.m0002_guardian_sql),
            Migration(name: "m0003_scoring", bytes: PackageResources.m0003_scoring_sql),
            Migration(name: "m0004_analytics", bytes: PackageResources.m0004_analytics_sql),
            Migration(name: "m0005_charges", bytes: PackageResources.m0005_charges_sql),
            Migration(name: "m0006_approvals", bytes: PackageResources.m0006_approvals_sql),
            Migration(
                name: "m0011_fences_by_place",
                bytes: PackageResources.m0011_fences_by_place_sql
            ),
            // There is no m0013, and there cannot be one: they run in the order of their names.
            // This one touched every room; later ones touch their own.
            Migration(name: "m0014_bounded_reads", bytes: PackageResources.m0014_bounded_reads_sql),
            Migration(name: "m0015_matching", bytes: PackageResources.m0015_matching_sql),
            Migration(name: "m0026_policies", bytes: PackageResources.m0026_policies_sql),
            Migration(name: "m0027_policy_sums", bytes: PackageResources.m0027_policy_sums_sql),
            Migration(
                name: "m0028_decisions_of_member",
                bytes: PackageResources.m0028_decisions_of_member_sql
            ),
            Migration(name: "m0030_match_by_id", bytes: PackageResources.m0030_match_by_id_sql),
        ],
        tables: [
            Table(
                "policies",
                key: ["id"],
                """
                id household_id name member_id condition action message state version created_by \
                created_at_ms live_since_ms shadow_since_ms shadow_until_ms pending_change \
                pending_by pending_until_ms
                """
            ),
            Table(
                "policy_friction",
                key: ["household_id"],
                "household_id loosening_hours pending_hours pending_by pending_until_ms"
            ),
            Table(
                "policy_moments",
                key: ["household_id", "at_ms", "source_id"],
                """
                household_id at_ms source_id member_id subject category merchant_key amount_minor
                """
            ),
            Table(
                "policy_sums",
                key: ["household_id", "category", "merchant_key", "member_id", "day"],
                """
                household_id category merchant_key member_id day purchase_minor purchase_count \
                approval_minor approval_count decline_minor decline_count
                """
            ),
            Table(
                "shadow_decisions",
                key: ["household_id", "decided_at_ms", "sequence"],
                "household_id decided_at_ms sequence member_id"
            ),
            Table("rules", "number member_id category monthly_limit_minor changed_at_ms id"),
            Table(
                "decisions",
                key: ["id"],
                """
                id household_id sequence member_id amount_minor currency merchant category \
                category_source override_id limit_minor spent_minor answer reason message trace \
                decided_at_ms previous_hash hash location wallet_minor merchant_key \
                policies_version policy_facts
                """
            ),
            Table(
                "shadow_outcomes",
                key: ["policy_id", "decided_at_ms", "decision_id"],
                """
                policy_id decided_at_ms decision_id household_id member_id would_be \
                is_disagreement amount_minor
                """
            ),
            Table(
                "processor_customers",
                key: ["member_id", "provider"],
                "member_id provider request_key customer"
            ),
            Table(
                "funding_sources",
                """
                number id member_id account_id provider external_id customer label created_at_ms \
                kind is_default
                """
            ),
            Table(
                "charges",
                key: ["id"],
                """
                id household_id member_id source_id decision_id amount_minor currency merchant \
                category state intent_id processor_status pending_id transfer_id call_hash \
                input_hash recorded_at_ms asked_at_ms look_at_ms
                """
            ),
            Table(
                "processor_events",
                key: ["provider", "id"],
                "provider id type intent_id order_key received_at_ms look_at_ms"
            ),
            Table(
                "simulated_intents",
                key: ["id"],
                "id order_key payment_method amount_minor currency status client_secret"
            ),
            Table(
                "overrides",
                """
                number id member_id created_by merchant merchant_key amount_minor created_at_ms \
                used_by used_by_charge
                """
            ),
            Table(
                "approvals",
                """
                number household_id member_id decision_id merchant_key amount_minor state \
                created_at_ms decided_by decided_at_ms override_id
                """
            ),
            Table("events", "number household_id member_id kind body created_at_ms is_shared"),
            Table(
                "geofences",
                """
                number member_id name latitude longitude radius_m category policy created_at_ms id
                """
            ),
            Table("pings", "number member_id latitude longitude accuracy_m taken_at_ms"),
            Table(
                "location_checks",
                "number member_id latitude longitude is_counted checked_at_ms"
            ),
            Table("places", "number name latitude longitude kind"),
            Table(
                "profiles",
                key: ["member_id"],
                "member_id profile monthly_income_minor changed_at_ms"
            ),
            Table(
                "scores",
                key: ["id"],
                """
                id member_id asked_by amount_minor merchant category model_logit answer \
                scored_at_ms
                """
            ),
            Table(
                "feedback",
                """
                number decision_id member_id category merchant model_logit is_avoidable \
                given_at_ms
                """
            ),
            Table("offsets", key: ["member_id", "kind", "word"], "member_id kind word value"),
            Table(
                "decision_days",
                key: ["member_id", "day"],
                "member_id day authorized risky overridden first_sequence last_sequence"
            ),
            Table("decision_tallies", key: ["household_id"], "household_id sequence"),
        ],
        personal: [
            .rows(of: "rules"),
            .rows(of: "geofences"),
            .rows(of: "profiles"),
            .rows(of: "policies", .memberOfHousehold),
            // An approval names the override that it led to.
            .history(of: "approvals"),
            .history(of: "shadow_outcomes", key: "policy_id, decided_at_ms, decision_id"),
            .history(of: "shadow_decisions", key: "household_id, decided_at_ms, sequence"),
            .history(of: "overrides"),
            .history(of: "pings"),
            .history(of: "location_checks"),
            .history(of: "scores", key: "id"),
            .history(of: "feedback"),
            .history(of: "offsets", key: "member_id, kind, word"),
            .history(of: "events", .memberOfHousehold),
        ]
    )
}
