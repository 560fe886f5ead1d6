/// What keeps the rows bounded that a statement reads; every other table grows for ever.
enum Growth {
    /// What an operator puts in, and nobody else.
    static let whole: Set<String> = ["places"]

    /// Columns that leave few rows where each is compared with one value.
    static let bounds: [String: [Set<String>]] = [
        // Limits.
        "rules": [["member_id"]], "geofences": [["member_id"]], "passkeys": [["member_id"]],
        "recovery_codes": [["member_id"]], "goals": [["child_id"]], "jars": [["child_id"]],
        // A lock clears the failures of its address.
        "failed_logins": [["email"]],
        // One World of a currency, one wallet of a child; nothing asks for those of cards.
        "accounts": [["household_id", "kind"], ["member_id"]],
        // A processor gives its ids once.
        "charges": [["intent_id"]],
        // Forgotten after a day; each took a password, as did each session.
        "authorization_codes": [["member_id"]], "refresh_tokens": [["session_id"]],
        // A row for each day that an allowance is due, which is a week apart.
        "allowance_dues": [["child_id"]],
        // Limits.
        "csv_mappings": [["member_id"]], "highlights": [["member_id"]],
        "search_memory": [["member_id"]],
        "conversations": [["member_id"]],
        "reward_cards": [["member_id"]], "reward_rows": [["member_id"]],
        "reward_limits": [["member_id"]], "reward_messages": [["member_id"]],
        "reward_alerts": [["member_id"]], "reward_point_values": [["member_id"]],
        // Limits; what is kept of the last weeks.
        "policies": [["household_id"]], "policy_moments": [["household_id"]],
        "policy_sums": [["household_id"]],
        // Limits, and a member's own; what was removed is another index's.
        "sync_records": [["member_id"], ["household_id", "kind"]],
        // Forgotten when a year's period is over.
        "reward_purchases": [["member_id", "card_id"]],
        "chat_messages": [["conversation_id"], ["member_id"]],
        // What happened on one day.
        "transfers": [["member_id", "day"]],
        // An import that is removed has none.
        "bank_import_rows": [["import_id"]],
        // Sign-ins at banks and their accounts, which are limited.
        "bank_items": [["member_id"]], "bank_accounts": [["member_id"], ["item_id"]],
        // The two sides of a transfer; what happened on one day.
        "entries": [["transfer_id"], ["member_id", "day"]],
    ]

    /// Columns that do, where an index holds but few of the rows.
    static let boundsOfIndexes: [String: Set<String>] = [
        // Each of them joined with a password.
        "members_present": ["household_id"],
        // Ten may be open at once, and they are forgotten after a month.
        "invitations_open": ["household_id"],
        // A due day of a child that nobody paid yet.
        "allowance_dues_owed": ["household_id"],
        // A child has one.
        "funding_sources_wallets": ["member_id"],
        // An import that is removed has none.
        "bank_records_of_import": ["import_id"],
        // An account is cleared within minutes.
        "bank_accounts_clearing": ["is_clearing"],
        // Each began with a sign-in, which takes a password.
        "sessions_live": ["member_id"],
        // Of earlier versions of the program; the server takes each out when it starts.
        "chores_unlinked": [], "goals_unlinked": [], "annotations_unlinked": [],
        // An account is one member's, who has at most so many cards.
        "reward_cards_of_account": ["account_id"],
    ]

    /// Columns that leave few rows between two values, which are days of a summary apart.
    static let ranges: [String: String] = [
        "policy_moments": "at_ms",
        "spend_by_day": "day", "spend_by_merchant": "day", "decision_days": "day",
        "entry_days": "day", "entry_periods": "period", "wallet_days": "day",
        "wallet_movements": "created_at_ms", "charges": "recorded_at_ms", "bank_records": "day",
        "shadow_decisions": "decided_at_ms", "shadow_outcomes": "decided_at_ms",
        "sync_records": "version",
    ]

    /// Statements that read as much as there is, each with why that is right; at most ten.
    static let exceptions: [(place: String, reason: String)] = [
        ("Identity/Households+TimeZone.swift daysRemoval", "an operator's command recomputes all"),
        ("Allowance/WalletMovements+Verifying.swift", "purser verify and a new time zone read all"),
        ("Banking/BankAccounts.swift clearing", "few are cleared at a time, and an index has them"),
        ("Ledger/SpendRollups.swift", "purser verify reads all"),
        ("Ledger/Entries+", "purser verify reads all, and an operator's command recomputes it"),
        ("Sync/SyncRecords+Verifying.swift", "purser verify reads all"),
        ("Ledger/SpendRollups+FirstDay.swift", "passes by days whose purchases were all undone"),
        ("Guardian/Policies/FirstPurchases.swift", "passes by days whose purchases were undone"),
        ("Guardian/Policies/PastPurchases.swift", "a trial of the past reads it, up to its bound"),
        ("Guardian/FeedbackRecords.swift", "a changed opinion is learned from all that follow it"),
    ]
}
