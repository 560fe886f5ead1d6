-- What members are notified of: by which device, what they want to hear of, and what waits.

-- By what a push service finds a member's device. A token is one member's, the last who registered
-- it, so that nobody is told of somebody else on a device that changed hands.
CREATE TABLE device_tokens (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id),
    token TEXT NOT NULL UNIQUE,
    registered_at_ms BIGINT NOT NULL
){{in_key_order}};

-- Of members who changed any. Quiet hours are times of the household's clock, such as 22:00.
CREATE TABLE notification_preferences (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id),
    push_enabled BIGINT NOT NULL CHECK (push_enabled IN (0, 1)),
    transaction_alerts BIGINT NOT NULL CHECK (transaction_alerts IN (0, 1)),
    large_transaction_minor BIGINT NOT NULL CHECK (large_transaction_minor >= 0),
    low_balance_alerts BIGINT NOT NULL CHECK (low_balance_alerts IN (0, 1)),
    low_balance_minor BIGINT NOT NULL CHECK (low_balance_minor >= 0),
    spending_summary TEXT NOT NULL CHECK (spending_summary IN ('none', 'daily', 'weekly')),
    sync_alerts BIGINT NOT NULL CHECK (sync_alerts IN (0, 1)),
    limit_alerts BIGINT NOT NULL CHECK (limit_alerts IN (0, 1)),
    quiet_start TEXT,
    quiet_end TEXT,
    changed_at_ms BIGINT NOT NULL,
    CHECK ((quiet_start IS NULL) = (quiet_end IS NULL))
){{in_key_order}};

-- The outbox. The id follows from the event, its kind and the member who is told: so nobody is told
-- of an event twice while its row is kept. about_id is whom it speaks of. attempts counts how often
-- it was claimed, and tells the process that claimed it last.
CREATE TABLE notifications (
    id TEXT NOT NULL PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES members (id),
    about_id TEXT NOT NULL REFERENCES members (id),
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dropped')),
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    deliver_after_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX notifications_due ON notifications (deliver_after_ms) WHERE state = 'waiting';
CREATE INDEX notifications_lately ON notifications (member_id, kind, created_at_ms);
CREATE INDEX notifications_about ON notifications (about_id);
CREATE INDEX notifications_by_age ON notifications (created_at_ms);
