-- What members ask about their money, and what they are answered.

-- A conversation is there while it has messages. last_at_ms is no earlier than any of them.
CREATE TABLE conversations (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL REFERENCES members (id),
    created_at_ms BIGINT NOT NULL,
    last_at_ms BIGINT NOT NULL
);
CREATE INDEX conversations_of_member ON conversations (member_id, last_at_ms, number);
CREATE INDEX conversations_by_age ON conversations (last_at_ms);

-- A question or an answer; a conversation has them in the order of their numbers. sources and
-- figures are JSON as they go over the wire. bytes is what the texts take.
CREATE TABLE chat_messages (
    number {{identity}},
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    member_id TEXT NOT NULL REFERENCES members (id),
    role TEXT NOT NULL CHECK (role IN ('USER', 'ASSISTANT')),
    content TEXT NOT NULL,
    sources TEXT NOT NULL,
    figures TEXT NOT NULL,
    bytes BIGINT NOT NULL CHECK (bytes >= 0),
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX chat_messages_of_conversation ON chat_messages (conversation_id, number);
CREATE INDEX chat_messages_of_member ON chat_messages (member_id, conversation_id, number);
CREATE INDEX chat_messages_by_age ON chat_messages (created_at_ms);
