-- Households, their members, the ledger, and decisions about purchases.
-- Ids are UUIDs made by the program; numbers are counted up by the engine. Money is in minor
-- units, instants are milliseconds since 1970-01-01T00:00:00Z, days are days since then, flags
-- are 0 and 1.

CREATE TABLE households (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    currency TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    chain_sequence BIGINT NOT NULL CHECK (chain_sequence >= 0),
    chain_hash TEXT NOT NULL
){{in_key_order}};

CREATE TABLE members (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    household_id TEXT NOT NULL REFERENCES households (id),
    role TEXT NOT NULL CHECK (role IN ('Parent', 'Child')),
    email TEXT NOT NULL UNIQUE,
    first_name TEXT,
    last_name TEXT,
    password_hash TEXT,
    is_active BIGINT NOT NULL CHECK (is_active IN (0, 1)),
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX members_by_household ON members (household_id, number);

CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES members (id),
    created_at_ms BIGINT NOT NULL,
    ended_at_ms BIGINT,
    end_reason TEXT
){{in_key_order}};
CREATE INDEX sessions_by_member ON sessions (member_id);

CREATE TABLE refresh_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    expires_at_ms BIGINT NOT NULL,
    rotated_at_ms BIGINT
){{in_key_order}};
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at_ms);

CREATE TABLE failed_logins (
    number {{identity}},
    email TEXT NOT NULL,
    failed_at_ms BIGINT NOT NULL
);
CREATE INDEX failed_logins_by_email ON failed_logins (email, failed_at_ms);
CREATE INDEX failed_logins_by_age ON failed_logins (failed_at_ms);

CREATE TABLE login_locks (
    email TEXT NOT NULL PRIMARY KEY,
    locked_until_ms BIGINT NOT NULL
){{in_key_order}};

CREATE TABLE accounts (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    household_id TEXT NOT NULL REFERENCES households (id),
    member_id TEXT REFERENCES members (id),
    kind TEXT NOT NULL CHECK (kind IN ('world', 'bank', 'card', 'funding', 'wallet')),
    name TEXT NOT NULL,
    currency TEXT NOT NULL,
    posted_debit_minor BIGINT NOT NULL CHECK (posted_debit_minor >= 0),
    posted_credit_minor BIGINT NOT NULL CHECK (posted_credit_minor >= 0),
    pending_debit_minor BIGINT NOT NULL CHECK (pending_debit_minor >= 0),
    pending_credit_minor BIGINT NOT NULL CHECK (pending_credit_minor >= 0),
    created_at_ms BIGINT NOT NULL,
    CHECK (
        kind <> 'wallet'
        OR posted_credit_minor - posted_debit_minor - pending_debit_minor >= 0
    )
);
CREATE INDEX accounts_by_household ON accounts (household_id, kind, currency);

CREATE TABLE children (
    id TEXT NOT NULL PRIMARY KEY,
    member_id TEXT NOT NULL UNIQUE REFERENCES members (id),
    wallet_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
    weekly_allowance_minor BIGINT NOT NULL CHECK (weekly_allowance_minor >= 0),
    created_at_ms BIGINT NOT NULL
);

CREATE TABLE transfers (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    household_id TEXT NOT NULL REFERENCES households (id),
    sequence BIGINT NOT NULL CHECK (sequence > 0),
    debit_account_id TEXT NOT NULL REFERENCES accounts (id),
    credit_account_id TEXT NOT NULL REFERENCES accounts (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('posted', 'pending', 'post', 'void')),
    pending_id TEXT UNIQUE REFERENCES transfers (id),
    reverses_id TEXT UNIQUE REFERENCES transfers (id),
    member_id TEXT REFERENCES members (id),
    merchant TEXT,
    category TEXT,
    description TEXT,
    provider TEXT,
    provider_record TEXT,
    occurred_at_ms BIGINT NOT NULL,
    day BIGINT NOT NULL,
    recorded_at_ms BIGINT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (household_id, sequence),
    UNIQUE (household_id, provider, provider_record),
    CHECK (debit_account_id <> credit_account_id),
    CHECK ((phase IN ('post', 'void')) = (pending_id IS NOT NULL))
);
CREATE INDEX transfers_by_member_day ON transfers (member_id, day, number);

CREATE TABLE annotations (
    transfer_id TEXT NOT NULL PRIMARY KEY REFERENCES transfers (id),
    category TEXT,
    notes TEXT,
    changed_by TEXT NOT NULL REFERENCES members (id),
    changed_at_ms BIGINT NOT NULL
){{in_key_order}};

CREATE TABLE edits (
    id TEXT NOT NULL PRIMARY KEY,
    household_id TEXT NOT NULL REFERENCES households (id),
    sequence BIGINT NOT NULL CHECK (sequence > 0),
    author_id TEXT REFERENCES members (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    made_at_ms BIGINT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (household_id, sequence)
);

CREATE TABLE spend_by_day (
    member_id TEXT NOT NULL REFERENCES members (id),
    guardian_category TEXT NOT NULL,
    day BIGINT NOT NULL,
    category TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    purchase_count BIGINT NOT NULL,
    PRIMARY KEY (member_id, guardian_category, day, category)
){{in_key_order}};
CREATE INDEX spend_by_day_in_order ON spend_by_day (member_id, day);

CREATE TABLE spend_by_month (
    member_id TEXT NOT NULL REFERENCES members (id),
    month BIGINT NOT NULL,
    guardian_category TEXT NOT NULL,
    category TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    purchase_count BIGINT NOT NULL,
    PRIMARY KEY (member_id, month, guardian_category, category)
){{in_key_order}};

CREATE TABLE spend_by_merchant (
    member_id TEXT NOT NULL REFERENCES members (id),
    day BIGINT NOT NULL,
    merchant_key TEXT NOT NULL,
    merchant TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    purchase_count BIGINT NOT NULL,
    PRIMARY KEY (member_id, day, merchant_key)
){{in_key_order}};

CREATE TABLE rules (
    number {{identity}},
    member_id TEXT NOT NULL REFERENCES members (id),
    category TEXT NOT NULL,
    monthly_limit_minor BIGINT NOT NULL CHECK (monthly_limit_minor >= 0),
    changed_at_ms BIGINT NOT NULL,
    UNIQUE (member_id, category)
);

CREATE TABLE decisions (
    id TEXT NOT NULL PRIMARY KEY,
    household_id TEXT NOT NULL REFERENCES households (id),
    sequence BIGINT NOT NULL CHECK (sequence > 0),
    member_id TEXT NOT NULL REFERENCES members (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    currency TEXT NOT NULL,
    merchant TEXT NOT NULL,
    category TEXT NOT NULL,
    category_source TEXT NOT NULL,
    override_id TEXT,
    limit_minor BIGINT,
    spent_minor BIGINT,
    answer TEXT NOT NULL CHECK (answer IN ('APPROVE', 'DECLINE')),
    reason TEXT NOT NULL,
    message TEXT,
    trace TEXT NOT NULL,
    decided_at_ms BIGINT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (household_id, sequence),
    CHECK (limit_minor IS NULL OR spent_minor IS NOT NULL)
);

CREATE TABLE overrides (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    created_by TEXT NOT NULL REFERENCES members (id),
    merchant TEXT NOT NULL,
    merchant_key TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    created_at_ms BIGINT NOT NULL,
    used_by TEXT UNIQUE REFERENCES decisions (id)
);
CREATE INDEX overrides_by_purchase
    ON overrides (member_id, merchant_key, amount_minor, created_at_ms);

CREATE TABLE idempotency_keys (
    caller TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    input_hash TEXT NOT NULL,
    status BIGINT NOT NULL,
    body TEXT NOT NULL,
    made_at_ms BIGINT NOT NULL,
    PRIMARY KEY (caller, operation, key)
){{in_key_order}};
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (made_at_ms);
