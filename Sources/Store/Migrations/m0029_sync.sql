-- Devices copy records: limits and geofences get ids of their own beside their numbers, which are
-- the documents'. Those that stand get one that follows from the number.
ALTER TABLE rules ADD COLUMN id TEXT;
UPDATE rules SET id = '00000000-0000-7000-8000-'
    || substr('000000000000' || number, length('000000000000' || number) - 11, 12);
CREATE UNIQUE INDEX rules_by_id ON rules (id);
ALTER TABLE geofences ADD COLUMN id TEXT;
UPDATE geofences SET id = '00000000-0000-7000-8000-'
    || substr('000000000000' || number, length('000000000000' || number) - 11, 12);
CREATE UNIQUE INDEX geofences_by_id ON geofences (id);

-- Before which place in its chain the household's records do not tell all that changed: a member
-- was taken out, or tombstones were forgotten.
ALTER TABLE households ADD COLUMN copies_from BIGINT NOT NULL DEFAULT 0;

-- Every record that devices copy, with its version: the place in its household's chain of the link
-- that recorded its last change, also that it was removed. member_id is whose it is, NULL for
-- everybody's. Who changed it and when, the link tells.
CREATE TABLE sync_records (
    household_id TEXT NOT NULL REFERENCES households (id),
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version BIGINT NOT NULL CHECK (version > 0),
    member_id TEXT REFERENCES members (id),
    removed_at_ms BIGINT,
    PRIMARY KEY (household_id, kind, id)
){{in_key_order}};
CREATE INDEX sync_records_by_version ON sync_records (household_id, version);
CREATE INDEX sync_records_present ON sync_records (household_id, kind)
    WHERE removed_at_ms IS NULL;
CREATE INDEX sync_records_of_member ON sync_records (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX sync_records_removed ON sync_records (removed_at_ms)
    WHERE removed_at_ms IS NOT NULL;

-- Chores and goals had no links. Each that stands gets one when the server starts; until then it is
-- marked.
ALTER TABLE chores ADD COLUMN is_unlinked INTEGER;
UPDATE chores SET is_unlinked = 1 WHERE child_id IN (
    SELECT c.id FROM children c JOIN members m ON m.id = c.member_id WHERE m.removed_at_ms IS NULL
);
CREATE INDEX chores_unlinked ON chores (id) WHERE is_unlinked = 1;
ALTER TABLE goals ADD COLUMN is_unlinked INTEGER;
UPDATE goals SET is_unlinked = 1 WHERE child_id IN (
    SELECT c.id FROM children c JOIN members m ON m.id = c.member_id WHERE m.removed_at_ms IS NULL
);
CREATE INDEX goals_unlinked ON goals (id) WHERE is_unlinked = 1;

-- What links tell of the records that stand.
INSERT INTO sync_records (household_id, kind, id, version, member_id)
    SELECT m.household_id, 'rule', r.id, MAX(e.sequence), r.member_id
    FROM rules r JOIN members m ON m.id = r.member_id
        JOIN edits e ON e.household_id = m.household_id AND e.kind = 'rule.set'
            AND e.subject = CAST(r.number AS TEXT)
    WHERE m.removed_at_ms IS NULL
    GROUP BY m.household_id, r.id, r.member_id;
INSERT INTO sync_records (household_id, kind, id, version, member_id)
    SELECT m.household_id, 'geofence', g.id, MAX(e.sequence), g.member_id
    FROM geofences g JOIN members m ON m.id = g.member_id
        JOIN edits e ON e.household_id = m.household_id AND e.kind = 'geofence.created'
            AND e.subject = CAST(g.number AS TEXT)
    WHERE m.removed_at_ms IS NULL
    GROUP BY m.household_id, g.id, g.member_id;
INSERT INTO sync_records (household_id, kind, id, version, member_id)
    SELECT m.household_id, 'child', c.id, MAX(e.sequence), c.member_id
    FROM children c JOIN members m ON m.id = c.member_id
        JOIN edits e ON e.household_id = m.household_id
            AND (e.kind = 'member.joined' AND e.subject = m.id
                OR e.kind IN ('allowance.set', 'allowance.paused', 'allowance.resumed', 'split.set')
                    AND e.subject = c.id)
    WHERE m.removed_at_ms IS NULL
    GROUP BY m.household_id, c.id, c.member_id;
INSERT INTO sync_records (household_id, kind, id, version, member_id)
    SELECT household_id, 'policy', id, version, member_id FROM policies;
INSERT INTO sync_records (household_id, kind, id, version, member_id)
    SELECT m.household_id, 'card', k.id, k.version, k.member_id
    FROM reward_cards k JOIN members m ON m.id = k.member_id WHERE m.removed_at_ms IS NULL;
INSERT INTO sync_records (household_id, kind, id, version, member_id)
    SELECT m.household_id, 'preferences', p.member_id, p.version, p.member_id
    FROM reward_preferences p JOIN members m ON m.id = p.member_id WHERE m.removed_at_ms IS NULL;
