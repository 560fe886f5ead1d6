public import SQL

/// The tables of the schema, parents before children; what a copy of everything goes through.
public struct Table: Sendable {
    /// The name.
    public let name: String
    /// The columns, in the order of the schema.
    public let columns: [String]
    /// The columns that tell rows apart and put them in order.
    let key: [String]
    let firstPage: Statement
    let nextPage: Statement
    let insertion: Statement

    /// Where the columns of the key stand among the columns.
    var keyColumns: [Int] { key.compactMap { columns.firstIndex(of: $0) } }

    /// What a copy runs on the table.
    public var statements: [Statement] { [firstPage, nextPage, insertion] }

    /// Whether the engine counts up its `number`.
    var hasNumber: Bool { columns.first == "number" }

    init(_ name: String, key: [String] = ["number"], _ columns: String) {
        self.name = name
        self.key = key
        self.columns = columns.split(separator: " ").map(String.init)
        let list = self.columns.joined(separator: ", ")
        let order = key.joined(separator: ", ")
        let selection = "SELECT \(list) FROM \(name)"
        let ending = "ORDER BY \(order) LIMIT $1"
        let after = key.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        firstPage = Statement("\(selection) \(ending)")
        nextPage = Statement("\(selection) WHERE (\(order)) > (\(after)) \(ending)")
        let places = (1...self.columns.count).map { "$\($0)" }.joined(separator: ", ")
        insertion = Statement("INSERT INTO \(name) (\(list)) VALUES (\(places))")
    }

    /// Every table; a test holds this list against the schema.
    public static let all: [Table] = [
        Table(
            "households",
            key: ["id"],
            "id name time_zone currency created_at_ms chain_sequence chain_hash"
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
            "accounts",
            """
            number id household_id member_id kind name currency posted_debit_minor \
            posted_credit_minor pending_debit_minor pending_credit_minor created_at_ms
            """
        ),
        Table(
            "children",
            key: ["id"],
            "id member_id wallet_id weekly_allowance_minor created_at_ms"
        ),
        Table(
            "transfers",
            """
            number id household_id sequence debit_account_id credit_account_id amount_minor \
            currency kind phase pending_id reverses_id member_id merchant category description \
            provider provider_record occurred_at_ms day recorded_at_ms previous_hash hash \
            chained_day
            """
        ),
        Table(
            "annotations",
            key: ["transfer_id"],
            "transfer_id category notes changed_by changed_at_ms"
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
        Table("rules", "number member_id category monthly_limit_minor changed_at_ms"),
        Table(
            "decisions",
            key: ["id"],
            """
            id household_id sequence member_id amount_minor currency merchant category \
            category_source override_id limit_minor spent_minor answer reason message trace \
            decided_at_ms previous_hash hash location wallet_minor merchant_key
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
        Table("events", "number household_id member_id kind body created_at_ms"),
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
        Table("goals", "number id child_id name target_minor created_by created_at_ms"),
        Table(
            "chores",
            """
            number id child_id title reward_minor state assigned_by assigned_at_ms done_at_ms \
            decided_by decided_at_ms reason transfer_id
            """
        ),
        Table(
            "money_requests",
            """
            number id child_id amount_minor purpose state asked_at_ms decided_by decided_at_ms \
            answer transfer_id household_id
            """
        ),
        Table(
            "geofences",
            "number member_id name latitude longitude radius_m category policy created_at_ms"
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
            "id member_id asked_by amount_minor merchant category model_logit answer scored_at_ms"
        ),
        Table(
            "feedback",
            "number decision_id member_id category merchant model_logit is_avoidable given_at_ms"
        ),
        Table("offsets", key: ["member_id", "kind", "word"], "member_id kind word value"),
        Table(
            "decision_days",
            key: ["member_id", "day"],
            "member_id day authorized risky overridden first_sequence last_sequence"
        ),
        Table("decision_tallies", key: ["household_id"], "household_id sequence"),
        Table(
            "idempotency_keys",
            key: ["caller", "operation", "key"],
            "caller operation key input_hash status body made_at_ms"
        ),
    ]
}
