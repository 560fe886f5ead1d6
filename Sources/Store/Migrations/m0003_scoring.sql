-- How members want to spend, what was scored for them, what they said of it and what that taught.
-- Log-odds and offsets are fractions; amounts are minor units.

CREATE TABLE profiles (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id),
    profile TEXT NOT NULL CHECK (profile IN ('Saver', 'Average', 'Spender')),
    monthly_income_minor BIGINT NOT NULL CHECK (monthly_income_minor >= 0),
    changed_at_ms BIGINT NOT NULL
){{in_key_order}};

CREATE TABLE scores (
    id TEXT NOT NULL PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES members (id),
    asked_by TEXT NOT NULL REFERENCES members (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    merchant TEXT NOT NULL,
    category TEXT NOT NULL,
    model_logit DOUBLE PRECISION NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('ALLOW', 'BLOCK')),
    scored_at_ms BIGINT NOT NULL
);

CREATE TABLE feedback (
    number {{identity}},
    decision_id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    category TEXT NOT NULL,
    merchant TEXT NOT NULL,
    model_logit DOUBLE PRECISION NOT NULL,
    is_avoidable BIGINT NOT NULL CHECK (is_avoidable IN (0, 1)),
    given_at_ms BIGINT NOT NULL
);
CREATE INDEX feedback_by_member ON feedback (member_id, given_at_ms, number);

CREATE TABLE offsets (
    member_id TEXT NOT NULL REFERENCES members (id),
    kind TEXT NOT NULL CHECK (kind IN ('member', 'category', 'merchant')),
    word TEXT NOT NULL,
    value DOUBLE PRECISION NOT NULL CHECK (value >= -2 AND value <= 2),
    PRIMARY KEY (member_id, kind, word)
){{in_key_order}};
