-- What families see of wallets: schedules, what is due, movements, jars, chores, requests, goals.

-- When a child was taken out of its family; its row stays, without a name.
ALTER TABLE members ADD COLUMN removed_at_ms BIGINT;

-- When a child's allowance is due. weekday is Monday 0 to Sunday 6; next_due_day is NULL while
-- nothing will be due, last_due_day is the last that was recorded, last_paid_day the last paid.
CREATE TABLE allowances (
    child_id TEXT NOT NULL PRIMARY KEY REFERENCES children (id),
    household_id TEXT NOT NULL REFERENCES households (id),
    frequency TEXT NOT NULL CHECK (frequency IN ('Weekly', 'BiWeekly', 'Monthly')),
    weekday BIGINT CHECK (weekday >= 0 AND weekday <= 6),
    month_day BIGINT CHECK (month_day >= 1 AND month_day <= 31),
    next_due_day BIGINT,
    last_due_day BIGINT,
    last_paid_day BIGINT,
    paused_at_ms BIGINT,
    pause_reason TEXT,
    CHECK ((frequency = 'Monthly') = (month_day IS NOT NULL)),
    CHECK (weekday IS NULL OR month_day IS NULL),
    CHECK ((paused_at_ms IS NULL) = (pause_reason IS NULL)),
    CHECK (paused_at_ms IS NULL OR next_due_day IS NULL)
){{in_key_order}};
CREATE INDEX allowances_by_due_day ON allowances (next_due_day, household_id, child_id)
    WHERE next_due_day IS NOT NULL;
INSERT INTO allowances (child_id, household_id, frequency, next_due_day)
    SELECT c.id, m.household_id, 'Weekly',
        CASE WHEN c.weekly_allowance_minor > 0 THEN c.created_at_ms / 86400000 END
    FROM children c JOIN members m ON m.id = c.member_id;

-- A due day of a child, once; transfer_id is NULL while it is owed. It refers to transfers, and so
-- does that of wallet_movements, without the engine looking: where transactions run side by side,
-- looking up the newest transfer would set each against all the others that add one.
CREATE TABLE allowance_dues (
    child_id TEXT NOT NULL REFERENCES children (id),
    due_day BIGINT NOT NULL,
    household_id TEXT NOT NULL REFERENCES households (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    frequency TEXT NOT NULL CHECK (frequency IN ('Weekly', 'BiWeekly', 'Monthly')),
    transfer_id TEXT UNIQUE,
    recorded_at_ms BIGINT NOT NULL,
    PRIMARY KEY (child_id, due_day)
){{in_key_order}};
CREATE INDEX allowance_dues_owed ON allowance_dues (household_id, due_day, child_id)
    WHERE transfer_id IS NULL;

-- The account with a set balance from which a household pays allowances.
CREATE TABLE pools (
    household_id TEXT NOT NULL PRIMARY KEY REFERENCES households (id),
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id)
){{in_key_order}};

-- A transfer into or out of a child's wallet, in the order of posting; author_id is NULL for
-- what happened by itself.
CREATE TABLE wallet_movements (
    child_id TEXT NOT NULL REFERENCES children (id),
    position BIGINT NOT NULL CHECK (position > 0),
    transfer_id TEXT NOT NULL,
    balance_after_minor BIGINT NOT NULL CHECK (balance_after_minor >= 0),
    author_id TEXT REFERENCES members (id),
    created_at_ms BIGINT NOT NULL,
    PRIMARY KEY (child_id, position),
    UNIQUE (transfer_id, child_id)
){{in_key_order}};
CREATE INDEX wallet_movements_by_time
    ON wallet_movements (child_id, created_at_ms, position);

-- Movements of a child by UTC day and by the household's month.
CREATE TABLE wallet_days (
    child_id TEXT NOT NULL REFERENCES children (id),
    day BIGINT NOT NULL,
    movement_count BIGINT NOT NULL CHECK (movement_count > 0),
    PRIMARY KEY (child_id, day)
){{in_key_order}};
CREATE TABLE wallet_months (
    child_id TEXT NOT NULL REFERENCES children (id),
    month BIGINT NOT NULL,
    credit_minor BIGINT NOT NULL CHECK (credit_minor >= 0),
    debit_minor BIGINT NOT NULL CHECK (debit_minor >= 0),
    PRIMARY KEY (child_id, month)
){{in_key_order}};

-- A child's accounts beside its wallet, with the part of each allowance that goes there.
CREATE TABLE jars (
    child_id TEXT NOT NULL REFERENCES children (id),
    kind TEXT NOT NULL CHECK (kind IN ('save', 'give')),
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
    percent BIGINT NOT NULL CHECK (percent >= 0 AND percent <= 100),
    PRIMARY KEY (child_id, kind)
){{in_key_order}};

CREATE TABLE goals (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    child_id TEXT NOT NULL REFERENCES children (id),
    name TEXT NOT NULL,
    target_minor BIGINT NOT NULL CHECK (target_minor > 0),
    created_by TEXT NOT NULL REFERENCES members (id),
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX goals_by_child ON goals (child_id, number);

CREATE TABLE chores (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    child_id TEXT NOT NULL REFERENCES children (id),
    title TEXT NOT NULL,
    reward_minor BIGINT NOT NULL CHECK (reward_minor >= 0),
    state TEXT NOT NULL CHECK (state IN ('Assigned', 'Done', 'Approved', 'Rejected')),
    assigned_by TEXT NOT NULL REFERENCES members (id),
    assigned_at_ms BIGINT NOT NULL,
    done_at_ms BIGINT,
    decided_by TEXT REFERENCES members (id),
    decided_at_ms BIGINT,
    reason TEXT,
    transfer_id TEXT UNIQUE REFERENCES transfers (id),
    CHECK ((decided_by IS NULL) = (decided_at_ms IS NULL)),
    CHECK ((state = 'Rejected') = (reason IS NOT NULL)),
    CHECK ((state IN ('Assigned', 'Done')) = (decided_at_ms IS NULL)),
    CHECK ((state = 'Assigned') = (done_at_ms IS NULL)),
    CHECK ((state = 'Approved' AND reward_minor > 0) = (transfer_id IS NOT NULL))
);
CREATE INDEX chores_by_child ON chores (child_id, number);
CREATE INDEX chores_by_state ON chores (child_id, state, number);

CREATE TABLE money_requests (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    child_id TEXT NOT NULL REFERENCES children (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    purpose TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Pending', 'Approved', 'Declined')),
    asked_at_ms BIGINT NOT NULL,
    decided_by TEXT REFERENCES members (id),
    decided_at_ms BIGINT,
    answer TEXT,
    transfer_id TEXT UNIQUE REFERENCES transfers (id),
    CHECK ((decided_by IS NULL) = (decided_at_ms IS NULL)),
    CHECK ((state = 'Pending') = (decided_at_ms IS NULL)),
    CHECK ((state = 'Approved') = (transfer_id IS NOT NULL))
);
CREATE INDEX money_requests_by_child ON money_requests (child_id, number);
CREATE INDEX money_requests_by_state ON money_requests (child_id, state, number);

-- A wallet may be what a child pays with; a parent makes it the default.
ALTER TABLE funding_sources ADD COLUMN kind TEXT NOT NULL DEFAULT 'card'
    CHECK (kind IN ('card', 'wallet'));
ALTER TABLE funding_sources ADD COLUMN is_default BIGINT NOT NULL DEFAULT 0
    CHECK (is_default IN (0, 1));
CREATE UNIQUE INDEX funding_sources_default ON funding_sources (member_id)
    WHERE is_default = 1;

-- What the wallet held when a purchase was decided; NULL where it was not looked at.
ALTER TABLE decisions ADD COLUMN wallet_minor BIGINT;

-- What is forgotten with a member who leaves.
CREATE INDEX scores_by_member ON scores (member_id);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
