-- Months of members in a few sentences, as the language model wrote them.

-- month is the number of its first day. fingerprint is of the facts that it was written from: with
-- other facts it is not the month's any more. recommendations has one on each line.
CREATE TABLE highlights (
    member_id TEXT NOT NULL REFERENCES members (id),
    month BIGINT NOT NULL,
    fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
    title TEXT NOT NULL CHECK (length(title) <= 120),
    summary TEXT NOT NULL CHECK (length(summary) <= 600),
    sentiment TEXT NOT NULL CHECK (sentiment IN ('POSITIVE', 'NEUTRAL', 'NEGATIVE')),
    recommendations TEXT NOT NULL CHECK (length(recommendations) <= 602),
    written_at_ms BIGINT NOT NULL,
    PRIMARY KEY (member_id, month)
){{in_key_order}};
