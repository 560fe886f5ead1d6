-- What children ask their parents to allow, and what households are told live.

-- A child's request about a purchase that was declined; merchant, category and reason are those of
-- the decision. One that nobody decided in time stays 'pending' here: time alone makes it expired.
CREATE TABLE approvals (
    number {{identity}},
    household_id TEXT NOT NULL REFERENCES households (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    decision_id TEXT NOT NULL UNIQUE REFERENCES decisions (id),
    merchant_key TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'refused')),
    created_at_ms BIGINT NOT NULL,
    decided_by TEXT REFERENCES members (id),
    decided_at_ms BIGINT,
    override_id TEXT UNIQUE REFERENCES overrides (id),
    CHECK ((state = 'pending') = (decided_at_ms IS NULL)),
    CHECK ((decided_by IS NULL) = (decided_at_ms IS NULL)),
    CHECK ((state = 'approved') = (override_id IS NOT NULL))
);
CREATE INDEX approvals_by_household ON approvals (household_id, number);
CREATE INDEX approvals_by_purchase
    ON approvals (member_id, merchant_key, amount_minor, created_at_ms);

-- What happened to a member; its number is the event's id, its body one line of JSON.
CREATE TABLE events (
    number {{identity}},
    household_id TEXT NOT NULL REFERENCES households (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX events_by_household ON events (household_id, number);
CREATE INDEX events_by_age ON events (created_at_ms);
