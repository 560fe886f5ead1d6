-- Sums of what windows look back on, of each member alone: those of everybody are added up where
-- they are asked for, so that a decision moves four sums and not eight. Members stand next to each
-- other.
CREATE TABLE member_sums (
    household_id TEXT NOT NULL REFERENCES households (id),
    category TEXT NOT NULL,
    merchant_key TEXT NOT NULL,
    member_id TEXT NOT NULL REFERENCES members (id),
    day BIGINT NOT NULL,
    purchase_minor BIGINT NOT NULL,
    purchase_count BIGINT NOT NULL,
    approval_minor BIGINT NOT NULL,
    approval_count BIGINT NOT NULL,
    decline_minor BIGINT NOT NULL,
    decline_count BIGINT NOT NULL,
    PRIMARY KEY (household_id, category, merchant_key, member_id, day)
){{in_key_order}};
INSERT INTO member_sums
SELECT household_id, category, merchant_key, owner_id, day, purchase_minor, purchase_count,
    approval_minor, approval_count, decline_minor, decline_count
FROM policy_sums WHERE owner_id <> '';
DROP TABLE policy_sums;
ALTER TABLE member_sums RENAME TO policy_sums;
