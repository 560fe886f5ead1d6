import SQL

extension RoomSchema {
    /// Who the members are, and how they sign in.
    static let identity = RoomSchema(
        migrations: [
            // The first step made the first tables of every room.
            Migration(name: "m0001_foundations", bytes: PackageResources.m0001_foundations_sql),
            Migration(name: "m0008_identity", bytes: PackageResources.m0008_identity_sql),
            Migration(
                name: "m0009_lapsed_sessions",
                bytes: PackageResources.m0009_lapsed_sessions_sql
            ),
            Migration(
                name: "m0012_ends_of_sessions",
                bytes: PackageResources.m0012_ends_of_sessions_sql
            ),
        ],
        tables: [
            Table(
                "households",
                key: ["id"],
                """
                id name time_zone currency created_at_ms chain_sequence chain_hash \
                policies_version policies_since_ms copies_from
                """
            ),
            Table(
                "members",
                """
                number id household_id role email first_name last_name password_hash is_active \
                created_at_ms removed_at_ms
                """
            ),
            Table(
                "sessions",
                key: ["id"],
                """
                id member_id created_at_ms ended_at_ms end_reason origin client_id scope \
                last_used_at_ms ends_at_ms authenticated_at_ms
                """
            ),
            Table(
                "authorization_codes",
                key: ["hash"],
                """
                hash client_id redirect_uri challenge scope nonce member_id expires_at_ms \
                redeemed_at_ms session_id
                """
            ),
            Table(
                "external_identities",
                key: ["issuer", "subject"],
                "issuer subject member_id session_id created_at_ms"
            ),
            Table("spent_values", key: ["hash"], "hash expires_at_ms"),
            Table(
                "totp_factors",
                key: ["member_id"],
                "member_id sealed_secret created_at_ms confirmed_at_ms last_step"
            ),
            Table("recovery_codes", key: ["member_id", "hash"], "member_id hash used_at_ms"),
            Table(
                "passkeys",
                """
                number id credential_id member_id public_key algorithm sign_count name \
                created_at_ms last_used_at_ms
                """
            ),
            Table(
                "invitations",
                """
                number id hash household_id email created_by created_at_ms expires_at_ms \
                withdrawn_at_ms accepted_by
                """
            ),
            Table(
                "auth_events",
                "number id member_id kind session_id client_id trace happened_at_ms"
            ),
            Table("refresh_tokens", key: ["hash"], "hash session_id expires_at_ms rotated_at_ms"),
            Table("failed_logins", "number email failed_at_ms"),
            Table("login_locks", key: ["email"], "email locked_until_ms"),
            Table(
                "idempotency_keys",
                key: ["caller", "operation", "key"],
                "caller operation key input_hash status body made_at_ms"
            ),
        ],
        personal: [
            .rows(of: "external_identities"),
            .rows(of: "totp_factors"),
            .rows(of: "recovery_codes"),
            .rows(of: "passkeys"),
            .history(of: "idempotency_keys", key: "caller, operation, key", .member("caller")),
            .history(of: "authorization_codes", key: "hash"),
            .history(of: "auth_events"),
            .history(
                of: "refresh_tokens",
                key: "hash",
                in: "sessions s JOIN refresh_tokens r ON r.session_id = s.id"
            ),
        ]
    )
}
