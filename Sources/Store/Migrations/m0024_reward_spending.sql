-- Purchases on the accounts of reward cards that were added to what is spent of their limits, and
-- what members were told of limits.

-- To what a purchase was added is settled when it posts: a limit in the period that ends at a
-- date, a bonus in its quarter. The amount is what of it counts now, in hundredths. A quarter is
-- four times its year and its number less one.
CREATE TABLE reward_purchases (
    number {{identity}},
    member_id TEXT NOT NULL REFERENCES members (id),
    card_id TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor >= 0),
    limit_id TEXT,
    limit_category TEXT,
    limit_reset_ms BIGINT,
    bonus_category TEXT,
    bonus_quarter BIGINT,
    posted_at_ms BIGINT NOT NULL,
    UNIQUE (member_id, card_id, entry_id),
    CHECK ((limit_id IS NULL) = (limit_category IS NULL)),
    CHECK ((limit_id IS NULL) = (limit_reset_ms IS NULL)),
    CHECK ((bonus_category IS NULL) = (bonus_quarter IS NULL)),
    CHECK (limit_id IS NOT NULL OR bonus_category IS NOT NULL)
);
CREATE INDEX reward_purchases_by_time ON reward_purchases (posted_at_ms);

-- The highest mark of a limit that its member was told of, in the period that ends at a date.
CREATE TABLE reward_alerts (
    member_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    category TEXT NOT NULL,
    reset_at_ms BIGINT NOT NULL,
    mark BIGINT NOT NULL CHECK (mark IN (1, 2)),
    PRIMARY KEY (member_id, card_id, category),
    FOREIGN KEY (member_id, card_id) REFERENCES reward_cards (member_id, id)
){{in_key_order}};
