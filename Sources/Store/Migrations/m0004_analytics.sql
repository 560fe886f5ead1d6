-- What members asked about, counted by day; so that nothing is written more when it is decided.

-- A member's decisions of one of the household's days, and the positions of the first and the last
-- of them in the household's chain.
CREATE TABLE decision_days (
    member_id TEXT NOT NULL REFERENCES members (id),
    day BIGINT NOT NULL,
    authorized BIGINT NOT NULL CHECK (authorized > 0),
    risky BIGINT NOT NULL CHECK (risky >= 0),
    overridden BIGINT NOT NULL CHECK (overridden >= 0),
    first_sequence BIGINT NOT NULL CHECK (first_sequence > 0),
    last_sequence BIGINT NOT NULL,
    PRIMARY KEY (member_id, day),
    CHECK (risky + overridden <= authorized),
    CHECK (last_sequence >= first_sequence)
){{in_key_order}};

-- Up to which position of its chain a household's decisions are counted.
CREATE TABLE decision_tallies (
    household_id TEXT NOT NULL PRIMARY KEY REFERENCES households (id),
    sequence BIGINT NOT NULL CHECK (sequence > 0)
){{in_key_order}};

CREATE INDEX overrides_by_member ON overrides (member_id, created_at_ms, number);
