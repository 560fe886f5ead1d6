-- Which cards members have, what those earn, and what members prefer of them.

-- version is the place, in the household's chain, of the link that recorded the last change. A
-- multiplier is in hundredths, a fee in hundredths of a per cent. What was spent is what was
-- entered and what was posted on the account; what is entered makes up the difference to what the
-- member says it is, below zero if need be.
CREATE TABLE reward_cards (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    version BIGINT NOT NULL CHECK (version > 0),
    name TEXT NOT NULL,
    card_type TEXT NOT NULL,
    is_active BIGINT NOT NULL CHECK (is_active IN (0, 1)),
    account_id TEXT REFERENCES accounts (id),
    foreign_fee BIGINT CHECK (foreign_fee >= 0),
    source_id TEXT,
    source_url TEXT,
    source_day BIGINT,
    bonus_category TEXT,
    bonus_multiplier BIGINT CHECK (bonus_multiplier > 0),
    bonus_points TEXT,
    bonus_limit_minor BIGINT CHECK (bonus_limit_minor > 0),
    bonus_entered_minor BIGINT,
    bonus_posted_minor BIGINT CHECK (bonus_posted_minor >= 0),
    bonus_year BIGINT,
    bonus_quarter BIGINT CHECK (bonus_quarter >= 1 AND bonus_quarter <= 4),
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (member_id, id),
    CHECK (bonus_entered_minor + bonus_posted_minor >= 0),
    CHECK ((source_id IS NULL) = (source_url IS NULL)),
    CHECK ((source_id IS NULL) = (source_day IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_multiplier IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_points IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_limit_minor IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_entered_minor IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_posted_minor IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_year IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_quarter IS NULL))
);
CREATE INDEX reward_cards_of_member ON reward_cards (member_id, created_at_ms DESC, id);
CREATE INDEX reward_cards_by_version ON reward_cards (member_id, version);
CREATE INDEX reward_cards_of_account ON reward_cards (account_id) WHERE account_id IS NOT NULL;

-- What a card earns, in the order in which it was given. Ids are the caller's.
CREATE TABLE reward_rows (
    member_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    id TEXT NOT NULL,
    category TEXT NOT NULL,
    multiplier BIGINT NOT NULL CHECK (multiplier > 0),
    point_type TEXT NOT NULL,
    is_active BIGINT NOT NULL CHECK (is_active IN (0, 1)),
    PRIMARY KEY (member_id, card_id, place),
    FOREIGN KEY (member_id, card_id) REFERENCES reward_cards (member_id, id)
){{in_key_order}};

-- Up to what amount a card earns its rate. reset_day is the day of the month for which
-- reset_at_ms stands: of the 31st, a shorter month has its last.
CREATE TABLE reward_limits (
    member_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    id TEXT NOT NULL,
    category TEXT NOT NULL,
    limit_minor BIGINT NOT NULL CHECK (limit_minor > 0),
    entered_minor BIGINT NOT NULL,
    posted_minor BIGINT NOT NULL CHECK (posted_minor >= 0),
    reset_at_ms BIGINT NOT NULL,
    reset_type TEXT NOT NULL CHECK (reset_type IN ('monthly', 'quarterly', 'annually', 'never')),
    reset_day BIGINT NOT NULL CHECK (reset_day >= 1 AND reset_day <= 31),
    PRIMARY KEY (member_id, card_id, place),
    FOREIGN KEY (member_id, card_id) REFERENCES reward_cards (member_id, id),
    CHECK (entered_minor + posted_minor >= 0)
){{in_key_order}};

-- Of members who changed any. The threshold is in millionths of a limit.
CREATE TABLE reward_preferences (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id),
    version BIGINT NOT NULL CHECK (version > 0),
    preferred_points TEXT NOT NULL,
    alert_threshold BIGINT NOT NULL CHECK (alert_threshold > 0 AND alert_threshold <= 1000000),
    language TEXT NOT NULL CHECK (language IN ('english', 'chinese', 'bilingual')),
    notifications_enabled BIGINT NOT NULL CHECK (notifications_enabled IN (0, 1)),
    auto_update_spending BIGINT NOT NULL CHECK (auto_update_spending IN (0, 1)),
    changed_at_ms BIGINT NOT NULL
){{in_key_order}};
