-- Rules for purchases beyond limits. A policy without a member is for everybody in the household.
CREATE TABLE policies (
    id TEXT NOT NULL PRIMARY KEY,
    household_id TEXT NOT NULL REFERENCES households (id),
    name TEXT NOT NULL,
    member_id TEXT REFERENCES members (id),
    -- Canonical JSON.
    condition TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('decline', 'ask', 'warn')),
    message TEXT,
    state TEXT NOT NULL CHECK (state IN ('draft', 'shadow', 'live', 'retired')),
    -- The position of its last change in the household's chain.
    version BIGINT NOT NULL CHECK (version > 0),
    created_by TEXT NOT NULL REFERENCES members (id),
    created_at_ms BIGINT NOT NULL,
    live_since_ms BIGINT,
    -- Since when, and until when, it is or was asked in shadow.
    shadow_since_ms BIGINT,
    shadow_until_ms BIGINT,
    -- A change that waits, as JSON, who asked for it and when it takes effect.
    pending_change TEXT,
    pending_by TEXT REFERENCES members (id),
    pending_until_ms BIGINT,
    UNIQUE (household_id, name),
    CHECK ((state = 'live') = (live_since_ms IS NOT NULL)),
    CHECK ((pending_change IS NULL) = (pending_by IS NULL)),
    CHECK ((pending_change IS NULL) = (pending_until_ms IS NULL))
){{in_key_order}};
CREATE INDEX policies_by_state ON policies (household_id, state, created_at_ms, id);
CREATE INDEX policies_waiting ON policies (pending_until_ms) WHERE pending_until_ms IS NOT NULL;
CREATE INDEX policies_waiting_of_household ON policies (household_id, pending_until_ms)
    WHERE pending_until_ms IS NOT NULL;

-- How many hours what loosens a live policy waits, and a lower number that waits itself.
CREATE TABLE policy_friction (
    household_id TEXT NOT NULL PRIMARY KEY REFERENCES households (id),
    loosening_hours BIGINT NOT NULL CHECK (loosening_hours >= 0),
    pending_hours BIGINT CHECK (pending_hours >= 0),
    pending_by TEXT REFERENCES members (id),
    pending_until_ms BIGINT,
    CHECK ((pending_hours IS NULL) = (pending_by IS NULL)),
    CHECK ((pending_hours IS NULL) = (pending_until_ms IS NULL))
){{in_key_order}};
CREATE INDEX policy_friction_waiting ON policy_friction (pending_until_ms)
    WHERE pending_until_ms IS NOT NULL;

-- The position of the last change of a policy that is asked, live or in shadow; 0 where none is.
ALTER TABLE households ADD COLUMN policies_version BIGINT NOT NULL DEFAULT 0;

-- From which instant on what windows look back on is kept whole; NULL where no policy is asked.
ALTER TABLE households ADD COLUMN policies_since_ms BIGINT;
CREATE INDEX households_with_policies ON households (policies_since_ms)
    WHERE policies_since_ms IS NOT NULL;

-- By which policies a decision was made, as that position, and their facts as JSON; NULL where none
-- was asked.
ALTER TABLE decisions ADD COLUMN policies_version BIGINT;
ALTER TABLE decisions ADD COLUMN policy_facts TEXT;

-- The changes of policies, from which those of any position are read.
CREATE INDEX edits_of_policies ON edits (household_id, sequence) WHERE kind = 'policy';

-- Where a member bought before.
CREATE INDEX spend_by_merchant_of_member ON spend_by_merchant (member_id, merchant_key, day);

-- Whether an event is told to every member of the household.
ALTER TABLE events ADD COLUMN is_shared BIGINT NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1));
CREATE INDEX events_shared ON events (household_id, number) WHERE is_shared = 1;

-- What windows of policies look back on: purchases of the ledger and decisions, in the order of
-- their instants. Kept of households in which policies are asked, as far as a window reaches back.
CREATE TABLE policy_moments (
    household_id TEXT NOT NULL REFERENCES households (id),
    at_ms BIGINT NOT NULL,
    -- The transfer that began the purchase, or the decision.
    source_id TEXT NOT NULL,
    member_id TEXT NOT NULL REFERENCES members (id),
    subject TEXT NOT NULL CHECK (subject IN ('purchases', 'approvals', 'declines')),
    category TEXT NOT NULL,
    merchant_key TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    PRIMARY KEY (household_id, at_ms, source_id)
){{in_key_order}};

-- Their sums by the household's days: of a member or, where the owner is empty, of everybody; of
-- one category and merchant or, where that is empty, of all.
CREATE TABLE policy_sums (
    household_id TEXT NOT NULL REFERENCES households (id),
    owner_id TEXT NOT NULL,
    category TEXT NOT NULL,
    merchant_key TEXT NOT NULL,
    day BIGINT NOT NULL,
    purchase_minor BIGINT NOT NULL,
    purchase_count BIGINT NOT NULL,
    approval_minor BIGINT NOT NULL,
    approval_count BIGINT NOT NULL,
    decline_minor BIGINT NOT NULL,
    decline_count BIGINT NOT NULL,
    PRIMARY KEY (household_id, owner_id, category, merchant_key, day)
){{in_key_order}};

-- Decisions beside which policies in shadow were asked.
CREATE TABLE shadow_decisions (
    household_id TEXT NOT NULL REFERENCES households (id),
    decided_at_ms BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    member_id TEXT NOT NULL REFERENCES members (id),
    PRIMARY KEY (household_id, decided_at_ms, sequence)
){{in_key_order}};
-- What is one member's, and what is old enough to be forgotten.
CREATE INDEX shadow_decisions_of_member ON shadow_decisions (member_id, decided_at_ms);
CREATE INDEX shadow_decisions_by_time ON shadow_decisions (decided_at_ms);

-- What a policy in shadow would have answered where it was true.
CREATE TABLE shadow_outcomes (
    policy_id TEXT NOT NULL,
    decided_at_ms BIGINT NOT NULL,
    decision_id TEXT NOT NULL REFERENCES decisions (id),
    household_id TEXT NOT NULL REFERENCES households (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    would_be TEXT NOT NULL CHECK (would_be IN ('decline', 'ask', 'warn')),
    is_disagreement BIGINT NOT NULL CHECK (is_disagreement IN (0, 1)),
    amount_minor BIGINT NOT NULL,
    PRIMARY KEY (policy_id, decided_at_ms, decision_id)
){{in_key_order}};
CREATE INDEX shadow_outcomes_of_member ON shadow_outcomes (member_id, decided_at_ms);
CREATE INDEX shadow_outcomes_by_time ON shadow_outcomes (decided_at_ms);
