-- What lists of transactions show: a row for each movement on an account of a member, with sums.

-- Begun by transfer_id, and following what becomes of it; amounts above zero go out. category is
-- the member's edit, else what was reported, and empty where nothing is known.
CREATE TABLE entries (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    transfer_id TEXT NOT NULL REFERENCES transfers (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor <> 0),
    day BIGINT NOT NULL,
    name TEXT NOT NULL,
    merchant TEXT,
    category TEXT NOT NULL,
    is_pending BIGINT NOT NULL CHECK (is_pending IN (0, 1)),
    changed_at_ms BIGINT NOT NULL,
    removed_at_ms BIGINT,
    UNIQUE (transfer_id, account_id)
);

-- Of accounts that are of no use to lists there are none: the World, the pool, jars.
INSERT INTO entries
    (id, transfer_id, account_id, member_id, amount_minor, day, name, merchant, category,
     is_pending, changed_at_ms, removed_at_ms)
SELECT
    CASE WHEN side.is_second = 1
        THEN SUBSTR(t.id, 1, 14) || '8' || SUBSTR(t.id, 16) ELSE t.id END,
    t.id, side.account_id, side.member_id,
    side.sign * CASE WHEN s.phase = 'post' THEN s.amount_minor ELSE t.amount_minor END,
    CASE WHEN s.phase = 'post' THEN s.day ELSE t.day END,
    COALESCE(
        CASE WHEN s.phase = 'post' THEN COALESCE(s.description, s.merchant) END,
        t.description, t.merchant,
        CASE t.kind
            WHEN 'purchase' THEN 'Purchase' WHEN 'charge' THEN 'Purchase'
            WHEN 'income' THEN 'Income' WHEN 'own' THEN 'Transfer'
            WHEN 'allowance' THEN 'Allowance' WHEN 'deposit' THEN 'Deposit'
            WHEN 'withdrawal' THEN 'Withdrawal' WHEN 'reward' THEN 'Reward'
            WHEN 'gift' THEN 'Gift' WHEN 'closing' THEN 'Closing' ELSE 'Movement' END
    ),
    COALESCE(CASE WHEN s.phase = 'post' THEN s.merchant END, t.merchant),
    COALESCE(
        a.category,
        CASE WHEN s.phase = 'post' THEN s.category END,
        t.category,
        CASE
            WHEN t.kind IN ('own', 'closing') AND side.sign = 1
                THEN 'TRANSFER_OUT_ACCOUNT_TRANSFER'
            WHEN t.kind IN ('own', 'closing') THEN 'TRANSFER_IN_ACCOUNT_TRANSFER'
            WHEN t.kind = 'withdrawal' AND side.sign = 1 THEN 'TRANSFER_OUT_WITHDRAWAL'
            WHEN t.kind = 'withdrawal' THEN 'TRANSFER_IN_DEPOSIT'
            WHEN t.kind IN ('allowance', 'deposit', 'reward', 'gift', 'income') AND side.sign = 1
                THEN 'TRANSFER_OUT_OTHER_TRANSFER_OUT'
            WHEN t.kind IN ('allowance', 'deposit', 'reward', 'gift', 'income')
                THEN 'INCOME_OTHER_INCOME'
            ELSE '' END
    ),
    CASE WHEN t.phase = 'pending' AND COALESCE(s.phase, '') <> 'post' THEN 1 ELSE 0 END,
    COALESCE(r.recorded_at_ms, s.recorded_at_ms, t.recorded_at_ms),
    COALESCE(r.recorded_at_ms, CASE WHEN s.phase = 'void' THEN s.recorded_at_ms END)
FROM (
    SELECT t.id AS transfer_id, 1 AS sign, 0 AS is_second, a.id AS account_id, a.member_id
    FROM transfers t JOIN accounts a ON a.id = t.debit_account_id
    WHERE a.member_id IS NOT NULL AND (
        a.kind IN ('bank', 'card', 'funding') OR a.id IN (SELECT wallet_id FROM children))
    UNION ALL
    SELECT t.id, -1,
        CASE WHEN d.member_id IS NOT NULL AND (
            d.kind IN ('bank', 'card', 'funding') OR d.id IN (SELECT wallet_id FROM children))
            THEN 1 ELSE 0 END,
        a.id, a.member_id
    FROM transfers t
    JOIN accounts a ON a.id = t.credit_account_id
    JOIN accounts d ON d.id = t.debit_account_id
    WHERE a.member_id IS NOT NULL AND (
        a.kind IN ('bank', 'card', 'funding') OR a.id IN (SELECT wallet_id FROM children))
) AS side
JOIN transfers t ON t.id = side.transfer_id
LEFT JOIN transfers s ON s.pending_id = t.id
LEFT JOIN transfers r ON r.reverses_id = COALESCE(s.id, t.id)
LEFT JOIN annotations a ON a.transfer_id = t.id
WHERE t.pending_id IS NULL AND t.reverses_id IS NULL AND t.kind <> 'opening'
ORDER BY t.number, side.is_second;

CREATE INDEX entries_shown ON entries (member_id, day, number) WHERE removed_at_ms IS NULL;
CREATE INDEX entries_changed ON entries (member_id, changed_at_ms, number)
    WHERE removed_at_ms IS NULL;

-- What is shown, counted by day, and by periods of 32 days: so that pages and totals of any window
-- read few rows. A period is (day + 1048576) / 32. expense_* are those above zero.
CREATE TABLE entry_days (
    member_id TEXT NOT NULL REFERENCES members (id),
    day BIGINT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    category TEXT NOT NULL,
    entry_count BIGINT NOT NULL,
    expense_count BIGINT NOT NULL,
    expense_minor BIGINT NOT NULL,
    PRIMARY KEY (member_id, day, account_id, category)
){{in_key_order}};
INSERT INTO entry_days
SELECT member_id, day, account_id, category, COUNT(*),
    SUM(CASE WHEN amount_minor > 0 THEN 1 ELSE 0 END),
    SUM(CASE WHEN amount_minor > 0 THEN amount_minor ELSE 0 END)
FROM entries WHERE removed_at_ms IS NULL GROUP BY member_id, day, account_id, category;

CREATE TABLE entry_periods (
    member_id TEXT NOT NULL REFERENCES members (id),
    period BIGINT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    category TEXT NOT NULL,
    entry_count BIGINT NOT NULL,
    PRIMARY KEY (member_id, period, account_id, category)
){{in_key_order}};
INSERT INTO entry_periods
SELECT member_id, (day + 1048576) / 32, account_id, category, SUM(entry_count)
FROM entry_days GROUP BY member_id, (day + 1048576) / 32, account_id, category;

CREATE INDEX accounts_of_member ON accounts (member_id, number);
