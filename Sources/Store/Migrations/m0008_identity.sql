-- Sign-in for other apps, issuers besides us, and what people expect of an account.

-- What a session was begun by and for which client; scope as granted, words with a space between.
ALTER TABLE sessions ADD COLUMN origin TEXT NOT NULL DEFAULT 'password'
    CHECK (origin IN ('password', 'code', 'external', 'renewal'));
ALTER TABLE sessions ADD COLUMN client_id TEXT;
ALTER TABLE sessions ADD COLUMN scope TEXT;
ALTER TABLE sessions ADD COLUMN last_used_at_ms BIGINT;
CREATE INDEX sessions_by_end ON sessions (ended_at_ms);

-- An authorization code, by hash; redeemed_at_ms and session_id are NULL until it is redeemed.
CREATE TABLE authorization_codes (
    hash TEXT NOT NULL PRIMARY KEY,
    client_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    scope TEXT NOT NULL,
    nonce TEXT,
    member_id TEXT NOT NULL REFERENCES members (id),
    expires_at_ms BIGINT NOT NULL,
    redeemed_at_ms BIGINT,
    session_id TEXT UNIQUE REFERENCES sessions (id),
    CHECK ((redeemed_at_ms IS NULL) = (session_id IS NULL))
){{in_key_order}};
CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at_ms);
CREATE INDEX authorization_codes_by_member ON authorization_codes (member_id);

-- Who a member is to an issuer besides us, with the session that stands for its tokens.
CREATE TABLE external_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    member_id TEXT NOT NULL UNIQUE REFERENCES members (id),
    session_id TEXT NOT NULL UNIQUE REFERENCES sessions (id),
    created_at_ms BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
){{in_key_order}};

-- What may be used once, by hash: passkey challenges, tickets of a second step.
CREATE TABLE spent_values (
    hash TEXT NOT NULL PRIMARY KEY,
    expires_at_ms BIGINT NOT NULL
){{in_key_order}};
CREATE INDEX spent_values_by_expiry ON spent_values (expires_at_ms);

-- A second factor; the secret is sealed with a key of the key file. confirmed_at_ms is NULL until
-- a first code was right; last_step is the last time step whose code was taken.
CREATE TABLE totp_factors (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id),
    sealed_secret TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    confirmed_at_ms BIGINT,
    last_step BIGINT
){{in_key_order}};
CREATE TABLE recovery_codes (
    member_id TEXT NOT NULL REFERENCES members (id),
    hash TEXT NOT NULL,
    used_at_ms BIGINT,
    PRIMARY KEY (member_id, hash)
){{in_key_order}};

-- A WebAuthn credential: its id and its COSE key in base64url, the algorithm by its COSE number.
CREATE TABLE passkeys (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    credential_id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    public_key TEXT NOT NULL,
    algorithm BIGINT NOT NULL CHECK (algorithm IN (-7, -257)),
    sign_count BIGINT NOT NULL CHECK (sign_count >= 0),
    name TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    last_used_at_ms BIGINT
);
CREATE INDEX passkeys_by_member ON passkeys (member_id, number);

-- An invitation of a second parent, by hash of its code.
CREATE TABLE invitations (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    household_id TEXT NOT NULL REFERENCES households (id),
    email TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES members (id),
    created_at_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    withdrawn_at_ms BIGINT,
    accepted_by TEXT UNIQUE REFERENCES members (id),
    CHECK (withdrawn_at_ms IS NULL OR accepted_by IS NULL)
);
CREATE INDEX invitations_by_household ON invitations (household_id, number);
CREATE INDEX invitations_by_end ON invitations (expires_at_ms);

-- What happened to a member's account, newest last.
CREATE TABLE auth_events (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    kind TEXT NOT NULL,
    session_id TEXT,
    client_id TEXT,
    trace TEXT NOT NULL,
    happened_at_ms BIGINT NOT NULL
);
CREATE INDEX auth_events_by_member ON auth_events (member_id, number);
CREATE INDEX auth_events_by_age ON auth_events (happened_at_ms);
