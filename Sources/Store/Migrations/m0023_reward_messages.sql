-- What members tell the assistant of their reward cards, and what they are answered.

-- A member has messages in the order of their numbers. A conversation is an id that the member
-- gave, or the member's own. recommendations and spending are JSON as they go over the wire. bytes
-- is what the texts take.
CREATE TABLE reward_messages (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    conversation_id TEXT NOT NULL,
    sender TEXT NOT NULL CHECK (sender IN ('user', 'assistant')),
    content TEXT NOT NULL,
    recommendations TEXT,
    spending TEXT,
    bytes BIGINT NOT NULL CHECK (bytes >= 0),
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX reward_messages_of_member ON reward_messages (member_id, number, bytes);
CREATE INDEX reward_messages_of_conversation
    ON reward_messages (member_id, conversation_id, number);
CREATE INDEX reward_messages_by_age ON reward_messages (created_at_ms);
