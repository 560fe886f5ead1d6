-- Indexes under which a statement reads as many rows as it needs, however long a history is.

-- The merchant's name under which equal merchants meet, by which a charge finds its decision.
-- NULL in decisions that were too old for that when this was run; of the others LOWER makes nearly
-- the name, for the ten minutes in which they count.
ALTER TABLE decisions ADD COLUMN merchant_key TEXT;
UPDATE decisions SET merchant_key = LOWER(TRIM(merchant))
    WHERE decided_at_ms > (SELECT MAX(decided_at_ms) FROM decisions) - 600000;
CREATE INDEX decisions_by_amount
    ON decisions (member_id, amount_minor, decided_at_ms, sequence)
    WHERE merchant_key IS NOT NULL;
CREATE INDEX decisions_by_purchase
    ON decisions (member_id, merchant_key, amount_minor, decided_at_ms, sequence)
    WHERE merchant_key IS NOT NULL;

-- Only what may still be used: a hundred used overrides before it are not looked at.
DROP INDEX overrides_by_purchase;
CREATE INDEX overrides_unused
    ON overrides (member_id, merchant_key, amount_minor, created_at_ms, number)
    WHERE used_by IS NULL AND used_by_charge IS NULL;

DROP INDEX approvals_by_purchase;
CREATE INDEX approvals_waiting
    ON approvals (member_id, merchant_key, amount_minor, created_at_ms)
    WHERE state = 'pending';
CREATE INDEX approvals_by_state ON approvals (household_id, state, created_at_ms, number);
CREATE INDEX approvals_of_member ON approvals (member_id, number);
CREATE INDEX approvals_of_member_by_state ON approvals (member_id, state, created_at_ms, number);

CREATE INDEX location_checks_counted ON location_checks (member_id, checked_at_ms)
    WHERE is_counted = 1;

DROP INDEX charges_to_look_at;
CREATE INDEX charges_to_look_at ON charges (look_at_ms, id) WHERE look_at_ms IS NOT NULL;

-- A member may have any number of cards, but one wallet.
DROP INDEX funding_sources_by_member;
CREATE INDEX funding_sources_cards ON funding_sources (member_id, number) WHERE kind = 'card';
CREATE INDEX funding_sources_wallets ON funding_sources (member_id) WHERE kind = 'wallet';
CREATE INDEX accounts_in_order ON accounts (household_id, id);

-- Whose parents are asked; so that the newest of a household are found without its children.
ALTER TABLE money_requests ADD COLUMN household_id TEXT REFERENCES households (id);
UPDATE money_requests SET household_id = (
    SELECT m.household_id FROM children c JOIN members m ON m.id = c.member_id
    WHERE c.id = money_requests.child_id
);
CREATE INDEX money_requests_by_household ON money_requests (household_id, number);
CREATE INDEX money_requests_of_household_by_state
    ON money_requests (household_id, state, number);

CREATE INDEX members_present ON members (household_id, number) WHERE removed_at_ms IS NULL;
CREATE INDEX invitations_open ON invitations (household_id, number)
    WHERE withdrawn_at_ms IS NULL AND COALESCE(accepted_by, '') = '';
CREATE INDEX events_of_member ON events (household_id, member_id, number);
CREATE INDEX sessions_live ON sessions (member_id, created_at_ms, id)
    WHERE ended_at_ms IS NULL AND origin <> 'external';
CREATE INDEX login_locks_by_end ON login_locks (locked_until_ms);

-- By an expression, because SQLite takes the unique index of transfer_id for IS NULL, and looks
-- through what all households owe.
DROP INDEX allowance_dues_owed;
CREATE INDEX allowance_dues_owed ON allowance_dues (household_id, due_day, child_id)
    WHERE COALESCE(transfer_id, '') = '';
