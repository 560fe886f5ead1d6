-- Accounts that are linked at a bank or come from files, and what was reported of them.

-- A transfer that takes the place in lists of one that was voided or corrected.
ALTER TABLE transfers ADD COLUMN replaces_id TEXT;
CREATE UNIQUE INDEX transfers_replacing ON transfers (replaces_id) WHERE replaces_id IS NOT NULL;

-- A sign-in at a bank. sealed_token is what opens it, encrypted; cursor is how far its transactions
-- were read; look_at_ms is when they are read next. lease names who reads them now. rows_* count
-- what the last sync brought.
CREATE TABLE bank_items (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    provider TEXT NOT NULL,
    provider_item TEXT NOT NULL,
    institution_id TEXT,
    institution_name TEXT NOT NULL,
    sealed_token TEXT NOT NULL,
    cursor TEXT,
    state TEXT NOT NULL CHECK (state IN ('good', 'login_required', 'removed')),
    error_code TEXT,
    failures BIGINT NOT NULL,
    look_at_ms BIGINT,
    lease TEXT,
    leased_until_ms BIGINT,
    history_complete BIGINT NOT NULL CHECK (history_complete IN (0, 1)),
    synced_at_ms BIGINT,
    rows_added BIGINT NOT NULL,
    rows_updated BIGINT NOT NULL,
    rows_removed BIGINT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    UNIQUE (provider, provider_item)
);
CREATE INDEX bank_items_of_member ON bank_items (member_id, number);
CREATE INDEX bank_items_due ON bank_items (look_at_ms, number) WHERE look_at_ms IS NOT NULL;

-- A public token of the built-in bank, by its hash: each is good once.
CREATE TABLE used_public_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    used_at_ms BIGINT NOT NULL
);

-- What a bank or a file says of an account. external_key is what it is known by where it comes from
-- within one member: a provider's id, or what a file names; persistent_key is a provider's id that
-- stays when it is linked anew. reported_* and difference_minor are minor units with the ledger's
-- sign: what is owed is below zero. Records that were last told before relinked_at_ms may come
-- again by other ids. is_clearing is 1 while what an unlinked account has is being withdrawn.
CREATE TABLE bank_accounts (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    item_id TEXT REFERENCES bank_items (id),
    external_key TEXT NOT NULL,
    persistent_key TEXT,
    type TEXT NOT NULL CHECK (type IN ('depository', 'credit', 'loan', 'investment', 'other')),
    subtype TEXT,
    mask TEXT,
    institution_name TEXT NOT NULL,
    reported_minor BIGINT,
    available_minor BIGINT,
    difference_minor BIGINT,
    synced_at_ms BIGINT,
    removed_at_ms BIGINT,
    relinked_at_ms BIGINT,
    is_clearing BIGINT NOT NULL CHECK (is_clearing IN (0, 1)),
    UNIQUE (member_id, external_key)
);
CREATE INDEX bank_accounts_clearing ON bank_accounts (is_clearing, account_id)
    WHERE is_clearing = 1;
CREATE INDEX bank_accounts_of_item ON bank_accounts (item_id) WHERE item_id IS NOT NULL;

-- A bank file that was imported. While it is staging, its rows arrive in bank_import_rows, and
-- nobody is told of it. place is how far it is: the last row that was booked, or the number of the
-- last record that was taken back. leased_until_ms is when others may go on with it, and NULL when
-- nothing is left to do; lease names who does.
CREATE TABLE bank_imports (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    account_id TEXT REFERENCES accounts (id),
    state TEXT NOT NULL
        CHECK (state IN ('staging', 'running', 'done', 'reverting', 'reverted')),
    format TEXT NOT NULL,
    file_name TEXT NOT NULL,
    rows_total BIGINT NOT NULL,
    rows_done BIGINT NOT NULL,
    rows_new BIGINT NOT NULL,
    rows_known BIGINT NOT NULL,
    rows_changed BIGINT NOT NULL,
    rows_refused BIGINT NOT NULL,
    place BIGINT NOT NULL,
    first_day BIGINT,
    last_day BIGINT,
    closing_minor BIGINT,
    closing_day BIGINT,
    difference_minor BIGINT,
    lease TEXT,
    leased_until_ms BIGINT,
    created_at_ms BIGINT NOT NULL,
    done_at_ms BIGINT,
    reverted_at_ms BIGINT
);
CREATE INDEX bank_imports_of_member ON bank_imports (member_id, number);
CREATE INDEX bank_imports_open ON bank_imports (leased_until_ms, number)
    WHERE leased_until_ms IS NOT NULL;
CREATE UNIQUE INDEX bank_imports_one ON bank_imports (account_id)
    WHERE state IN ('staging', 'running', 'reverting');

-- A movement as it is reported; original is what was said, as JSON. amount_minor is above zero for
-- money that comes in. transfer_id is the one that began it; is_shown is 0 when it was withdrawn.
CREATE TABLE bank_records (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    provider_record TEXT,
    transfer_id TEXT NOT NULL REFERENCES transfers (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor <> 0),
    day BIGINT NOT NULL,
    authorized_day BIGINT,
    payee TEXT NOT NULL,
    is_pending BIGINT NOT NULL CHECK (is_pending IN (0, 1)),
    is_shown BIGINT NOT NULL CHECK (is_shown IN (0, 1)),
    import_id TEXT REFERENCES bank_imports (id),
    original TEXT NOT NULL,
    changed_at_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX bank_records_reported ON bank_records (account_id, provider_record)
    WHERE provider_record IS NOT NULL;
CREATE UNIQUE INDEX bank_records_of_transfer ON bank_records (transfer_id);
CREATE INDEX bank_records_alike ON bank_records (account_id, day, number);
CREATE INDEX bank_records_withdrawn ON bank_records (account_id, day, number)
    WHERE is_pending = 1 AND is_shown = 0;
CREATE INDEX bank_records_of_import ON bank_records (import_id, number) WHERE import_id IS NOT NULL;

-- A charge that a bank's record is: it counts by the record alone.
CREATE TABLE absorbed_charges (
    charge_id TEXT NOT NULL PRIMARY KEY REFERENCES charges (id),
    record_id TEXT NOT NULL UNIQUE REFERENCES bank_records (id)
);
CREATE INDEX charges_alike ON charges (member_id, amount_minor, recorded_at_ms)
    WHERE state = 'succeeded';

-- Rows of a file that wait to be booked.
CREATE TABLE bank_import_rows (
    import_id TEXT NOT NULL REFERENCES bank_imports (id),
    line BIGINT NOT NULL,
    place BIGINT NOT NULL,
    provider_record TEXT,
    amount_minor BIGINT NOT NULL,
    day BIGINT NOT NULL,
    payee TEXT,
    description TEXT NOT NULL,
    category TEXT,
    is_pending BIGINT NOT NULL CHECK (is_pending IN (0, 1)),
    PRIMARY KEY (import_id, place)
){{in_key_order}};

-- Columns of a CSV file as a member mapped them, by the file's header.
CREATE TABLE csv_mappings (
    member_id TEXT NOT NULL REFERENCES members (id),
    header TEXT NOT NULL,
    mapping TEXT NOT NULL,
    used_at_ms BIGINT NOT NULL,
    PRIMARY KEY (member_id, header)
){{in_key_order}};
