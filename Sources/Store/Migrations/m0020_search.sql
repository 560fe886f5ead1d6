-- Which transactions a conversation of a member was told of by a search, for some hours: it is not
-- told of them again. chat_hash is a hash of the conversation's name, which is the caller's own
-- word.
CREATE TABLE search_memory (
    member_id TEXT NOT NULL REFERENCES members (id),
    chat_hash TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    returned_at_ms BIGINT NOT NULL,
    PRIMARY KEY (member_id, chat_hash, entry_id)
){{in_key_order}};

CREATE INDEX search_memory_of_member ON search_memory (member_id, returned_at_ms);
CREATE INDEX search_memory_returned ON search_memory (returned_at_ms);
