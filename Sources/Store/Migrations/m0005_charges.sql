-- Cards that are charged, what they were charged with, and what processors told of it.

-- A member as a processor knows it. The key is recorded before the processor is asked.
CREATE TABLE processor_customers (
    member_id TEXT NOT NULL REFERENCES members (id),
    provider TEXT NOT NULL CHECK (provider IN ('stripe', 'mock')),
    request_key TEXT NOT NULL UNIQUE,
    customer TEXT,
    PRIMARY KEY (member_id, provider)
){{in_key_order}};

CREATE TABLE funding_sources (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
    provider TEXT NOT NULL CHECK (provider IN ('stripe', 'mock')),
    external_id TEXT NOT NULL,
    customer TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    UNIQUE (member_id, provider, external_id)
);
CREATE INDEX funding_sources_by_member ON funding_sources (member_id, number);

-- The id is the processor's own key of the order. The call is known by a hash of its caller,
-- operation and Idempotency-Key, until the key is forgotten. Who looks after charges asks about
-- them from look_at_ms on.
CREATE TABLE charges (
    id TEXT NOT NULL PRIMARY KEY,
    household_id TEXT NOT NULL REFERENCES households (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    source_id TEXT NOT NULL REFERENCES funding_sources (id),
    decision_id TEXT REFERENCES decisions (id),
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    currency TEXT NOT NULL,
    merchant TEXT,
    category TEXT NOT NULL,
    state TEXT NOT NULL CHECK (
        state IN ('recorded', 'unknown', 'processing', 'requires_action', 'succeeded', 'failed',
            'refused', 'dropped')
    ),
    intent_id TEXT,
    processor_status TEXT,
    pending_id TEXT UNIQUE REFERENCES transfers (id),
    transfer_id TEXT UNIQUE REFERENCES transfers (id),
    call_hash TEXT UNIQUE,
    input_hash TEXT,
    recorded_at_ms BIGINT NOT NULL,
    asked_at_ms BIGINT NOT NULL,
    look_at_ms BIGINT,
    CHECK ((state = 'succeeded') = (transfer_id IS NOT NULL)),
    CHECK ((state = 'processing') = (pending_id IS NOT NULL)),
    CHECK (state IN ('recorded', 'unknown', 'refused', 'dropped') OR intent_id IS NOT NULL),
    CHECK ((intent_id IS NULL) = (processor_status IS NULL)),
    CHECK ((call_hash IS NULL) = (input_hash IS NULL))
);
CREATE INDEX charges_by_intent ON charges (intent_id);
CREATE INDEX charges_to_look_at ON charges (look_at_ms) WHERE look_at_ms IS NOT NULL;

-- What a processor told by itself; look_at_ms is NULL once it was processed.
CREATE TABLE processor_events (
    provider TEXT NOT NULL CHECK (provider IN ('stripe', 'mock')),
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    intent_id TEXT,
    order_key TEXT,
    received_at_ms BIGINT NOT NULL,
    look_at_ms BIGINT,
    PRIMARY KEY (provider, id)
){{in_key_order}};
CREATE INDEX processor_events_to_look_at ON processor_events (look_at_ms)
    WHERE look_at_ms IS NOT NULL;

-- The payment intents of the processor that is built in; the ledger never reads them.
CREATE TABLE simulated_intents (
    id TEXT NOT NULL PRIMARY KEY,
    order_key TEXT NOT NULL UNIQUE,
    payment_method TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    client_secret TEXT NOT NULL
);

-- An override is used by a decision or by a charge, once.
ALTER TABLE overrides ADD COLUMN used_by_charge TEXT REFERENCES charges (id);
CREATE UNIQUE INDEX overrides_by_charge ON overrides (used_by_charge);
